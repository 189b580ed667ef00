import HTTPCore
import Postgres
import Testing

@Suite("Who may do what")
struct AccessTests {
  static let routes: [(method: String, path: String)] = [
    ("POST", "/v1/entries"), ("GET", "/v1/entries"), ("GET", "/v1/entries/suggested"),
    ("GET", "/v1/entries/019ad8f2-7b10-7e44-8c0f-54f1c0b7d9aa"),
  ]

  @Test("A token without the scope is 403 before its request is looked at, and told what it lacks")
  func forbidden() async throws {
    try await TestAPI.run { api in
      let tokens = try await api.account(
        #"{"locale":"ja"}"#, scopes: #"["app","widget","intent","read"]"#)
      for (method, path) in Self.routes {
        let body: [UInt8]? = method == "POST" ? Array("{".utf8) : nil
        let answer = try await api.send(method, path, token: tokens["widget"], body: body)
        #expect(answer.status == 403 && answer.string("code") == "insufficient-scope")
        #expect(answer.header(.contentLanguage) == "ja")
        let scopes = method == "POST" ? "app intent" : "app intent read"
        #expect(
          answer.header(.wwwAuthenticate)
            == #"Bearer realm="kiroku", error="insufficient_scope", scope="\#(scopes)""#)
      }
      let read = try await api.post("/v1/entries", token: tokens["read"], #"{"weightKg":65}"#)
      #expect(read.status == 403)
      #expect(try await api.storedRows() == 0)
      let intent = try await api.post("/v1/entries", token: tokens["intent"], #"{"weightKg":65}"#)
      #expect(intent.status == 201)
      for scope in ["app", "intent", "read"] {
        let answer = try await api.get("/v1/entries", token: tokens[scope])
        #expect(answer.status == 200 && answer.weights == ["65"])
      }
    }
  }

  @Test("Another account's entry is the same 404 as a missing one, and as no id at all")
  func foreign() async throws {
    try await TestAPI.run { api in
      let mine = try await api.appToken()
      let yours = try await api.appToken()
      let made = try await api.post("/v1/entries", token: yours, #"{"weightKg":65}"#)
      let id = try #require(made.string("entry", "id"))
      let foreign = try await api.get("/v1/entries/\(id)", token: mine)
      let missing = try await api.get(
        "/v1/entries/019ad8f2-7b10-7e44-8c0f-54f1c0b7d9aa", token: mine)
      let noID = try await api.get("/v1/entries/a%2Fb", token: mine)
      #expect(foreign.status == 404 && foreign.string("code") == "not-found")
      #expect(foreign.text == missing.text && foreign.text == noID.text)
      #expect(try await api.get("/v1/entries", token: mine).weights.isEmpty)
      #expect(try await api.get("/v1/entries/suggested", token: mine).weights.isEmpty)
    }
  }
}
