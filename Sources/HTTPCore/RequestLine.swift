/// A request line taken apart (RFC 9112 §3). Ranges are those of the input it was read from.
struct RequestLine: Sendable {
  var method: HTTPMethod
  var target: Range<Int>
  var path: Range<Int>
  var query: Range<Int>?
  var version: HTTPVersion

  /// - Parameter line: the line without its CRLF, all of its bytes 0x20…0x7E.
  init(_ input: Span<UInt8>, line: Range<Int>) throws(Refusal) {
    guard
      let first = Self.index(of: .space, in: input, line),
      let second = Self.index(of: .space, in: input, (first &+ 1)..<line.upperBound),
      Self.index(of: .space, in: input, (second &+ 1)..<line.upperBound) == nil
    else { throw .malformedRequestLine }

    guard let method = HTTPMethod(input.extracting(line.lowerBound..<first)) else {
      throw .malformedMethod
    }
    self.method = method
    // The version comes before the target: `PRI * HTTP/2.0` is another protocol, not a bad target.
    version = try Self.version(input.extracting((second &+ 1)..<line.upperBound))
    target = (first &+ 1)..<second
    (path, query) = try Self.split(input, target: target, method: method)
  }

  private static func version(_ name: Span<UInt8>) throws(Refusal) -> HTTPVersion {
    guard
      name.count == 8, name[0] == 0x48, name[1] == 0x54, name[2] == 0x54, name[3] == 0x50,
      name[4] == .slash, name[5].isDigit, name[6] == 0x2E, name[7].isDigit
    else { throw .malformedVersion }
    guard name[5] == 0x31 else { throw .unsupportedVersion }
    return name[7] == 0x30 ? .http10 : .http11
  }

  /// Path and query of a target in origin-form, absolute-form or asterisk-form.
  private static func split(
    _ input: Span<UInt8>, target: Range<Int>, method: HTTPMethod
  ) throws(Refusal) -> (path: Range<Int>, query: Range<Int>?) {
    guard !target.isEmpty else { throw .malformedTarget }
    // authority-form is for proxies, which this is not.
    if method == .connect { throw .unsupportedMethod }

    var start = target.lowerBound
    if input[start] != .slash {
      if target.count == 1, input[start] == .asterisk, method == .options { return (target, nil) }
      start = try endOfAuthority(input, target: target)
    }
    var mark: Int?
    for index in start..<target.upperBound {
      // A fragment is never sent; one here means that the sender takes the target for something else.
      if input[index] == 0x23 { throw .malformedTarget }
      if input[index] == .questionMark, mark == nil { mark = index }
    }
    guard let mark else { return (start..<target.upperBound, nil) }
    return (start..<mark, (mark &+ 1)..<target.upperBound)
  }

  /// The index after `http://authority`. The authority is not compared with `Host`: the target's
  /// wins (RFC 9112 §3.2.2), and nothing here is chosen by it.
  private static func endOfAuthority(
    _ input: Span<UInt8>, target: Range<Int>
  ) throws(Refusal) -> Int {
    for scheme in [httpScheme, httpsScheme] {
      guard
        target.count > scheme.count,
        input.extracting(target.lowerBound..<(target.lowerBound &+ scheme.count))
          .equalsIgnoringCase(scheme)
      else { continue }
      let start = target.lowerBound &+ scheme.count
      var end = start
      while end < target.upperBound, input[end] != .slash, input[end] != .questionMark { end &+= 1 }
      guard isAuthority(input.extracting(start..<end)) else { throw .malformedTarget }
      return end
    }
    throw .malformedTarget
  }

  private static let httpScheme = Array("http://".utf8)
  private static let httpsScheme = Array("https://".utf8)

  @inline(__always)
  private static func index(
    of byte: UInt8, in input: Span<UInt8>, _ range: Range<Int>
  ) -> Int? {
    for index in range where input[index] == byte { return index }
    return nil
  }
}
