import HTTPCore
import KirokuAPI
import Testing

@Suite("Accounts over HTTP")
struct AccountTests {
  @Test("All fields are optional, and so is the body")
  func defaults() async throws {
    try await TestAPI.run { api in
      for body in [nil, Array("{}".utf8)] as [[UInt8]?] {
        let made = try await api.send(
          "POST", "/v1/accounts", [("Accept-Language", "ja")], body: body)
        #expect(made.status == 201)
        for (name, value) in [
          ("timeZone", "UTC"), ("dayStart", "0"), ("weekStart", "1"), ("unit", "kg"),
          ("locale", "ja"), ("rev", "0"),
        ] {
          #expect(made.string("account", name) == value, "\(name)")
        }
        #expect(made.header(.cacheControl) == "no-store")
        for (index, scope) in ["app", "widget", "intent"].enumerated() {
          #expect(made.string("tokens", "\(index)", "scope") == scope)
          let secret = made.string("tokens", "\(index)", "secret")
          #expect(secret?.hasPrefix("krk_") == true && secret?.utf8.count == 88)
        }
      }
    }
  }

  @Test("What a person chooses is kept")
  func settings() async throws {
    try await TestAPI.run { api in
      let made = try await api.post(
        "/v1/accounts",
        #"{"timeZone":"Asia/Tokyo","locale":"en","unit":"lb","dayStart":180,"weekStart":7,"scopes":["read"]}"#
      )
      #expect(made.status == 201)
      #expect(made.string("account", "timeZone") == "Asia/Tokyo")
      #expect(made.string("account", "dayStart") == "180")
      #expect(made.string("account", "unit") == "lb")
      #expect(made.string("tokens", "0", "scope") == "read")
    }
  }

  @Test("All faults are named, and nothing is made")
  func faults() async throws {
    try await TestAPI.run { api in
      let answer = try await api.post(
        "/v1/accounts",
        #"{"timeZone":"JST","locale":"fr","unit":1,"dayStart":721,"weekStart":0.5,"scopes":["app","root","app"],"x":1}"#,
        [("Idempotency-Key", "guessable")])
      #expect(answer.status == 422)
      #expect(
        answer.faults == [
          "Idempotency-Key invalid-format", "/locale not-one-of", "/unit wrong-type",
          "/dayStart out-of-range", "/weekStart not-whole", "/scopes/1 not-one-of",
          "/scopes/2 repeated", "/x unknown-field", "/timeZone unknown-time-zone",
        ])
      #expect(try await api.post("/v1/accounts", #"{"scopes":[]}"#).faults == ["/scopes required"])
      let analytics = try await api.post("/v1/accounts", #"{"scopes":["analytics"]}"#)
      #expect(analytics.faults == ["/scopes/0 not-one-of"])
    }
  }

  @Test("A lost answer can be asked for again until a secret was used")
  func repeated() async throws {
    try await TestAPI.run { api in
      let headers = [("Idempotency-Key", "0190f1c2-aabb-4ccd-8eef-0123456789ab")]
      let first = try await api.post("/v1/accounts", "{}", headers)
      let second = try await api.post("/v1/accounts", "{}", headers)
      #expect(first.status == 201 && second.status == 201)
      #expect(first.string("account", "id") == second.string("account", "id"))
      let old = try #require(first.string("tokens", "0", "secret"))
      let new = try #require(second.string("tokens", "0", "secret"))
      #expect(old != new)
      #expect(try await api.get("/v1/entries", token: old).status == 401)
      #expect(try await api.get("/v1/entries", token: new).status == 200)
      let third = try await api.post("/v1/accounts", "{}", headers)
      #expect(third.status == 409 && third.string("code") == "secret-already-used")
      #expect(try await api.get("/v1/entries", token: new).status == 200)
    }
  }

  @Test("Sign-up can be closed")
  func closed() async throws {
    try await TestAPI.run(signUp: .closed) { api in
      let answer = try await api.post("/v1/accounts", "{}")
      #expect(answer.status == 403 && answer.string("code") == "sign-up-closed")
    }
  }

  @Test("Sign-up can be for the invited")
  func invite() async throws {
    try await TestAPI.run(signUp: .invite(code: "桜")) { api in
      for body in ["{}", #"{"inviteCode":"梅"}"#, #"{"inviteCode":""}"#] {
        let answer = try await api.post("/v1/accounts", body)
        #expect(answer.status == 403 && answer.string("code") == "invite-invalid")
      }
      #expect(try await api.post("/v1/accounts", #"{"inviteCode":"桜"}"#).status == 201)
    }
  }

  @Test("What is refused for how it is written is not counted; a guess is")
  func whatIsCounted() async throws {
    let limit = AddressLimit(burst: 2, refillSeconds: 60)
    try await TestAPI.run(signUp: .invite(code: "桜"), limit: limit) { api in
      for (target, body, status) in [
        ("/v1/accounts", "{", 400), ("/v1/accounts", #"{"dayStart":721}"#, 422),
        ("/v1/accounts/recover", "{}", 422),
        ("/v1/accounts/recover", #"{"recoveryCode":"A"}"#, 422),
        ("/v1/pairings/claim", #"{"code":"ABC"}"#, 422),
      ] {
        for _ in 1...3 {
          let answer = try await api.post(target, body)
          #expect(answer.status == status, "\(body)")
        }
      }
      // An allowance of two for each kind of guess.
      for (target, body, statuses) in [
        ("/v1/accounts", #"{"inviteCode":"梅"}"#, [403, 403, 429]),
        ("/v1/accounts", #"{"inviteCode":"桜"}"#, [429]),
        ("/v1/pairings/claim", #"{"code":"ABCD-2345"}"#, [403, 403, 429]),
      ] {
        for status in statuses {
          let answer = try await api.post(target, body)
          #expect(answer.status == status, "\(body)")
        }
      }
    }
  }

  @Test("Behind a trusted proxy each client has its own allowance, and nobody can pose as another")
  func behindProxy() async throws {
    let proxies = try #require(TrustedProxies("10.0.0.0/8"))
    let limit = AddressLimit(burst: 1, refillSeconds: 60)
    try await TestAPI.run(limit: limit, trustedProxies: proxies) { api in
      for (peer, forwardedFor, status) in [
        ("10.0.0.1", "203.0.113.1", 201), ("10.0.0.1", "203.0.113.1", 429),
        ("10.0.0.1", "203.0.113.2", 201), ("10.0.0.1", "203.0.113.99, 203.0.113.2", 429),
        ("192.0.2.8", "203.0.113.3", 201), ("192.0.2.8", "203.0.113.4", 429),
      ] {
        let answer = try await api.send(
          "POST", "/v1/accounts", [("X-Forwarded-For", forwardedFor)], body: Array("{}".utf8),
          peer: peer)
        #expect(answer.status == status, "\(peer) \(forwardedFor)")
      }
    }
  }

  @Test("An address makes so many accounts and no more, until time has passed")
  func limited() async throws {
    try await TestAPI.run(limit: AddressLimit(burst: 2, refillSeconds: 60)) { api in
      let policy = "\"sign-up\";q=2;w=120"
      let first = try await api.post("/v1/accounts", "{}")
      #expect(first.status == 201 && first.header("RateLimit") == "\"sign-up\";r=1;t=0")
      #expect(first.header("RateLimit-Policy") == policy)
      let second = try await api.post("/v1/accounts", "{}")
      #expect(second.status == 201 && second.header("RateLimit") == "\"sign-up\";r=0;t=60")
      api.clock.advance(seconds: 15)
      let third = try await api.post("/v1/accounts", "{}")
      #expect(third.status == 429 && third.string("code") == "rate-limited")
      #expect(third.header(.retryAfter) == "45")
      #expect(third.header("RateLimit") == "\"sign-up\";r=0;t=45")
      let other = try await api.send(
        "POST", "/v1/accounts", body: Array("{}".utf8), peer: "192.0.2.2")
      #expect(other.status == 201)
      api.clock.advance(seconds: 45)
      #expect(try await api.post("/v1/accounts", "{}").status == 201)
    }
  }
}
