// fuzzes: HTTPCore
// A chunked body, whole and in pieces; and every body read is one that the encoder can write.

private enum Outcome: Equatable {
  case incomplete([UInt8])
  case finished([UInt8], end: Int)
  case refused(Refusal)
}

private func decode(_ bytes: [UInt8], cuts: [Int], limits: MessageLimits) -> Outcome {
  var decoder = ChunkDecoder(limits: limits)
  var body: [UInt8] = []
  var shown = 0
  for end in cuts + [bytes.count] {
    let piece = Array(bytes[shown..<end])
    var offset = 0
    reading: while true {
      let allowance = limits.maxBodyBytes - body.count
      check(allowance >= 0, "more body than allowed")
      switch decoder.decode(piece.span, from: offset, allowance: allowance) {
      case .needsMore: break reading
      case .data(let range):
        check(range.lowerBound >= offset && !range.isEmpty, "data out of its place")
        body += piece[range]
        offset = range.upperBound
      case .finished(let end): return .finished(body, end: shown + end)
      case .refused(let refusal): return .refused(refusal)
      }
    }
    shown = end
  }
  return .incomplete(body)
}

private func roundTrip(_ body: [UInt8], head: RequestHead) {
  var encoder = ResponseEncoder(for: head, closing: false)
  var output: [UInt8] = []
  let streams = encoder.encode(Response(.ok, body: .stream { _ in }), date: [], into: &output)
  check(streams, "nothing to stream")
  output = []
  for place in stride(from: 0, to: body.count, by: 7) {
    encoder.encodePiece(Array(body[place..<min(place + 7, body.count)]), into: &output)
  }
  encoder.encodeEnd(into: &output)
  let decoded = decode(output, cuts: cuts(of: output), limits: MessageLimits())
  check(decoded == .finished(body, end: output.count), "what is encoded is not what is decoded")
}

private let head = try? RequestHead(parsing: "GET / HTTP/1.1\r\nHost: a\r\n\r\n")

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzChunkDecoder(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = input(start, count)
  let tight = MessageLimits(maxChunkOverheadBytes: 16, maxBodyBytes: 32)
  for limits in [MessageLimits(), tight] {
    let whole = decode(bytes, cuts: [], limits: limits)
    check(decode(bytes, cuts: cuts(of: bytes), limits: limits) == whole, "cuts matter")
    if bytes.count <= 64 {
      check(
        decode(bytes, cuts: Array(0..<bytes.count), limits: limits) == whole, "byte by byte matters"
      )
    }
    if case .finished(let body, let end) = whole {
      check(end <= bytes.count && body.count < end, "an end beyond the input")
      if let head { roundTrip(body, head: head) }
    }
  }
  return 0
}
