// fuzzes: HTTPCore
// A connection's bytes: heads and bodies one after the other, as a server reads them.

private let router: Router<Int> = {
  var router = Router<Int>()
  let patterns = ["/", "/v1/entries", "/v1/entries/{id}", "/v1/habits/{id}/days/{day}"]
  for (index, pattern) in patterns.enumerated() { router.add(.get, pattern, index) }
  return router
}()

/// What became of the bytes, as comparable text.
private func transcript(_ bytes: [UInt8], cuts: [Int], limits: MessageLimits) -> [String] {
  var events: [String] = []
  var buffer: [UInt8] = []
  var parser = RequestParser(limits: limits)
  var decoder: BodyDecoder?
  var received = 0
  var body: [UInt8] = []
  var shown = 0
  for end in cuts + [bytes.count] {
    buffer += bytes[shown..<end]
    shown = end
    reading: while true {
      if decoder != nil {
        let allowance = limits.maxBodyBytes - received
        check(allowance >= 0, "more body than allowed")
        guard let step = decoder?.decode(buffer.span, allowance: allowance) else { break }
        switch step {
        case .needsMore:
          buffer = []
          break reading
        case .data(let range):
          received += range.count
          body += buffer[range]
          buffer.removeSubrange(..<range.upperBound)
        case .finished(let end):
          buffer.removeSubrange(..<end)
          events.append("body \(body)")
          decoder = nil
        case .refused(let refusal):
          // What of the body came before the fault depends on the cuts; that it is refused does not.
          return events + ["refused body \(refusal)"]
        }
      } else {
        switch parser.parse(buffer.span) {
        case .incomplete: break reading
        case .refused(let refusal): return events + ["refused \(refusal) \(refusal.status.code)"]
        case .head(let head, let consumed):
          inspect(head, consumed: consumed, buffer: buffer, limits: limits)
          events.append("\(head.method) \(head.target) \(head.framing) \(head.allFields)")
          buffer.removeSubrange(..<consumed)
          decoder = BodyDecoder(framing: head.framing, limits: limits)
          received = 0
          body = []
        }
      }
    }
  }
  return events + ["incomplete"]
}

/// What must hold of every head that is accepted.
private func inspect(
  _ head: RequestHead, consumed: Int, buffer: [UInt8], limits: MessageLimits
) {
  check(head.bytes == Array(buffer[..<consumed]), "the head is not what was consumed")
  check(head.bytes.suffix(4) == [13, 10, 13, 10], "no empty line at the end")
  check(head.allFields.count <= limits.maxFields, "too many fields")
  let start = head.bytes.first == 13 ? 2 : 0
  guard let lineEnd = head.bytes[start...].firstIndex(of: 13) else { fatalError("no line") }
  check(lineEnd - start <= limits.maxRequestLineBytes, "request line over its limit")
  check(consumed - lineEnd - 2 <= limits.maxHeaderBlockBytes, "header block over its limit")
  for (index, byte) in head.bytes.enumerated() {
    switch byte {
    case 13: check(head.bytes[index + 1] == 10, "bare CR")
    case 10: check(index > 0 && head.bytes[index - 1] == 13, "bare LF")
    case 9: check(index > lineEnd, "tab in the request line")
    default: check(byte >= 32 && byte != 127, "control character")
    }
  }
  if head.version == .http11 { check(head.count(of: .host) == 1, "not one host") }
  switch head.framing {
  case .chunked: check(head.count(of: .contentLength) == 0, "length and chunks")
  case .length(let count):
    check(count > 0 && head.values(of: .contentLength).compactMap { Int($0) } == [count], "length")
  case .none: check(head.count(of: .transferEncoding) == 0, "an unread coding")
  }
  _ = head.query
  _ = head.queryItems
  check(head.path == head.withPath { String(decoding: $0.copied(), as: UTF8.self) }, "path")
  if case .found(_, let parameters, let pattern) = router.match(head) {
    check(parameters.values.count == pattern.filter { $0 == "{" }.count, "parameters of \(pattern)")
  }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRequestParser(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = input(start, count)
  let tight = MessageLimits(
    maxRequestLineBytes: 48, maxHeaderBlockBytes: 128, maxFields: 4, maxChunkOverheadBytes: 16,
    maxBodyBytes: 32)
  for limits in [MessageLimits(), tight] {
    let whole = transcript(bytes, cuts: [], limits: limits)
    check(transcript(bytes, cuts: cuts(of: bytes), limits: limits) == whole, "cuts matter")
    if bytes.count <= 64 {
      let single = Array(0..<bytes.count)
      check(transcript(bytes, cuts: single, limits: limits) == whole, "byte by byte matters")
    }
  }
  return 0
}
