/// Turns one response into bytes (RFC 9112 §4, §6), appended to a buffer of the caller's; pure.
///
/// ```swift
/// var encoder = ResponseEncoder(for: head, closing: isStopping)
/// if encoder.encode(response, date: dateBytes, into: &out) {  // a streamed body follows
///   encoder.encodePiece(bytes, into: &out)                    // for each piece
///   encoder.encodeEnd(into: &out)
/// }
/// // encoder.closes: close the connection after these bytes
/// ```
public struct ResponseEncoder: Sendable {
  private let isHead: Bool
  private let version: HTTPVersion
  private var isChunked = false
  /// Whether the connection ends with this response. Known after `encode`.
  public private(set) var closes: Bool

  /// - Parameter closing: whether the server wants the connection to end, whatever the client says.
  public init(for head: RequestHead, closing: Bool) {
    isHead = head.method == .head
    version = head.version
    closes = closing || !head.keepsAlive
  }

  /// For a request whose head was refused: the connection closes.
  public init() {
    isHead = false
    version = .http11
    closes = true
  }

  /// `100 Continue` (RFC 9110 §15.2.1), whole.
  public static let continueResponse = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  /// Appends the head and, unless it is streamed, the body.
  ///
  /// - Parameter date: an IMF-fixdate as `HTTPDate` renders it.
  /// - Parameter requestID: sent as `X-Request-Id`; free of control characters.
  /// - Returns: whether a streamed body is to follow, with `encodePiece` and `encodeEnd`.
  public mutating func encode(
    _ response: Response, date: [UInt8], requestID: String? = nil, into output: inout [UInt8]
  ) -> Bool {
    if response.closesConnection { closes = true }
    let hasContent = !response.status.forbidsContent
    let framing = hasContent ? chooseFraming(of: response.body) : Framing.none
    let content = hasContent && !isHead ? response.body : ResponseBody.none
    var bodyBytes: [UInt8] = []
    if case .bytes(let bytes) = content { bodyBytes = bytes }

    // Room for all of it at once, then no check of the buffer for each part.
    let room =
      Self.maxFixedBytes + response.status.reason.utf8.count + date.count
      + response.headers.bytes.count + (requestID?.utf8.count ?? 0) + bodyBytes.count
    output.append(addingCapacity: room) { (output: inout OutputSpan<UInt8>) in
      Self.appendStatusLine(response.status, to: &output)
      output.append(bytes: date)
      output.append(bytes: Text.lineEnd)
      output.append(bytes: response.headers.bytes)
      if let requestID {
        output.append(bytes: Text.requestID)
        output.append(text: requestID)
        output.append(bytes: Text.lineEnd)
      }
      switch framing {
      case .none: break
      case .chunked: output.append(bytes: Text.chunked)
      case .length(let length):
        output.append(bytes: Text.length)
        appendDecimal(length, to: &output)
        output.append(bytes: Text.lineEnd)
      }
      if closes {
        output.append(bytes: Text.close)
      } else if version == .http10 {
        output.append(bytes: Text.keepAlive)
      }
      output.append(bytes: Text.lineEnd)
      output.append(bytes: bodyBytes)
    }
    if case .stream = content { return true }
    return false
  }

  /// More than status line, framing and connection fields take.
  private static let maxFixedBytes = 256

  /// Appends a piece of a streamed body. An empty piece is left out: it would end the body.
  public func encodePiece(_ bytes: [UInt8], into output: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    guard isChunked else { return output.append(contentsOf: bytes) }
    output.append(contentsOf: String(bytes.count, radix: 16).utf8)
    output.append(contentsOf: Text.lineEnd)
    output.append(contentsOf: bytes)
    output.append(contentsOf: Text.lineEnd)
  }

  /// Appends the end of a streamed body.
  public func encodeEnd(into output: inout [UInt8]) {
    if isChunked { output.append(contentsOf: Text.lastChunk) }
  }

  /// The status line and the name of the field after it, `Date`.
  private static func appendStatusLine(_ status: Status, to output: inout OutputSpan<UInt8>) {
    if status == .ok {
      output.append(bytes: Text.ok)
    } else {
      output.append(bytes: Text.version)
      appendDecimal(status.code, to: &output)
      output.append(.space)
      output.append(text: status.reason)
      output.append(bytes: Text.date)
    }
  }

  private enum Framing {
    case none, chunked
    case length(Int)
  }

  private mutating func chooseFraming(of body: ResponseBody) -> Framing {
    switch body {
    case .none: return .length(0)
    case .bytes(let bytes): return .length(bytes.count)
    case .stream:
      // RFC 9112 §6.1: a 1.0 client knows no chunks; the end of the connection ends the body.
      if version == .http10 {
        closes = true
        return .none
      }
      isChunked = true
      return .chunked
    }
  }

  private enum Text {
    static let ok = Array("HTTP/1.1 200 OK\r\nDate: ".utf8)
    static let version = Array("HTTP/1.1 ".utf8)
    static let date = Array("\r\nDate: ".utf8)
    static let close = Array("Connection: close\r\n".utf8)
    static let keepAlive = Array("Connection: keep-alive\r\n".utf8)
    static let chunked = Array("Transfer-Encoding: chunked\r\n".utf8)
    static let length = Array("Content-Length: ".utf8)
    static let requestID = Array("X-Request-Id: ".utf8)
    static let lastChunk = Array("0\r\n\r\n".utf8)
    static let lineEnd = Array("\r\n".utf8)
  }
}

/// Appends a number ≥ 0 in decimal.
private func appendDecimal(_ number: Int, to output: inout OutputSpan<UInt8>) {
  if number >= 10 { appendDecimal(number / 10, to: &output) }
  output.append(0x30 &+ UInt8(truncatingIfNeeded: number % 10))
}

extension OutputSpan<UInt8> {
  @inline(__always)
  fileprivate mutating func append(bytes: [UInt8]) {
    precondition(freeCapacity >= bytes.count, "no room for bytes")
    // All at once; a loop takes ten times as long. Safe, because the room was looked at, and neither pointer is
    // used after this.
    unsafe bytes.withUnsafeBufferPointer { source in
      unsafe withUnsafeMutableBufferPointer { buffer, count in
        guard let from = source.baseAddress, let base = buffer.baseAddress else { return }
        unsafe (base + count).initialize(from: from, count: source.count)
        count += source.count
      }
    }
  }

  fileprivate mutating func append(text: String) {
    let utf8 = text.utf8.span
    for index in utf8.indices { append(utf8[index]) }
  }
}
