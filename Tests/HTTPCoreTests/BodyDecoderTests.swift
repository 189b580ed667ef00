import Testing

@testable import HTTPCore

@Suite("Body decoder")
struct BodyDecoderTests {
  @Test(
    "A well-formed chunked body gives its content and its end",
    arguments: [
      ("0\r\n\r\n", ""), ("5\r\nhello\r\n0\r\n\r\n", "hello"),
      ("3\r\nfoo\r\n3\r\nbar\r\n0\r\n\r\n", "foobar"),
      ("A\r\n0123456789\r\n0\r\n\r\n", "0123456789"),
      ("a\r\n0123456789\r\n0\r\n\r\n", "0123456789"),
      ("0005\r\nhello\r\n000\r\n\r\n", "hello"), ("5;\r\nhello\r\n0\r\n\r\n", "hello"),
      ("5;a=b;c=\"d e\"\r\nhello\r\n0;z\r\n\r\n", "hello"),
      ("5\r\nhello\r\n0\r\nX-Sum: 1\r\nContent-Length: 50\r\n\r\n", "hello"),
      ("0\r\nX:POST /evil HTTP/1.1\r\n\r\n", ""),
      ("7\r\na\r\nb\r\nc\r\n0\r\n\r\n", "a\r\nb\r\nc"),
    ])
  func wellFormed(text: String, body: String) {
    let end = text.utf8.count
    #expect(decodeChunks(text) == .finished(body: Array(body.utf8), end: end))
    // What follows is the next message's.
    #expect(decodeChunks(text + "GET") == .finished(body: Array(body.utf8), end: end))
  }

  @Test(
    "A truncated chunked body is incomplete, not an error",
    arguments: [
      "", "5", "5\r", "5\r\n", "5\r\nhel", "5\r\nhello", "5\r\nhello\r\n", "5\r\nhello\r\n0\r\n",
      "0\r\nX: 1\r\n", "5;a",
    ])
  func truncated(text: String) {
    guard case .incomplete = decodeChunks(text) else {
      Issue.record("not incomplete")
      return
    }
  }

  @Test(
    "A chunk size is hexadecimal digits alone",
    arguments: [
      "", "0x5", "-5", "+5", "5g", "٥", " 5", "5 ", "5\t", "G", ";a", "10000000000000005",
      "8000000000000000", "FFFFFFFFFFFFFFFF", "00000000000000005",
    ])
  func sizes(size: String) {
    #expect(decodeChunks("\(size)\r\nhello\r\n0\r\n\r\n") == .refused(.malformedChunkSize))
  }

  @Test(
    "The lines of a chunked body end with CRLF, and data where its size says",
    arguments: [
      ("5\nhello\r\n0\r\n\r\n", .malformedChunkSize), ("5\rhello", .bareCarriageReturn),
      ("5\r\nhello\n0\r\n\r\n", .malformedChunk), ("5\r\nhello0\r\n\r\n", .malformedChunk),
      ("5\r\nhello\r0\r\n\r\n", .malformedChunk), ("3\r\nhello\r\n0\r\n\r\n", .malformedChunk),
      ("2;a\nxx\r\n0\r\n\r\n", .bareLineFeed), ("2;a\rb\r\nxx\r\n0\r\n\r\n", .bareCarriageReturn),
      ("2;a\0b\r\nxx\r\n0\r\n\r\n", .controlCharacter), ("0\r\n\n", .malformedTrailer),
      ("0\r\n\rX", .bareCarriageReturn), ("ZZZ\r\nGET /evil HTTP/1.1\r\n", .malformedChunkSize),
    ] as [(String, Refusal)])
  func lines(text: String, reason: Refusal) {
    #expect(decodeChunks(text) == .refused(reason))
  }

  @Test(
    "Trailer fields are held to the rules of fields",
    arguments: [
      ("X: 1\r\n 2", .malformedTrailer), (" X: 1", .malformedTrailer), (": 1", .malformedTrailer),
      ("X : 1", .malformedTrailer), ("X", .malformedTrailer), ("X: 1\n", .bareLineFeed),
      ("X: \0", .controlCharacter), ("X: 1\rY: 2", .bareCarriageReturn),
    ] as [(String, Refusal)])
  func trailers(lines: String, reason: Refusal) {
    #expect(decodeChunks("0\r\n\(lines)\r\n\r\n") == .refused(reason))
  }

  @Test("Extensions and trailers are bounded together, over the whole message")
  func overhead() {
    let long = String(repeating: "a", count: 8192)
    #expect(decodeChunks("2;\(long)\r\n") == .refused(.chunkOverheadTooLarge))
    #expect(decodeChunks("0\r\nX: \(long)\r\n") == .refused(.chunkOverheadTooLarge))
    let drip = String(repeating: "1;" + String(repeating: "e", count: 64) + "\r\nx\r\n", count: 200)
    #expect(decodeChunks(drip) == .refused(.chunkOverheadTooLarge))
    let half = String(repeating: "a", count: 4095)
    #expect(decodeChunks("0;\(half)\r\nX:\(half)\r\n\r\n") == .refused(.chunkOverheadTooLarge))
    #expect(
      decodeChunks("0;\(half)\r\nX:\(half.dropLast())\r\n\r\n") != .refused(.chunkOverheadTooLarge))
  }

  @Test("A body over its limit is refused when it is announced")
  func announced() {
    let limits = MessageLimits(maxBodyBytes: 10)
    #expect(decodeChunks("B\r\n", limits: limits) == .refused(.bodyTooLarge))
    #expect(decodeChunks("5\r\nhello\r\n6\r\n", limits: limits) == .refused(.bodyTooLarge))
    #expect(decodeChunks("10000000000\r\nx") == .refused(.bodyTooLarge))
    #expect(
      decodeChunks("A\r\n0123456789\r\n0\r\n\r\n", limits: limits)
        == .finished(body: Array("0123456789".utf8), end: 20))
    #expect(decode([], framing: .length(11), limits: limits) == .refused(.bodyTooLarge))
    #expect(decode([], framing: .length(10), limits: limits) == .incomplete(body: []))
  }

  @Test("No body is finished at once")
  func none() {
    #expect(decode([], framing: .none) == .finished(body: [], end: 0))
    #expect(decode([1], framing: .none) == .finished(body: [], end: 0))
  }
}
