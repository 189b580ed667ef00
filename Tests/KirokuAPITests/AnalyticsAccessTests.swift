import HTTPCore
import KirokuCore
import KirokuStore
import Postgres
import Testing

@testable import KirokuAPI

extension TestAPI {
  /// A new token of analytics.
  func analyticsToken() async throws -> String {
    var random = SystemRandomNumberGenerator()
    let secret = TokenSecret(accountID: .none, using: &random)
    try await store.tokens.createForAnalytics(
      NewToken(id: .random(using: &random), scope: .analytics, secret: secret))
    return secret.text
  }
}

/// Every route for analytics × every way in which a request can be refused; and what such a token may not do.
@Suite("Every route for analytics")
struct AnalyticsAccessTests {
  @Test("There are four, and all of them read")
  func table() {
    #expect(
      Set(RouteCase.analytics.map(\.name))
        == Set(["funnel", "sources", "retention", "donations"].map { "GET /v1/measures/\($0)" }))
  }

  @Test("Without a valid token is 401, whatever else is wrong")
  func unauthorized() async throws {
    try await TestAPI.run { api in
      let token = try await api.analyticsToken()
      let revoked = try await api.analyticsToken()
      let secret = try #require(TokenSecret(revoked))
      try await api.execute(
        """
        update analytics_tokens set revoked_at = now()
        where secret_sha256 = sha256(\(secret.random))
        """)
      let gone = try await api.appToken()
      _ = try await api.send("DELETE", "/v1/account", token: gone)
      for route in RouteCase.analytics {
        for headers in [[], [("Authorization", "Basic a3Jr")], [("Authorization", "Bearer")]] {
          #expect(try await api.call(route, query: "?nosuch=1", headers).status == 401)
        }
        let twice = [("Authorization", "Bearer \(token)")]
        #expect(try await api.call(route, token: token, twice).status == 401)
        for bad in [revoked, gone, try TestAPI.strangeToken(like: token), token + "a"] {
          let answer = try await api.call(route, query: "?nosuch=1", token: bad)
          #expect(answer.status == 401 && answer.string("code") == "token-invalid")
        }
        #expect(try await api.call(route, token: token).status == 200)
      }
    }
  }

  @Test(
    "No token of an account is enough, of whatever scope, and no token of analytics is any of an account's"
  )
  func scopes() async throws {
    try await TestAPI.run { api in
      let tokens = try await api.account(scopes: #"["app","widget","intent","read"]"#)
      for route in RouteCase.analytics {
        for scope in Scope.ofAccounts {
          let answer = try await api.call(
            route, query: "?nosuch=1", token: tokens[scope.rawValue],
            [("Accept-Language", "ja")])
          #expect(answer.status == 403 && answer.string("code") == "insufficient-scope")
          #expect(answer.header(.contentLanguage) == "ja")
          #expect(answer.header(.wwwAuthenticate)?.hasSuffix(#"scope="analytics""#) == true)
        }
      }
      let analytics = try await api.analyticsToken()
      for route in RouteCase.authorized {
        #expect(try await api.call(route, token: analytics).status == 401, "\(route.name)")
      }
    }
  }

  @Test(
    "Refuses unknown parameters, broken ones and other types, and is 304 for who has the answer")
  func refusals() async throws {
    try await TestAPI.run { api in
      let token = try await api.analyticsToken()
      for route in RouteCase.analytics {
        let unknown = try await api.call(route, query: "?nosuch=1", token: token)
        #expect(unknown.status == 422 && unknown.faults == ["nosuch unknown-parameter"])
        #expect(try await api.call(route, query: "?a=%zz", token: token).status == 400)
        #expect(
          try await api.call(route, token: token, [("Accept", "text/html")]).status == 406)
        let lenient = try await api.call(
          route, query: "?nosuch=1", token: token, [("Prefer", "handling=lenient")])
        #expect(lenient.status == 200 && lenient.header(.ignoredFields) == "?nosuch")
        for headers in [[], [("Accept", "text/csv")]] {
          let answer = try await api.call(route, token: token, headers)
          let tag = try #require(answer.header(.etag))
          let again = try await api.call(route, token: token, headers + [("If-None-Match", tag)])
          #expect(again.status == 304 && again.text.isEmpty)
        }
        let head = try await api.send("HEAD", route.path(), token: token)
        #expect(head.status == 200)
      }
      let used = try await api.texts(
        "select 'used' from analytics_tokens where last_used_at is not null")
      #expect(used == ["used"])
    }
  }

  @Test("Is 429 for a token over its limit")
  func limit() async throws {
    try await TestAPI.run(accountLimit: AccountLimit(perSecond: 1)) { api in
      let token = try await api.analyticsToken()
      var status = 0
      while status != 429 {
        status = try await api.get("/v1/measures/donations", token: token).status
      }
      for route in RouteCase.analytics {
        #expect(try await api.call(route, token: token).status == 429)
        #expect(try await api.call(route).status == 401)
      }
    }
  }
}
