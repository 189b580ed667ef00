import Testing

@testable import HTTPCore

@Suite("Response encoder")
struct ResponseEncoderTests {
  private static let date = Array("Sun, 06 Nov 1994 08:49:37 GMT".utf8)
  private static let dateLine = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"

  private struct Encoded: Equatable {
    var text: String
    var closes: Bool
  }

  /// The bytes of a response to such a request, streamed pieces included, without the `Date` line.
  private func encode(
    _ response: Response, to request: String = "GET / HTTP/1.1", connection: String? = nil,
    closing: Bool = false, pieces: [String] = []
  ) throws -> Encoded {
    let field = connection.map { "Connection: \($0)\r\n" } ?? ""
    let head = try #require(parsedHead("\(request)\r\nHost: a\r\n\(field)\r\n"))
    var encoder = ResponseEncoder(for: head, closing: closing)
    var output: [UInt8] = []
    if encoder.encode(response, date: Self.date, into: &output) {
      for piece in pieces { encoder.encodePiece(Array(piece.utf8), into: &output) }
      encoder.encodeEnd(into: &output)
    }
    let text = utf8(output)
    let parts = text.split(separator: Self.dateLine, maxSplits: 1, omittingEmptySubsequences: false)
    try #require(parts.count == 2, "no date in \(text)")
    return Encoded(text: parts.joined(), closes: encoder.closes)
  }

  private let stream = ResponseBody.stream { _ in }

  @Test("Content in hand is sent with its length")
  func bytes() throws {
    let expected =
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 3\r\n\r\nok\n"
    #expect(try encode(.text("ok\n")) == Encoded(text: expected, closes: false))
  }

  @Test("HEAD is answered like GET, without the content")
  func head() throws {
    let expected =
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 3\r\n\r\n"
    #expect(try encode(.text("ok\n"), to: "HEAD / HTTP/1.1").text == expected)
    #expect(
      try encode(Response(.ok, body: stream), to: "HEAD / HTTP/1.1", pieces: ["x"]).text
        == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
  }

  @Test(
    "204 and 304 have neither content nor framing",
    arguments: [
      (Status.noContent, "204 No Content"), (.notModified, "304 Not Modified"),
    ])
  func withoutContent(status: Status, line: String) throws {
    for body in [ResponseBody.none, .bytes([1]), stream] {
      let encoded = try encode(Response(status, body: body), pieces: ["x"])
      #expect(encoded == Encoded(text: "HTTP/1.1 \(line)\r\n\r\n", closes: false))
    }
  }

  @Test("Any other response without content says so")
  func empty() throws {
    #expect(
      try encode(Response(.created)).text == "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")
    #expect(try encode(Response(Status(299))).text.hasPrefix("HTTP/1.1 299 \r\n"))
  }

  @Test("A streamed body is chunked, and an empty piece does not end it")
  func chunks() throws {
    let body = "5\r\nhello\r\n10\r\n0123456789abcdef\r\n0\r\n\r\n"
    let encoded = try encode(
      Response(.ok, body: stream), pieces: ["hello", "", "0123456789abcdef"])
    #expect(encoded.text == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body)
    #expect(!encoded.closes)
  }

  @Test("What is encoded in chunks is what the decoder reads")
  func roundTrip() throws {
    let encoded = try encode(Response(.ok, body: stream), pieces: ["ab", "c"])
    let body = try #require(encoded.text.split(separator: "\r\n\r\n", maxSplits: 1).last)
    #expect(decodeChunks(String(body)) == .finished(body: Array("abc".utf8), end: body.utf8.count))
  }

  @Test("A 1.0 client gets no chunks: the close ends the body")
  func oldStream() throws {
    let encoded = try encode(
      Response(.ok, body: stream), to: "GET / HTTP/1.0", connection: "keep-alive",
      pieces: ["a", "b"])
    #expect(
      encoded == Encoded(text: "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nab", closes: true))
  }

  @Test("The connection's fate is said where it is not the default")
  func connection() throws {
    let old = try encode(Response(.created), to: "GET / HTTP/1.0", connection: "keep-alive")
    #expect(old.text.contains("\r\nConnection: keep-alive\r\n"))
    #expect(!old.closes)
    #expect(try encode(Response(.created), to: "GET / HTTP/1.0").closes)
    #expect(try encode(Response(.created), connection: "close").closes)
    #expect(try encode(Response(.created), closing: true).closes)
    var last = Response(.created)
    last.closesConnection = true
    let encoded = try encode(last)
    #expect(encoded.closes)
    #expect(encoded.text.contains("\r\nConnection: close\r\n"))
  }

  @Test("A refused request is answered and closed")
  func refused() {
    var encoder = ResponseEncoder()
    var output: [UInt8] = []
    let bodyFollows = encoder.encode(Response(.badRequest), date: Self.date, into: &output)
    #expect(!bodyFollows)
    #expect(encoder.closes)
    #expect(
      utf8(output)
        == "HTTP/1.1 400 Bad Request\r\n\(Self.dateLine)Content-Length: 0\r\n"
        + "Connection: close\r\n\r\n")
  }

  @Test(
    "A value that could end its line is not written",
    arguments: [
      "a\r\nX-Evil: 1", "a\nb", "a\rb", "a\0b", "a\u{7F}", "\u{1B}[0m",
    ])
  func injection(value: String) {
    var headers = HeaderBlock()
    let taken = [
      headers.append(.location, value), headers.append(.location, Array(value.utf8)),
    ]
    #expect(taken == [false, false])
    #expect(headers.bytes.isEmpty)
  }

  @Test("Fields are written in their order, and the encoder's own are refused")
  func fields() {
    var headers = HeaderBlock()
    let taken = [
      headers.append(.etag, "\"1\""), headers.append("X-Note", "あ\tb"),
      headers.append(.contentLength, "5"), headers.append("transfer-encoding", "chunked"),
    ]
    #expect(taken == [true, true, false, false])
    #expect(utf8(headers.bytes) == "ETag: \"1\"\r\nX-Note: あ\tb\r\n")
    #expect(headers.values(of: .etag) == ["\"1\""])
    #expect(headers.values(of: .vary) == [])
  }
}
