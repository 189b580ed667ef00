import Testing

@testable import HTTPCore

@Suite("Request parser: what is refused, and why")
struct RefusalTests {
  @Test(
    "A line ends with CRLF and nothing else",
    arguments: [
      ("GET / HTTP/1.1\nHost: a\n\n", .bareLineFeed),
      ("GET / HTTP/1.1\nHost: a\r\n\r\n", .bareLineFeed),
      ("GET / HTTP/1.1\r\nHost: a\n\r\n", .bareLineFeed),
      ("GET / HTTP/1.1\r\nHost: a\r\n\n", .bareLineFeed),
      ("GET /\nHTTP/1.1\r\nHost: a\r\n\r\n", .bareLineFeed),
      ("\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", .bareLineFeed),
      ("GET / HTTP/1.1\rHost: a\r\r", .bareCarriageReturn),
      ("GET / HTTP/1.1\r\r\nHost: a\r\n\r\n", .bareCarriageReturn),
      ("GET / HTTP/1.1\r\nHost: a\r\nX: a\rX-B: 1\r\n\r\n", .bareCarriageReturn),
      ("GET / HTTP/1.1\r\nHost: a\r\n\rX", .bareCarriageReturn),
      ("\rGET", .bareCarriageReturn),
      ("\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", .emptyLines),
    ] as [(String, Refusal)])
  func lines(text: String, reason: Refusal) {
    #expect(refusal(text) == reason)
  }

  @Test(
    "A request line is three words with single spaces",
    arguments: [
      ("GET HTTP/1.1\r\n", .malformedRequestLine),
      ("GET /\r\n", .malformedRequestLine),
      ("GET\r\n", .malformedRequestLine),
      (" GET / HTTP/1.1\r\n", .malformedRequestLine),
      ("GET  / HTTP/1.1\r\n", .malformedRequestLine),
      ("GET / HTTP/1.1 \r\n", .malformedRequestLine),
      ("Extra lineGET / HTTP/1.1\r\n", .malformedRequestLine),
      ("GET / HTTP 1.1\r\n", .malformedRequestLine),
      ("PROXY TCP4 10.0.0.1 10.0.0.2 1234 80\r\n", .malformedRequestLine),
      ("SSH-2.0-OpenSSH_9.6\r\n", .malformedRequestLine),
      ("HTTP/1.1 200 OK\r\n", .malformedMethod),
      ("G@T / HTTP/1.1\r\n", .malformedMethod),
      ("G\0T / HTTP/1.1\r\n", .controlCharacter),
      ("GET\t/\tHTTP/1.1\r\n", .controlCharacter),
      ("GÉT / HTTP/1.1\r\n", .controlCharacter),
      ("\u{16}\u{3}\u{1}", .controlCharacter),
    ] as [(String, Refusal)])
  func requestLine(text: String, reason: Refusal) {
    #expect(refusal(text) == reason)
  }

  @Test("A garbage byte is refused when it comes, not at the limit")
  func firstByte() {
    #expect(refusal([0]) == .controlCharacter)
    #expect(refusal([0xFF]) == .controlCharacter)
  }

  @Test(
    "A version is HTTP/1 and one digit",
    arguments: [
      ("HTTPS/1.1", .malformedVersion), ("HTTP/1", .malformedVersion),
      ("HTTP/1.", .malformedVersion), ("HTTP/1.10", .malformedVersion),
      ("HTTP/1.1x", .malformedVersion), ("HTTP/4294967297.1", .malformedVersion),
      ("ICE/1.0", .malformedVersion), ("http/1.1", .malformedVersion),
      ("HTTP/1,1", .malformedVersion), ("HTTP/2.0", .unsupportedVersion),
      ("HTTP/0.9", .unsupportedVersion), ("HTTP/3.1", .unsupportedVersion),
      ("HTTP/\r1.1", .bareCarriageReturn),
    ] as [(String, Refusal)])
  func version(version: String, reason: Refusal) {
    #expect(refusal("GET / \(version)\r\nHost: a\r\n\r\n") == reason)
  }

  @Test("The HTTP/2 preface is another version, whatever its target")
  func preface() {
    #expect(refusal("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n") == .unsupportedVersion)
    #expect(Refusal.unsupportedVersion.status == .versionNotSupported)
  }

  @Test(
    "A target has one of the four forms, and no fragment",
    arguments: [
      "!", "a", "../../etc/passwd", "*", "/#x", "/?a#b", "http:/k.test/", "http://", "http:///a",
      "http://u:p@k.test/", "http://k.test:8x/", "ftp://k.test/", "http://a b/",
    ])
  func targets(target: String) {
    let reason = refusal("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(reason == (target.contains(" ") ? .malformedRequestLine : .malformedTarget))
  }

  @Test(
    "Control characters and high bytes do not belong in a target",
    arguments: [
      "/a\u{1}b", "/a\u{7F}", "/a\tb", "/é",
    ])
  func targetBytes(target: String) {
    #expect(refusal("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n") == .controlCharacter)
  }

  @Test(
    "A field line is a token, a colon and a value without control characters",
    arguments: [
      (": v", .malformedFieldName), (":", .malformedFieldName),
      ("NoColonHere", .malformedFieldName),
      ("Content-Length 5", .malformedFieldName), ("X : v", .malformedFieldName),
      ("X\t: v", .malformedFieldName), ("X\0Y: v", .malformedFieldName),
      ("éfoo: v", .malformedFieldName), ("X(Y): v", .malformedFieldName),
      (" X: v", .foldedField), ("\tContent-Length: 1", .foldedField), (" ", .foldedField),
      ("X: a\r\n b", .foldedField), ("X: a\r\n\tb", .foldedField),
      ("X: v\0alue", .controlCharacter), ("X: v\0", .controlCharacter),
      ("X: bell\u{7}", .controlCharacter), ("X: \u{7F}", .controlCharacter),
      ("X: \u{1B}[0m", .controlCharacter),
    ] as [(String, Refusal)])
  func fields(line: String, reason: Refusal) {
    #expect(refusal(get(line)) == reason)
    #expect(refusal("GET / HTTP/1.1\r\n\(line)\r\nHost: a\r\n\r\n") == reason)
  }

  @Test("High bytes are never taken for white space around a name or a value")
  func highBytes() {
    let name =
      Array("POST / HTTP/1.1\r\nHost: a\r\nContent-Length".utf8) + [0x85]
      + Array(": 5\r\n\r\n".utf8)
    #expect(refusal(name) == .malformedFieldName)
    let coding =
      Array("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: ".utf8) + [0xA0]
      + Array("chunked\r\n\r\n".utf8)
    #expect(refusal(coding) == .unsupportedTransferEncoding)
    let host = Array("GET / HTTP/1.1\r\nHost: a".utf8) + [0xFF, 13, 10, 13, 10]
    #expect(refusal(host) == .malformedHost)
  }

  @Test(
    "A 1.1 request has exactly one valid host",
    arguments: [
      ("", .missingHost), ("X-Host: a\r\n", .missingHost), ("Host:\r\n", .malformedHost),
      ("Host: a\r\nHost: a\r\n", .repeatedHost), ("Host: a\r\nhost: b\r\n", .repeatedHost),
      ("Host: a, b\r\n", .malformedHost), ("Host: a,b\r\n", .malformedHost),
      ("Host: a b\r\n", .malformedHost), ("Host: u@a\r\n", .malformedHost),
      ("Host: a\0.evil\r\n", .controlCharacter), ("Host: :80\r\n", .malformedHost),
      ("Host: a:8x\r\n", .malformedHost), ("Host: a:80:80\r\n", .malformedHost),
      ("Host: [::1\r\n", .malformedHost), ("Host: []\r\n", .malformedHost),
      ("Host: [::g]\r\n", .malformedHost), ("Host: [::1]x\r\n", .malformedHost),
      ("Host: a%2\r\n", .malformedHost), ("Host: a%zz\r\n", .malformedHost),
      ("Host: a/b\r\n", .malformedHost), ("Host: http://a\r\n", .malformedHost),
    ] as [(String, Refusal)])
  func host(lines: String, reason: Refusal) {
    #expect(refusal("GET / HTTP/1.1\r\n\(lines)\r\n") == reason)
    // An absolute target does not replace the field.
    #expect(refusal("GET http://k.test/ HTTP/1.1\r\n\(lines)\r\n") == reason)
  }

  @Test(
    "Content-Length is one run of digits that does not wrap",
    arguments: [
      "", "-5", "+5", "0x5", "0o5", "5.0", "5x", "0_5", "5 5", "5, 5", "5, 6", "5,", "٥", "５",
      "18446744073709551621", "9223372036854775808", "99999999999999999999999999",
    ])
  func contentLength(value: String) {
    #expect(refusal(get("Content-Length: \(value)")) == .malformedContentLength)
  }

  @Test(
    "Two ways of saying the length are refused",
    arguments: [
      (["Content-Length: 5", "Content-Length: 5"], .repeatedContentLength),
      (["Content-Length: 5", "content-length: 10"], .repeatedContentLength),
      (["Content-Length:", "Content-Length: 40"], .malformedContentLength),
      (["Content-Length: 5", "Transfer-Encoding: chunked"], .lengthWithTransferEncoding),
      (["Transfer-Encoding: chunked", "Content-Length: 0"], .lengthWithTransferEncoding),
      (["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"], .repeatedTransferEncoding),
      (["Transfer-Encoding: , chunked", "Content-Length: 5"], .unsupportedTransferEncoding),
      (["Transfer-Encoding:", "Content-Length: 5"], .malformedTransferEncoding),
      (["Transfer-Encoding:", " chunked"], .malformedTransferEncoding),
      (["Transfer-Encoding : chunked", "Content-Length: 5"], .malformedFieldName),
    ] as [([String], Refusal)])
  func twoFramings(lines: [String], reason: Refusal) {
    let block = lines.map { $0 + "\r\n" }.joined()
    #expect(refusal("POST / HTTP/1.1\r\nHost: a\r\n\(block)\r\n") == reason)
  }

  @Test(
    "Only the coding chunked is known, alone",
    arguments: [
      "xchunked", "chunkedchunked", "gzip", "gzip, chunked", "chunked, gzip", ",chunked",
      "\"chunked\"", "chunked;q=1", "identity", "chunked, chunked",
    ])
  func codings(value: String) {
    #expect(refusal(get("Transfer-Encoding: \(value)")) == .unsupportedTransferEncoding)
    #expect(Refusal.unsupportedTransferEncoding.status == .notImplemented)
  }

  @Test("A 1.0 message has no chunks")
  func oldChunks() {
    let text = "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"
    #expect(refusal(text) == .malformedTransferEncoding)
  }
}
