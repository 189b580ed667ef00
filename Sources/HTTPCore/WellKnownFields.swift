/// The fields that decide how a message is read, gathered while the header block is parsed.
struct WellKnownFields {
  /// What they say together, once the block is complete.
  struct Facts: Sendable {
    var framing: BodyFraming
    var keepsAlive: Bool
    var expectsContinue: Bool
  }

  private var hasHost = false
  private var contentLength: Int?
  private var isChunked = false
  private var saysClose = false
  private var saysKeepAlive = false
  private var expectsContinue = false
  private var hasUnknownExpectation = false

  /// Takes note of a field if it is one of these. Names are told apart by their length first.
  @inline(__always)
  mutating func take(
    _ input: Span<UInt8>, name: Range<Int>, value: Range<Int>
  ) throws(Refusal) {
    switch name.count {
    case 4, 6, 10, 14, 17:
      try takeCandidate(input.extracting(name), input.extracting(value))
    default: return
    }
  }

  private mutating func takeCandidate(
    _ name: Span<UInt8>, _ value: Span<UInt8>
  ) throws(Refusal) {
    if name.equalsIgnoringCase(FieldName.host.lowercase) {
      guard !hasHost else { throw .repeatedHost }
      guard isAuthority(value) else { throw .malformedHost }
      hasHost = true
    } else if name.equalsIgnoringCase(FieldName.contentLength.lowercase) {
      guard contentLength == nil else { throw .repeatedContentLength }
      contentLength = try Self.decimal(value)
    } else if name.equalsIgnoringCase(FieldName.transferEncoding.lowercase) {
      guard !isChunked else { throw .repeatedTransferEncoding }
      guard !value.isEmpty else { throw .malformedTransferEncoding }
      guard value.equalsIgnoringCase(Self.chunked) else { throw .unsupportedTransferEncoding }
      isChunked = true
    } else if name.equalsIgnoringCase(FieldName.connection.lowercase) {
      takeConnection(value)
    } else if name.equalsIgnoringCase(FieldName.expect.lowercase) {
      if value.equalsIgnoringCase(Self.hundredContinue) {
        expectsContinue = true
      } else {
        hasUnknownExpectation = true
      }
    }
  }

  /// RFC 9110 §8.6: digits only; no list even of equal values, no sign, nothing that wraps.
  private static func decimal(_ value: Span<UInt8>) throws(Refusal) -> Int {
    guard !value.isEmpty else { throw .malformedContentLength }
    var number = 0
    for index in 0..<value.count {
      guard value[index].isDigit else { throw .malformedContentLength }
      let (product, wrapped) = number.multipliedReportingOverflow(by: 10)
      let (sum, carried) = product.addingReportingOverflow(Int(value[index] &- 0x30))
      guard !wrapped, !carried else { throw .malformedContentLength }
      number = sum
    }
    return number
  }

  private mutating func takeConnection(_ value: Span<UInt8>) {
    forEachListElement(value) { element in
      if element.equalsIgnoringCase(Self.close) { saysClose = true }
      if element.equalsIgnoringCase(Self.keepAlive) { saysKeepAlive = true }
    }
  }

  /// - Throws: what only the whole block shows: no `Host`, two ways of framing.
  func facts(for version: HTTPVersion) throws(Refusal) -> Facts {
    if isChunked, contentLength != nil { throw .lengthWithTransferEncoding }
    let framing: BodyFraming
    switch version {
    case .http11:
      guard hasHost else { throw .missingHost }
      if hasUnknownExpectation { throw .unsupportedExpectation }
    case .http10:
      // RFC 9112 §6.1: faulty framing, since 1.0 has no chunks.
      if isChunked { throw .malformedTransferEncoding }
    }
    if isChunked {
      framing = .chunked
    } else if let contentLength, contentLength > 0 {
      framing = .length(contentLength)
    } else {
      framing = .none
    }
    return Facts(
      framing: framing,
      keepsAlive: !saysClose && (version == .http11 || saysKeepAlive),
      // A 1.0 client cannot read a 100 (RFC 9110 §10.1.1).
      expectsContinue: expectsContinue && version == .http11 && framing != .none)
  }

  private static let chunked = Array("chunked".utf8)
  private static let close = Array("close".utf8)
  private static let keepAlive = Array("keep-alive".utf8)
  private static let hundredContinue = Array("100-continue".utf8)
}

/// Calls `body` with each element of a comma-separated list (RFC 9110 §5.6.1), white space trimmed.
/// For lists without quoted strings.
func forEachListElement(_ value: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
  var start = 0
  for index in 0...value.count where index == value.count || value[index] == .comma {
    body(value.extracting(value.trimmingWhitespace(start..<index)))
    start = index &+ 1
  }
}
