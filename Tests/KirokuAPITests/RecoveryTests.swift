import HTTPCore
import JSON
import KirokuAPI
import KirokuCore
import Postgres
import Testing

@Suite("Getting into an account without a token")
struct RecoveryTests {
  private static func recover(
    _ api: TestAPI, _ code: String, _ headers: [(String, String)] = []
  ) async throws -> Answer {
    try await api.post("/v1/accounts/recover", "{\"recoveryCode\":\"\(code)\"}", headers)
  }

  private static func claim(
    _ api: TestAPI, _ code: String, _ headers: [(String, String)] = []
  ) async throws -> Answer {
    try await api.post("/v1/pairings/claim", "{\"code\":\"\(code)\"}", headers)
  }

  @Test("A recovery code gives a token with all rights and the next code, and works no more")
  func recovery() async throws {
    try await TestAPI.run { api in
      let made = try await api.post("/v1/accounts", #"{"locale":"ja"}"#)
      let code = try #require(made.string("recoveryCode"))
      let old = try #require(made.string("tokens", "0", "secret"))
      _ = try await api.post("/v1/entries", token: old, #"{"weightKg":65.2}"#)
      let answer = try await Self.recover(api, code.lowercased())
      #expect(answer.status == 201 && answer.header(.cacheControl) == "no-store")
      #expect(answer.string("account", "id") == made.string("account", "id"))
      #expect(answer.header(.contentLanguage) == "ja")
      let token = try #require(answer.string("token", "secret"))
      #expect(try await api.get("/v1/entries", token: token).weights == ["65.2"])
      #expect(try await api.get("/v1/entries", token: old).status == 200)
      let again = try await Self.recover(api, code)
      #expect(again.status == 409 && again.string("code") == "secret-already-used")
      let next = try #require(answer.string("recoveryCode"))
      #expect(next != code)
      #expect(try await Self.recover(api, next).status == 201)
      let first = try await Self.recover(api, code)
      #expect(first.status == 403 && first.string("code") == "recovery-code-invalid")
    }
  }

  @Test("A code whose answer was lost works once more, and what was lost works no more")
  func lost() async throws {
    try await TestAPI.run { api in
      let code = try #require(try await api.post("/v1/accounts", "{}").string("recoveryCode"))
      let lost = try await Self.recover(api, code)
      let answer = try await Self.recover(api, code)
      #expect(answer.status == 201)
      let stale = try #require(lost.string("token", "secret"))
      #expect(try await api.get("/v1/entries", token: stale).status == 401)
      #expect(try await Self.recover(api, lost.string("recoveryCode") ?? "").status == 403)
      let token = try #require(answer.string("token", "secret"))
      #expect(try await api.get("/v1/entries", token: token).status == 200)
    }
  }

  @Test("What is no code is refused in words, without saying it back")
  func invalidRecovery() async throws {
    try await TestAPI.run { api in
      let code = try #require(try await api.post("/v1/accounts", "{}").string("recoveryCode"))
      let typo = code.dropLast() + (code.hasSuffix("A") ? "B" : "A")
      let answer = try await Self.recover(api, String(typo))
      #expect(answer.status == 422 && answer.faults == ["/recoveryCode invalid-format"])
      #expect(!answer.text.contains(code.prefix(9)))
      let missing = try await api.post("/v1/accounts/recover", #"{"x":1}"#)
      #expect(missing.faults == ["/recoveryCode required", "/x unknown-field"])
      // A code that was never anybody's, of the same form.
      let other = try await api.post("/v1/accounts", "{}")
      let foreign = try #require(other.string("recoveryCode"))
      try await api.execute("update recovery_codes set code_sha256 = sha256('x')")
      let unknown = try await Self.recover(api, foreign)
      #expect(unknown.status == 403 && unknown.string("code") == "recovery-code-invalid")
      try await api.execute("delete from account_revisions")
      #expect(try await Self.recover(api, foreign).status == 403)
    }
  }

  @Test("A repeated sign-up gives another recovery code, and the first one ends")
  func signUpAgain() async throws {
    try await TestAPI.run { api in
      let headers = [("Idempotency-Key", "0190f1c2-aabb-4ccd-8eef-0123456789ab")]
      let first = try await api.post("/v1/accounts", "{}", headers)
      let second = try await api.post("/v1/accounts", "{}", headers)
      #expect(try await Self.recover(api, first.string("recoveryCode") ?? "").status == 403)
      #expect(try await Self.recover(api, second.string("recoveryCode") ?? "").status == 201)
      #expect(try await api.post("/v1/accounts", "{}", headers).status == 409)
    }
  }

  @Test("A pairing code gives the token that its maker chose, once")
  func pairing() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let made = try await api.post(
        "/v1/pairings", token: token, #"{"scope":"intent","label":"watch"}"#)
      #expect(made.status == 201 && made.header(.cacheControl) == "no-store")
      #expect(made.string("pairing", "expiresAt") == "2026-12-01T07:40:00Z")
      let code = try #require(made.string("pairing", "code"))
      let claimed = try await Self.claim(api, " " + code.lowercased())
      #expect(claimed.status == 201 && claimed.string("token", "scope") == "intent")
      #expect(claimed.string("token", "label") == "watch")
      let secret = try #require(claimed.string("token", "secret"))
      #expect(
        try await api.post("/v1/entries", token: secret, #"{"weightKg":65}"#).status == 201)
      let again = try await Self.claim(api, code)
      #expect(again.status == 403 && again.string("code") == "pairing-code-invalid")
      #expect(try await api.get("/v1/entries", token: secret).status == 200)
    }
  }

  @Test("A pairing code ends with time and with the next one; what is none is refused")
  func pairingEnds() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      func make() async throws -> String {
        let made = try await api.post("/v1/pairings", token: token, #"{"scope":"read"}"#)
        return made.string("pairing", "code") ?? ""
      }
      let first = try await make()
      let second = try await make()
      #expect(try await Self.claim(api, first).status == 403)
      try await api.execute("update pairings set expires_at = '2026-12-01T07:30:00Z'")
      #expect(try await Self.claim(api, second).status == 403)
      let bad = try await api.post(
        "/v1/pairings/claim", #"{"code":"ABCD-1","x":1}"#, [("Idempotency-Key", "guessable")])
      #expect(
        bad.faults == [
          "Idempotency-Key invalid-format", "/code invalid-format", "/x unknown-field",
        ])
      #expect(try await api.post("/v1/pairings/claim", "{}").faults == ["/code required"])
    }
  }

  @Test("Lost answers of a pairing can be asked for again until its token was used")
  func pairingAgain() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let key = [("Idempotency-Key", "pair")]
      let body = #"{"scope":"read"}"#
      let lost = try await api.post("/v1/pairings", token: token, body, key)
      let made = try await api.post("/v1/pairings", token: token, body, key)
      let code = try #require(made.string("pairing", "code"))
      #expect(try await Self.claim(api, lost.string("pairing", "code") ?? "").status == 403)
      let other = try await api.post("/v1/pairings", token: token, #"{"scope":"app"}"#, key)
      #expect(other.status == 422 && other.string("code") == "idempotency-key-reused")

      let claimKey = [("Idempotency-Key", "0190f1c2-aabb-4ccd-8eef-0123456789ab")]
      let first = try await Self.claim(api, code, claimKey)
      let second = try await Self.claim(api, code, claimKey)
      #expect(first.status == 201 && second.status == 201)
      #expect(
        try await api.get("/v1/entries", token: first.string("token", "secret")).status == 401)
      #expect(
        try await api.get("/v1/entries", token: second.string("token", "secret")).status == 200)
      let third = try await Self.claim(api, code, claimKey)
      #expect(third.status == 409 && third.string("code") == "secret-already-used")
      #expect(try await Self.claim(api, code).status == 403)
      let after = try await api.post("/v1/pairings", token: token, body, key)
      #expect(after.status == 409 && after.string("code") == "secret-already-used")
    }
  }

  @Test("An address tries so many codes and no more, until time has passed")
  func limited() async throws {
    try await TestAPI.run(limit: AddressLimit(burst: 2, refillSeconds: 60)) { api in
      for _ in 1...2 { #expect(try await Self.claim(api, "ABCD-2345").status == 403) }
      var random = SystemRandomNumberGenerator()
      let code = RecoveryCode(accountID: UUIDBytes(high: 1, low: 1), using: &random).text
      for (path, body) in [
        ("/v1/pairings/claim", #"{"code":"ABCD-2345"}"#),
        ("/v1/accounts/recover", "{\"recoveryCode\":\"\(code)\"}"),
      ] {
        let answer = try await api.post(path, body)
        #expect(answer.status == 429 && answer.header(.retryAfter) == "60")
        #expect(answer.header("RateLimit") == "\"codes\";r=0;t=60")
      }
      api.clock.advance(seconds: 60)
      #expect(try await Self.claim(api, "ABCD-2345").status == 403)
    }
  }
}
