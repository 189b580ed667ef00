import HTTPCore
import JSON
import KirokuAPI
import Postgres
import Testing

@Suite("Tokens over HTTP")
struct TokenTests {
  @Test(
    "A token is issued, does what its scope allows, is listed with its last use, and ends at once")
  func life() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let made = try await api.post(
        "/v1/tokens", token: token, #"{"scope":"read","label":"表計算"}"#)
      #expect(made.status == 201 && made.string("token", "scope") == "read")
      #expect(made.header(.cacheControl) == "no-store")
      let id = try #require(made.string("token", "id"))
      let secret = try #require(made.string("token", "secret"))
      #expect(try await api.get("/v1/entries", token: secret).status == 200)
      let write = try await api.post("/v1/entries", token: secret, #"{"weightKg":65}"#)
      #expect(write.status == 403)

      let list = try await api.get("/v1/tokens", token: token)
      #expect(list.status == 200 && !list.text.contains("krk_"))
      #expect(list.string("tokens", "0", "current") == "true")
      #expect(list.string("tokens", "1", "id") == id)
      #expect(list.string("tokens", "1", "label") == "表計算")
      #expect(list.string("tokens", "1", "current") == "false")
      #expect(list.string("tokens", "1", "lastUsedAt")?.hasSuffix(":00Z") == true)

      for _ in 0..<2 {
        let ended = try await api.send("DELETE", "/v1/tokens/\(id)", token: token)
        #expect(ended.status == 204 && ended.text.isEmpty)
        #expect(try await api.get("/v1/entries", token: secret).status == 401)
      }
      let after = try await api.get("/v1/tokens", token: token)
      #expect(after["tokens", "1"] == nil)
    }
  }

  @Test("A token can end itself with its first request")
  func own() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let list = try await api.get("/v1/tokens", token: token)
      let made = try await api.post("/v1/tokens", token: token, #"{"scope":"app"}"#)
      let secret = try #require(made.string("token", "secret"))
      let id = try #require(made.string("token", "id"))
      #expect(try await api.send("DELETE", "/v1/tokens/\(id)", token: secret).status == 204)
      #expect(try await api.get("/v1/tokens", token: secret).status == 401)
      #expect(try await api.get("/v1/tokens", token: token).text != "" && list.status == 200)
    }
  }

  @Test("A lost answer can be asked for again until its secret was used")
  func repeated() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let key = [("Idempotency-Key", "sheet")]
      let body = #"{"scope":"read","label":"sheet"}"#
      let first = try await api.post("/v1/tokens", token: token, body, key)
      let second = try await api.post("/v1/tokens", token: token, body, key)
      let old = try #require(first.string("token", "secret"))
      let new = try #require(second.string("token", "secret"))
      #expect(second.status == 201 && old != new)
      #expect(try await api.get("/v1/entries", token: old).status == 401)
      let other = try await api.post("/v1/tokens", token: token, #"{"scope":"app"}"#, key)
      #expect(other.status == 422 && other.string("code") == "idempotency-key-reused")
      #expect(try await api.get("/v1/entries", token: new).status == 200)
      let third = try await api.post("/v1/tokens", token: token, body, key)
      #expect(third.status == 409 && third.string("code") == "secret-already-used")
      #expect(try await api.get("/v1/entries", token: new).status == 200)
      let list = try await api.get("/v1/tokens", token: token)
      #expect(list["tokens", "1"] != nil && list["tokens", "2"] == nil)
      _ = try await api.post(
        "/v1/entries", token: token, #"{"weightKg":65}"#, [("Idempotency-Key", "entry")])
      let entrys = try await api.post(
        "/v1/tokens", token: token, body, [("Idempotency-Key", "entry")])
      #expect(entrys.status == 422 && entrys.string("code") == "idempotency-key-reused")
    }
  }

  @Test("No wider scope is minted, and none that is none of an account")
  func wider() async throws {
    try await TestAPI.run { api in
      let tokens = try await api.account(scopes: #"["app","intent","widget","read"]"#)
      for scope in ["intent", "widget", "read"] {
        for path in ["/v1/tokens", "/v1/pairings"] {
          let answer = try await api.post(path, token: tokens[scope], #"{"scope":"app"}"#)
          #expect(answer.status == 403 && answer.string("code") == "insufficient-scope")
        }
      }
      for path in ["/v1/tokens", "/v1/pairings"] {
        let app = tokens["app"]
        let analytics = try await api.post(path, token: app, #"{"scope":"analytics"}"#)
        #expect(analytics.status == 403 && analytics.string("code") == "insufficient-scope")
        let invalid = try await api.post(
          path, token: app,
          #"{"scope":"root","label":"\#(String(repeating: "a", count: 101))","x":1}"#)
        #expect(
          invalid.faults == ["/scope not-one-of", "/label too-long", "/x unknown-field"])
        #expect(try await api.post(path, token: app, "{}").faults == ["/scope required"])
      }
      #expect(try await api.get("/v1/tokens", token: tokens["app"])["tokens", "4"] == nil)
    }
  }

  @Test("An account sees and ends only its own tokens")
  func foreign() async throws {
    try await TestAPI.run { api in
      let mine = try await api.appToken()
      let yours = try await api.appToken()
      let list = try await api.get("/v1/tokens", token: yours)
      let id = try #require(list.string("tokens", "0", "id"))
      #expect(list["tokens", "1"] == nil)
      let answer = try await api.send("DELETE", "/v1/tokens/\(id)", token: mine)
      #expect(answer.status == 404 && answer.string("code") == "not-found")
      #expect(try await api.send("DELETE", "/v1/tokens/x", token: mine).status == 404)
      #expect(try await api.get("/v1/tokens", token: yours).status == 200)
    }
  }

  @Test("An account has a hundred tokens at most")
  func limit() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      try await api.execute(
        """
        insert into tokens (account_id, id, scope, secret_sha256)
        select account_id, gen_random_uuid(), 'read', sha256(n::text::bytea)
        from accounts, generate_series(1, 99) n
        """)
      let answer = try await api.post("/v1/tokens", token: token, #"{"scope":"read"}"#)
      #expect(answer.status == 409 && answer.string("code") == "too-many-tokens")
      try await api.execute("update tokens set revoked_at = now() where scope = 'read'")
      #expect(
        try await api.post("/v1/tokens", token: token, #"{"scope":"read"}"#).status == 201)
    }
  }
}
