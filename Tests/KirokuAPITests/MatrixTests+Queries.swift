import HTTPCore
import Testing

extension MatrixTests {
  @Test("Refuses an unknown parameter by name, and a broken one, with all else that is wrong")
  func queries() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      // A token's first use is kept.
      _ = try await api.get("/v1/entries", token: token)
      let before = try await api.rows(of: token)
      for route in RouteCase.all where route.method != .get || route.permission != nil {
        let unknown = try await api.call(route, query: "?nosuch=1&nosuch=2", token: token)
        #expect(unknown.status == 422, "\(route.name): \(unknown)")
        #expect(unknown.faults == ["nosuch unknown-parameter"], "\(route.name)")
        let broken = try await api.call(route, query: "?a=%zz", token: token)
        #expect(broken.status == 400 && broken.string("code") == "malformed-query", "\(route.name)")
        guard route.takesBody else { continue }
        let both = try await api.call(
          route, query: "?nosuch=1", token: token, body: #"{"mood":1}"#)
        #expect(both.status == 422 && both.faults.first == "nosuch unknown-parameter")
        #expect(both.faults.contains("/mood unknown-field"), "\(route.name): \(both)")
        let list = try await api.call(route, query: "?nosuch=1", token: token, body: "[]")
        #expect(list.faults == ["nosuch unknown-parameter", " wrong-type"], "\(route.name)")
      }
      #expect(try await api.rows(of: token) == before)
    }
  }

  @Test("Lists what a lenient client gave too much, of query and body")
  func lenient() async throws {
    try await TestAPI.run { api in
      let lenient = [("Prefer", "handling=lenient")]
      for route in RouteCase.all where route.method != .get || route.permission != nil {
        let token = try await api.appToken()
        // The path of a record that is there, so that the answer is a good one.
        let made = try await api.post("/v1/entries", token: token, #"{"weightKg":65}"#)
        let tokens = try await api.get("/v1/tokens", token: token)
        let id =
          route.pattern.hasPrefix("/v1/tokens")
          ? tokens.string("tokens", "0", "id") : made.string("entry", "id")
        let target = route.pattern.hasPrefix("/v1/entries") ? id : made.string("undo", "opId")
        let answer = try await api.call(
          route, id: (route.takesID ? id : target) ?? "", query: "?q%2C=1", token: token, lenient)
        guard answer.status < 300 else { continue }
        #expect(answer.header("Kiroku-Ignored-Fields") == "?q%2C", "\(route.name): \(answer)")
      }
      let token = try await api.appToken()
      let both = try await api.post(
        "/v1/entries?x=1", token: token, #"{"weightKg":65,"mood":1}"#, lenient)
      #expect(both.status == 201 && both.header("Kiroku-Ignored-Fields") == "?x, /mood")
      let account = try await api.post("/v1/accounts?x", #"{"mood":1}"#, lenient)
      #expect(account.header("Kiroku-Ignored-Fields") == "?x, /mood")
    }
  }
}
