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
    let rest = Array(bytes[consumed...])
    guard case .head(let second, let end) = parser.parse(rest.span) else {
      Issue.record("no second head")
      return
    }
    #expect(second.method == .head)
    #expect(end == rest.count)
    #expect(parser.isIdle)
  }

  @Test("A repeated field keeps every value in order")
  func repeated() throws {
    let head = try #require(parsedHead(get("X-A: 1", "x-a: 2", "X-B: 3")))
    #expect(head.values(of: "X-A") == ["1", "2"])
    #expect(head.count(of: "X-A") == 2)
    #expect(head.withValue(of: "X-B") { $0[0] } == 0x33)
  }
}
