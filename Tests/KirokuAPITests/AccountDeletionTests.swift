import HTTPCore
import KirokuAPI
import Postgres
import Testing

@Suite("Deleting an account")
struct AccountDeletionTests {
  @Test("Nothing of it is left in any table, its tokens end, and other accounts stay as they are")
  func deleted() async throws {
    try await TestAPI.run { api in
      let other = try await api.appToken()
      _ = try await api.post("/v1/entries", token: other, #"{"weightKg":70}"#)
      let before = try await api.rows(of: other)
      let tokens = try await api.account(scopes: #"["app","intent"]"#)
      let token = try #require(tokens["app"])
      let made = try await api.post("/v1/entries", token: token, #"{"weightKg":65}"#)
      _ = try await api.post(
        "/v1/undo", token: token, "{\"opId\":\"\(made.string("undo", "opId") ?? "")\"}")
      _ = try await api.send(
        "PATCH", "/v1/account", token: token, [("Idempotency-Key", "k")],
        body: Array(#"{"unit":"lb"}"#.utf8))
      _ = try await api.post("/v1/pairings", token: token, #"{"scope":"read"}"#)
      #expect(try await api.rows(of: token).contains("read"))

      let wrong = try await api.send("DELETE", "/v1/account", token: tokens["intent"])
      #expect(wrong.status == 403)
      let answer = try await api.send("DELETE", "/v1/account", token: token)
      #expect(answer.status == 204 && answer.text.isEmpty)
      let empty = try await api.rows(of: TestAPI.strangeToken(like: token))
      for line in empty.split(separator: "\n") { #expect(line.hasSuffix(": ")) }
      #expect(empty.contains("account_revisions: "))
      for token in tokens.values {
        #expect(try await api.get("/v1/entries", token: token).status == 401)
        #expect(try await api.post("/v1/entries", token: token, #"{"weightKg":65}"#).status == 401)
      }
      #expect(try await api.send("DELETE", "/v1/account", token: token).status == 401)
      #expect(try await api.rows(of: other) == before)
    }
  }

  @Test("A token that nobody has used can do it too")
  func first() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      #expect(try await api.send("DELETE", "/v1/account", token: token).status == 204)
    }
  }
}
