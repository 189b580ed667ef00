import Testing

@testable import HTTPCore

@Suite("Request parser: what is accepted")
struct RequestParserTests {
  @Test("A plain request is taken apart into method, target, version and fields")
  func plain() throws {
    let head = try #require(
      parsedHead("GET /v1/entries?limit=5 HTTP/1.1\r\nhOsT:\tk.test \r\nX-Empty:\r\n\r\n"))
    #expect(head.method == .get)
    #expect(head.target == "/v1/entries?limit=5")
    #expect(head.path == "/v1/entries")
    #expect(head.query == "limit=5")
    #expect(head.version == .http11)
    #expect(head.framing == .none)
    #expect(head.keepsAlive)
    #expect(!head.expectsContinue)
    #expect(head.value(of: .host) == "k.test")
    #expect(head.value(of: "x-EMPTY") == "")
    #expect(head.value(of: .authorization) == nil)
  }

  @Test("Bytes after the head are not consumed, and the parser reads the next head from them")
  func pipelined() {
    let bytes = Array((get() + "HEAD /b HTTP/1.1\r\nHost: k.test\r\n\r\n").utf8)
    var parser = RequestParser()
    guard case .head(let first, let consumed) = parser.parse(bytes.span) else {
      Issue.record("no first head")
      return
    }
    #expect(first.path == "/")
    #expect(parser.isIdle)
    let rest = Array(bytes[consumed...])
    guard case .head(let second, let end) = parser.parse(rest.span) else {
      Issue.record("no second head")
      return
    }
    #expect(second.method == .head)
    #expect(end == rest.count)
  }

  @Test("A repeated field keeps every value in order")
  func repeated() throws {
    let head = try #require(parsedHead(get("X-A: 1", "x-a: 2", "X-B: 3")))
    #expect(head.values(of: "X-A") == ["1", "2"])
    #expect(head.count(of: "X-A") == 2)
    #expect(head.withValue(of: "X-B") { $0[0] } == 0x33)
  }

  @Test("Every known method is recognised, and only in capitals")
  func methods() throws {
    let known: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options, .trace]
    for method in known {
      #expect(parsedHead("\(method.name) / HTTP/1.1\r\nHost: a\r\n\r\n")?.method == method)
    }
    for name in ["get", "FOO", "GETGETGETGET", "M-SEARCH"] {
      #expect(parsedHead("\(name) / HTTP/1.1\r\nHost: a\r\n\r\n")?.method == .other(name))
    }
    // The proxy's method is refused whatever its target.
    #expect(refusal("CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n") == .unsupportedMethod)
  }

  @Test(
    "A target gives path and query in each of its forms",
    arguments: [
      ("GET", "/", "/", nil),
      ("GET", "/a/b", "/a/b", nil),
      ("GET", "/a?", "/a", ""),
      ("GET", "/a?b?c=/d", "/a", "b?c=/d"),
      ("GET", "/%zz", "/%zz", nil),
      ("GET", "//evil.test/a", "//evil.test/a", nil),
      ("GET", "http://k.test/a?b", "/a", "b"),
      ("GET", "HTTP://k.test:80", "/", nil),
      ("GET", "https://[::1]?q", "/", "q"),
      ("OPTIONS", "*", "*", nil),
    ] as [(String, String, String, String?)])
  func targets(method: String, target: String, path: String, query: String?) throws {
    let head = try #require(parsedHead("\(method) \(target) HTTP/1.1\r\nHost: k.test\r\n\r\n"))
    #expect(head.target == target)
    #expect(head.path == path)
    #expect(head.withPath { utf8($0.copied()) } == path)
    #expect(head.query == query)
  }

  @Test("A minor version above 1 is served as 1.1")
  func versions() {
    #expect(parsedHead("GET / HTTP/1.2\r\nHost: a\r\n\r\n")?.version == .http11)
    #expect(parsedHead("GET / HTTP/1.0\r\n\r\n")?.version == .http10)
  }

  @Test(
    "The connection lives on as version and Connection say",
    arguments: [
      ("1.1", nil, true), ("1.1", "close", false), ("1.1", "Close", false),
      ("1.1", "keep-alive, close", false), ("1.1", "Upgrade, HTTP2-Settings", true),
      ("1.1", "closed", true), ("1.0", nil, false), ("1.0", "Keep-Alive", true),
      ("1.0", "keep-alive,close", false), ("1.0", "Upgrade", false),
    ] as [(String, String?, Bool)])
  func keepAlive(version: String, connection: String?, keepsAlive: Bool) {
    let field = connection.map { "Connection: \($0)\r\n" } ?? ""
    let head = parsedHead("GET / HTTP/\(version)\r\nHost: a\r\n\(field)\r\n")
    #expect(head?.keepsAlive == keepsAlive)
  }

  @Test(
    "The framing follows Content-Length and Transfer-Encoding",
    arguments: [
      ("Content-Length: 0", BodyFraming.none), ("Content-Length: 5", .length(5)),
      ("content-LENGTH:00010", .length(10)), ("Content-Length: 1099511627776", .length(1 << 40)),
      ("Transfer-Encoding: chunked", .chunked), ("transfer-encoding:\tChUnKeD \t", .chunked),
      ("Content_Length: 36", .none), ("Transfer_Encoding: chunked", .none),
    ])
  func framing(field: String, framing: BodyFraming) {
    #expect(parsedHead(get(field))?.framing == framing)
  }

  @Test("A 100 is expected only by a 1.1 client with a body")
  func expectation() {
    let length = "Content-Length: 5"
    #expect(parsedHead(get("Expect: 100-CONTINUE", length))?.expectsContinue == true)
    #expect(parsedHead(get("Expect: 100-continue"))?.expectsContinue == false)
    let old = "POST / HTTP/1.0\r\nExpect: 100-continue\r\n\(length)\r\n\r\n"
    #expect(parsedHead(old)?.expectsContinue == false)
    #expect(parsedHead("POST / HTTP/1.0\r\nExpect: tea\r\n\r\n") != nil)
    #expect(refusal(get("Expect: 200-maybe")) == .unsupportedExpectation)
  }

  @Test(
    "A host may be a name, an address, a port, and escaped",
    arguments: [
      "k.test", "K.TEST", "127.0.0.1:8080", "[::1]", "[::1]:8080", "[::ffff:1.2.3.4]:80",
      "k%2etest",
      "a_b.test", "k.test:", "xn--fsq.test",
    ])
  func hosts(host: String) {
    #expect(parsedHead("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n") != nil)
  }

  @Test("One empty line before a request is skipped")
  func leadingEmptyLine() {
    #expect(parsedHead("\r\n" + get())?.method == .get)
    var parser = RequestParser()
    guard case .incomplete = parser.parse(Array("\r\n".utf8).span) else {
      Issue.record("an empty line is no request")
      return
    }
    #expect(parser.isIdle)
  }

  @Test("High bytes in an ordinary value are data, and ill-formed UTF-8 is replaced")
  func obsoleteText() {
    let bytes = Array("GET / HTTP/1.1\r\nHost: a\r\nX-Note: caf".utf8) + [0xE9, 13, 10, 13, 10]
    var parser = RequestParser()
    guard case .head(let head, _) = parser.parse(bytes.span) else {
      Issue.record("refused")
      return
    }
    #expect(head.value(of: "X-Note") == "caf\u{FFFD}")
    #expect(head.withValue(of: "X-Note") { $0[3] } == 0xE9)
  }

  @Test(
    "What was begun is incomplete, not refused",
    arguments: [
      "", "\r", "\r\n", "G", "GET ", "GET /he", "GET / HTTP/1.1", "GET / HTTP/1.1\r",
      "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHos", "GET / HTTP/1.1\r\nHost: k.test\r\n",
      "GET / HTTP/1.1\r\nHost: k.test\r\n\r",
    ])
  func incomplete(text: String) {
    #expect(parse(text) == .incomplete)
  }
}
