import HTTPCore
import KirokuCore
import Postgres
import Testing

@testable import KirokuAPI

/// Every route × every way in which a request can be refused. The cases come from the table of
/// routes: a new route is held to them as soon as it is there. One whose body needs more than `{}`
/// says so in `RouteCase.body`.
@Suite("Every route")
struct MatrixTests {
  /// What is wrong with a request besides its token: that comes later.
  private static let wrong = [("Content-Type", "text/plain")]

  @Test("Is open to anybody or needs a permission that some scope of an account holds")
  func table() {
    #expect(Set(RouteCase.open.map(\.name)).isSubset(of: Self.known))
    for route in RouteCase.authorized {
      #expect(route.permission?.scopes.isEmpty == false, "\(route.name)")
    }
  }

  /// The routes that need no token: one more is a decision, which is taken here.
  private static let known: Set<String> = [
    "GET /healthz", "GET /readyz", "GET /openapi.yaml", "POST /v1/accounts",
    "POST /v1/accounts/recover", "POST /v1/pairings/claim",
  ]

  @Test("Without a valid token is 401, whatever else is wrong, and changes nothing")
  func unauthorized() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let revoked = try await api.appToken()
      let expired = try await api.appToken()
      for (secret, column) in [(revoked, "revoked_at"), (expired, "expires_at")] {
        let account = try #require(TokenSecret(secret)).accountID
        let isRevoked = column == "revoked_at"
        try await api.execute(
          """
          update tokens set revoked_at = case when \(isRevoked) then now() end,
            expires_at = case when not \(isRevoked) then now() - interval '1 second' end
          where account_id = \(account)
          """)
      }
      let invalid = [
        "krk_x", token + "a", String(token.dropLast()), token.uppercased(),
        try TestAPI.strangeToken(like: token), revoked, expired,
      ]
      let before = try await api.rows(of: token)
      for route in RouteCase.authorized {
        for headers in [[], [("Authorization", "Basic a3Jr")], [("Authorization", "Bearer")]] {
          let answer = try await api.call(route, Self.wrong + headers, body: "{")
          #expect(answer.status == 401, "\(route.name)")
          let isMissing = answer.string("code") == "token-missing"
          #expect(isMissing || headers.first?.1 == "Bearer", "\(route.name)")
        }
        let twice = [("Authorization", "Bearer \(token)")]
        #expect(try await api.call(route, token: token, twice).status == 401, "\(route.name)")
        for bad in invalid {
          let answer = try await api.call(
            route, query: "?nosuch=1", token: bad, Self.wrong, body: "{")
          #expect(
            answer.status == 401 && answer.string("code") == "token-invalid", "\(route.name)")
          #expect(
            answer.header(.wwwAuthenticate) == #"Bearer realm="kiroku", error="invalid_token""#)
          #expect(!answer.text.contains(bad))
        }
      }
      #expect(try await api.rows(of: token) == before)
    }
  }

  @Test("Of a scope that does not hold its permission is 403, and of one that does is not")
  func scopes() async throws {
    try await TestAPI.run { api in
      let tokens = try await api.account(scopes: #"["app","widget","intent","read"]"#)
      for route in RouteCase.authorized {
        let allowed = route.permission?.scopes ?? []
        for scope in Scope.ofAccounts {
          let answer = try await api.call(
            route, query: "?nosuch=1", token: tokens[scope.rawValue], Self.wrong, body: "{")
          guard !allowed.contains(scope) else {
            #expect(answer.status != 401 && answer.status != 403, "\(route.name) \(scope)")
            continue
          }
          #expect(
            answer.status == 403 && answer.string("code") == "insufficient-scope",
            "\(route.name) \(scope)")
          let scopes = allowed.map(\.rawValue).joined(separator: " ")
          #expect(answer.header(.wwwAuthenticate)?.hasSuffix("scope=\"\(scopes)\"") == true)
        }
      }
    }
  }

  @Test("Knows nothing of another account, and changes nothing of it")
  func foreign() async throws {
    try await TestAPI.run { api in
      let theirs = try await api.appToken()
      let made = try await api.post(
        "/v1/entries", token: theirs, #"{"weightKg":77.7,"note":"their secret"}"#)
      let ids =
        [
          try #require(made.string("entry", "id")), try #require(made.string("undo", "opId")),
          try #require(TokenSecret(theirs)).accountID.description,
        ] + (try await api.texts("select id::text from tokens"))
      let before = try await api.rows(of: theirs)
      #expect(before.contains("their secret"))
      for route in RouteCase.authorized where route.name != "DELETE /v1/account" {
        // A new account each time: what one route makes is not another's to find.
        let mine = try await api.appToken()
        for id in route.takesID || route.takesBody ? ids : [ids[0]] {
          let answer = try await api.call(route, id: id, token: mine)
          #expect(!answer.text.contains("their secret"), "\(route.name)")
          #expect(!answer.text.contains("77.7"), "\(route.name)")
          #expect(answer.status < 500, "\(route.name)")
          guard route.takesID else { continue }
          // A put makes a record of one's own: ids are each account's.
          let isOwn = route.method == .put || id == mine
          #expect(
            answer.status == 404 || (isOwn && answer.status < 300), "\(route.name): \(answer)")
          if answer.status == 404 {
            #expect(answer.string("code") == "not-found")
            let missing = try await api.call(route, token: mine)
            #expect(missing.text == answer.text, "the same as a record that is missing")
          }
        }
      }
      #expect(try await api.rows(of: theirs) == before)
    }
  }

  @Test("Refuses a body that is too large, of another type, broken or with an unknown field")
  func bodies() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let before = try await api.storedRows()
      let large = String(repeating: " ", count: 1 << 20 + 1)
      for route in RouteCase.all where route.takesBody {
        for (headers, body, status, code) in [
          ([], large, 413, "body-too-large"), (Self.wrong, large, 413, "body-too-large"),
          (Self.wrong, "{}", 415, "unsupported-media-type"),
          ([("Content-Encoding", "gzip")], "{}", 415, "unsupported-media-type"),
          ([], "{", 400, "malformed-json"), ([], #"{"a":1,"a":1}"#, 400, "malformed-json"),
          ([], #"{"nosuch":1}"#, 422, "invalid-fields"), ([], "[]", 422, "invalid-fields"),
          ([("Accept", "text/html")], "{}", 406, "not-acceptable"),
        ] as [([(String, String)], String, Int, String)] {
          let answer = try await api.call(route, token: token, headers, body: body)
          #expect(
            answer.status == status && answer.string("code") == code,
            "\(route.name) \(body.prefix(20)): \(answer)")
          if body.contains("nosuch") {
            #expect(answer.faults.contains("/nosuch unknown-field"), "\(route.name): \(answer)")
          }
        }
      }
      #expect(try await api.storedRows() == before)
    }
  }

  @Test("Has a HEAD where it has a GET, its own types, and no other method")
  func methods() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      for route in RouteCase.all {
        let path = route.path()
        let methods = RouteCase.all.filter { $0.pattern == route.pattern }.map(\.method)
        for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] {
          let served = method == "HEAD" ? "GET" : method
          guard !methods.contains(where: { $0.name == served }) else { continue }
          let answer = try await api.send(method, path, token: token)
          #expect(
            answer.status == 405 && answer.string("code") == "method-not-allowed",
            "\(method) \(path)")
          #expect(answer.header(.allow)?.contains(route.method.name) == true)
        }
        guard route.method == .get else { continue }
        let get = try await api.call(route, token: token)
        let head = try await api.send("HEAD", path, token: token)
        #expect(head.status == get.status && head.headers == get.headers, "\(route.name)")
        guard route.permission != nil else { continue }
        let html = try await api.call(route, token: token, [("Accept", "text/html")])
        #expect(html.status == 406 && html.string("code") == "not-acceptable", "\(route.name)")
      }
    }
  }

  @Test("Is 429 for an account over its limit, whatever else is wrong, and told when to come again")
  func accountOverLimit() async throws {
    try await TestAPI.run(accountLimit: AccountLimit(perSecond: 1)) { api in
      let token = try await api.appToken()
      var status = 0
      while status != 429 { status = try await api.get("/v1/entries", token: token).status }
      for route in RouteCase.authorized {
        let answer = try await api.call(route, query: "?nosuch=1", token: token, body: "{")
        #expect(answer.status == 429 && answer.string("code") == "rate-limited", "\(route.name)")
        #expect(answer.header(.retryAfter) == "1", "\(route.name)")
        #expect(try await api.call(route, body: "{").status == 401, "\(route.name)")
      }
    }
  }

  @Test("Is 429 for an address over its limit where anybody can make or guess something")
  func addressOverLimit() async throws {
    try await TestAPI.run(limit: AddressLimit(burst: 1, refillSeconds: 60)) { api in
      for route in RouteCase.open {
        _ = try await api.call(route)
        let answer = try await api.call(route)
        guard route.method == .post else {
          #expect(answer.status == 200, "\(route.name)")
          continue
        }
        // One allowance may be of several routes.
        #expect(answer.status == 429 && answer.string("code") == "rate-limited", "\(route.name)")
        #expect(answer.header(.retryAfter) != nil, "\(route.name)")
      }
    }
  }

  @Test("Answers 503 and says when to come again while the database is away")
  func unavailable() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      await api.database.shutdown()
      for route in RouteCase.authorized {
        let answer = try await api.call(route, token: token)
        #expect(answer.status == 503 && answer.string("code") == "unavailable", "\(route.name)")
        #expect(answer.header(.retryAfter) != nil)
      }
    }
  }
}
