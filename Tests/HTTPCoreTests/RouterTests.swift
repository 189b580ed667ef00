import Testing

@testable import HTTPCore

@Suite("Router")
struct RouterTests {
  let router: Router<String> = {
    var router = Router<String>()
    router.add(.get, "/", "root")
    router.add(.get, "/v1/entries", "list")
    router.add(.post, "/v1/entries", "create")
    router.add(.get, "/v1/entries/suggested", "suggested")
    router.add(.get, "/v1/entries/{id}", "entry")
    router.add(.delete, "/v1/entries/{id}", "remove")
    router.add(.put, "/v1/habits/{habit}/days/{day}", "day")
    router.add(.get, "/v1/habits/today/days", "today")
    router.add(.head, "/h", "head")
    return router
  }()

  private func found(_ method: HTTPMethod, _ path: String) -> String {
    switch router.match(method, path) {
    case .found(let route, let parameters, let pattern):
      ([route, pattern] + parameters.values).joined(separator: " ")
    case .options(let allow): "options \(allow)"
    case .methodNotAllowed(let allow): "allow \(allow)"
    case .notFound: "not found"
    }
  }

  @Test(
    "A path finds its route, its pattern and its parameters",
    arguments: [
      (HTTPMethod.get, "/", "root /"),
      (.head, "/", "root /"),
      (.get, "/v1/entries", "list /v1/entries"),
      (.post, "/v1/entries", "create /v1/entries"),
      (.get, "/v1/entries/suggested", "suggested /v1/entries/suggested"),
      (.get, "/v1/entries/suggestedx", "entry /v1/entries/{id} suggestedx"),
      (.delete, "/v1/entries/9", "remove /v1/entries/{id} 9"),
      (.put, "/v1/habits/a/days/today", "day /v1/habits/{habit}/days/{day} a today"),
      // A literal that leads nowhere gives way to a name.
      (.put, "/v1/habits/today/days/b", "day /v1/habits/{habit}/days/{day} today b"),
      (.get, "/v1/%65ntries", "list /v1/entries"),
      (.get, "/v1/entries/a%2Fb", "entry /v1/entries/{id} a/b"),
      (.get, "/v1/entries/a+b", "entry /v1/entries/{id} a+b"),
      (.get, "/v1/entries/%E3%81%82", "entry /v1/entries/{id} あ"),
      (.get, "/v1/entries/%252e", "entry /v1/entries/{id} %2e"),
    ])
  func found(method: HTTPMethod, path: String, expected: String) {
    #expect(found(method, path) == expected)
  }

  @Test(
    "A path that is no route's is not found",
    arguments: [
      "", "v1", "*", "//", "/v1", "/v1/", "/v1/entries/", "/v1/entries//", "//v1/entries",
      "/V1/entries", "/v1/Entries", "/v1/entries/a/b", "/v1/entries;x=1", "/v1%2Fentries",
      "/v1/entries/%", "/v1/entries/%2", "/v1/entries/%zz", "/v1/entries/%ff%fe",
      "/v1/entries/%c0%ae", "/v1/habits//days/x", "/../etc", "/%0d%0aX:1",
    ])
  func notFound(path: String) {
    #expect(found(.get, path) == "not found")
    #expect(found(.delete, path) == "not found")
  }

  @Test(
    "Another method is refused with the sorted list of those allowed",
    arguments: [
      (HTTPMethod.delete, "/", "allow GET, HEAD, OPTIONS"),
      (.put, "/v1/entries", "allow GET, HEAD, OPTIONS, POST"),
      (.other("FOO"), "/v1/entries/9", "allow DELETE, GET, HEAD, OPTIONS"),
      (.get, "/h", "allow HEAD, OPTIONS"),
      (.delete, "/v1/entries/suggested", "allow GET, HEAD, OPTIONS"),
      (.other("get"), "/", "allow GET, HEAD, OPTIONS"),
      (.options, "/v1/entries", "options GET, HEAD, OPTIONS, POST"),
    ])
  func otherMethod(method: HTTPMethod, path: String, expected: String) {
    #expect(found(method, path) == expected)
  }

  @Test("A head is matched by its path, whatever its query and form")
  func heads() throws {
    for target in ["/v1/entries/suggested?limit=7", "http://k.test/v1/entries/suggested"] {
      let head = try #require(parsedHead("GET \(target) HTTP/1.1\r\nHost: k.test\r\n\r\n"))
      guard case .found("suggested", _, _) = router.match(head) else {
        Issue.record("\(target) is not found")
        continue
      }
    }
    let bare = try #require(parsedHead("GET http://k.test HTTP/1.1\r\nHost: k.test\r\n\r\n"))
    guard case .found("root", _, _) = router.match(bare) else {
      Issue.record("a target without a path is the root")
      return
    }
  }

  @Test("The server as a whole has the methods of all its paths")
  func asterisk() throws {
    let head = try #require(parsedHead("OPTIONS * HTTP/1.1\r\nHost: k.test\r\n\r\n"))
    guard case .options(allow: "DELETE, GET, HEAD, OPTIONS, POST, PUT") = router.match(head) else {
      Issue.record("not answered: \(router.match(head))")
      return
    }
    guard case .options(allow: "OPTIONS") = Router<String>().match(head) else {
      Issue.record("a server without routes")
      return
    }
  }

  @Test("Parameters are read by name")
  func parameters() throws {
    guard case .found(_, let parameters, _) = router.match(.put, "/v1/habits/a/days/b") else {
      Issue.record("not found")
      return
    }
    #expect(parameters["habit"] == "a")
    #expect(parameters["day"] == "b")
    #expect(parameters["other"] == nil)
  }

  @Test("The table lists every route in its order")
  func table() {
    #expect(router.table.count == 9)
    #expect(router.table[2] == (.post, "/v1/entries"))
  }
}
