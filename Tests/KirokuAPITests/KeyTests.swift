import HTTPCore
import KirokuAPI
import Testing

@Suite("Keys that were used for something else")
struct KeyTests {
  private static let key = "0190a5c2-7b1e-7c3d-8e4f-5a6b7c8d9e0f"
  private static let header = [("Idempotency-Key", key)]

  @Test(
    "The key of what is no operation can't be an operation's, and can't be undone",
    arguments: [
      ("PATCH", "/v1/account", #"{"weekStart":7}"#),
      ("POST", "/v1/tokens", #"{"scope":"read"}"#),
      ("POST", "/v1/pairings", #"{"scope":"read"}"#),
    ])
  func reused(method: String, path: String, body: String) async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      // The first write is of a token and an account that nothing is known of yet.
      let entry = #"{"weightKg":65}"#
      let put = try await api.post("/v1/entries", token: token, entry)
      #expect(put.status == 201)
      let used = try await api.send(
        method, path, token: token, Self.header, body: Array(body.utf8))
      #expect(used.status == 200 || used.status == 201)

      let id = put.string("entry", "id") ?? ""
      let writes = [
        ("POST", "/v1/entries", entry), ("PUT", "/v1/entries/\(id)", #"{"weightKg":66}"#),
        ("PATCH", "/v1/entries/\(id)", #"{"weightKg":66}"#), ("DELETE", "/v1/entries/\(id)", ""),
        ("POST", "/v1/undo", "{}"),
      ]
      for (method, path, body) in writes {
        let answer = try await api.send(
          method, path, token: token, Self.header, body: body.isEmpty ? nil : Array(body.utf8))
        #expect(
          answer.status == 422 && answer.string("code") == "idempotency-key-reused", "\(path)")
      }
      let undo = try await api.post("/v1/undo", token: token, "{\"opId\":\"\(Self.key)\"}")
      #expect(undo.status == 422 && undo.string("code") == "not-undoable")
      let other = try await api.post("/v1/entries", token: token, entry)
      #expect(other.status == 201)
    }
  }
}
