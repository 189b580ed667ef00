import HTTPCore
import KirokuCore
import KirokuStore
import Postgres
import Testing

@testable import KirokuAPI

@Suite("Signing in to the dashboard")
struct SignInTests {
  @Test("Without a session it is where to paste a token, in the reader's language")
  func signInPage() async throws {
    try await TestAPI.run { api in
      for (language, word) in [(nil, "Sign in"), ("en", "Sign in"), ("ja", "サインイン")] {
        let page = try await api.page(nil, language: language)
        #expect(page.status == 200 && page.isSignInPage && page.text.contains(word))
        #expect(page.text.contains("<html lang=\"\(language ?? "en")\">"))
        #expect(page.header(.setCookie) == nil)
      }
    }
  }

  @Test("A good token begins a session that no script, no other site and no other path gets")
  func good() async throws {
    try await TestAPI.run { api in
      let tokens = try await api.account(scopes: #"["app","read"]"#)
      for token in [try await api.analyticsToken(), tokens["app"] ?? "", tokens["read"] ?? ""] {
        // As it is copied: with a line end, and a space within.
        let copied = token.prefix(20) + "%20" + token.dropFirst(20) + "%0D%0A"
        let answer = try await api.signIn(String(copied))
        #expect(answer.status == 303 && answer.header(.location) == "/dashboard", "\(answer)")
        let parts = try #require(answer.header(.setCookie)).split(separator: "; ").map(String.init)
        #expect(
          parts.dropFirst() == ["Path=/dashboard", "Max-Age=28800", "HttpOnly", "SameSite=Strict"])
        #expect(!parts[0].contains(token))
        #expect(answer.header(.cacheControl) == "no-store")
        let page = try await api.page(parts[0])
        #expect(page.status == 200 && !page.isSignInPage && !page.text.contains(token))
        #expect(page.text.contains("action=\"/dashboard/sign-out\""))
      }
    }
  }

  @Test("The cookie is for TLS alone where the browser, or a trusted proxy, speaks it")
  func secure() async throws {
    let proxies = try #require(TrustedProxies("192.0.2.1"))
    try await TestAPI.run(trustedProxies: proxies) { api in
      let token = try await api.analyticsToken()
      let cases: [([(String, String)], String, Bool)] = [
        ([("Origin", "https://kiroku.test")], "192.0.2.9", true),
        ([("Origin", "http://kiroku.test")], "192.0.2.9", false),
        ([("X-Forwarded-Proto", "https")], "192.0.2.1", true),
        ([("X-Forwarded-Proto", "https, http")], "192.0.2.1", false),
        ([("X-Forwarded-Proto", "https")], "192.0.2.9", false),
      ]
      for (headers, peer, isSecure) in cases {
        let cookie = try await api.signIn(token, headers, peer: peer).header(.setCookie)
        #expect(cookie?.hasSuffix("; Secure") == isSecure, "\(headers) \(peer)")
      }
    }
  }

  @Test("Only the SHA-256 of a session's secret is kept, and it opens pages alone")
  func stored() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let cookie = try await api.session(token)
      let text = String(cookie.drop { $0 != "=" }.dropFirst())
      let read = SessionSecret(utf8: Array(text.utf8).span)
      let secret = try #require(read)
      let rows = try await api.rows(of: token)
      let hash = SHA256.digest(of: secret.random).map { hex($0) }.joined()
      let random = secret.random.map { hex($0) }.joined()
      #expect(rows.contains(hash) && !rows.contains(random) && !rows.contains(text))
      let found = try #require(TokenSecret(token)).random.map { hex($0) }.joined()
      #expect(!rows.contains(found))
      for bearer in [text, TokenSecret.prefix + text] {
        #expect(try await api.get("/v1/entries", token: bearer).status == 401)
      }
      // A token in the cookie is no session.
      #expect(try await api.page("kiroku_session=\(token)").status == 401)
    }
  }

  private func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  @Test("What is no token, or is revoked, is 401; one that may not look is 403; none gets a cookie")
  func bad() async throws {
    try await TestAPI.run { api in
      let tokens = try await api.account(scopes: #"["app","widget","intent"]"#)
      let app = try #require(tokens["app"])
      let revoked = try await api.analyticsToken()
      try await api.execute("update analytics_tokens set revoked_at = now()")
      let bad = [
        "", "krk_wrong", String(app.dropLast()), try TestAPI.strangeToken(like: app), revoked,
      ]
      for token in bad {
        let answer = try await api.signIn(token)
        #expect(answer.status == 401 && answer.isSignInPage, "\(token): \(answer)")
        #expect(answer.header(.setCookie) == nil && answer.header(.wwwAuthenticate) != nil)
        #expect(token.isEmpty || !answer.text.contains(token))
        #expect(answer.text.contains("aria-describedby=\"token-error token-help\""))
      }
      #expect(try await api.form("/dashboard", "nothing=1").status == 401)
      for scope in ["widget", "intent"] {
        let answer = try await api.signIn(tokens[scope] ?? "")
        #expect(answer.status == 403 && answer.header(.setCookie) == nil)
        // Where another one can be pasted at once.
        #expect(answer.isSignInPage && answer.text.contains("the scope app, read or analytics"))
        #expect(answer.header(.contentType) == "text/html; charset=utf-8")
      }
      #expect(try await api.texts("select 'row' from dashboard_sessions").isEmpty)
    }
  }

  @Test(
    "A session ends with its token, with its account, after eight hours, and when one signs out")
  func ends() async throws {
    try await TestAPI.run { api in
      let analytics = try await api.analyticsToken()
      func sessions() async throws -> [(cookie: String, token: String)] {
        let app = try await api.appToken()
        return [
          (try await api.session(analytics), analytics), (try await api.session(app), app),
        ]
      }
      func expectOver(_ cookie: String) async throws {
        let page = try await api.page(cookie, language: "en")
        #expect(page.status == 401 && page.isSignInPage, "\(page)")
        #expect(
          page.header(.setCookie)?.hasPrefix("kiroku_session=; Path=/dashboard; Max-Age=0") == true)
        let other = try await api.page("/dashboard?nosuch=1", cookie)
        #expect(other.status == 401, "before all else that is wrong")
      }
      for session in try await sessions() {
        try api.time.set("2026-12-01T15:29:59.999999Z")
        #expect(try await api.page(session.cookie).status == 200)
        try api.time.set("2026-12-01T15:30:00Z")
        try await expectOver(session.cookie)
        try api.time.set(TestAPI.now)
        #expect(try await api.page(session.cookie).status == 200)
        let out = try await api.form(
          "/dashboard/sign-out", "",
          [("Cookie", session.cookie), ("Sec-Fetch-Site", "same-origin")])
        #expect(out.status == 303 && out.header(.location) == "/dashboard")
        #expect(out.header(.setCookie)?.contains("Max-Age=0") == true)
        try await expectOver(session.cookie)
      }
      for session in try await sessions() {
        if session.token == analytics {
          try await api.execute("update analytics_tokens set revoked_at = now()")
        } else {
          try await api.execute("update tokens set revoked_at = now()")
        }
        try await expectOver(session.cookie)
      }
      let app = try await api.appToken()
      let cookie = try await api.session(app)
      #expect(try await api.send("DELETE", "/v1/account", token: app).status < 300)
      try await expectOver(cookie)
      #expect(try await api.page("kiroku_session=broken").status == 401)
    }
  }

  @Test("Of a token's browsers the last twenty stay signed in")
  func many() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      var cookies: [String] = []
      for minute in 10..<32 {
        try api.time.set("2026-12-01T08:\(minute):00Z")
        cookies.append(try await api.session(token))
      }
      for (index, cookie) in cookies.enumerated() {
        #expect(try await api.page(cookie).status == (index < 2 ? 401 : 200), "\(index)")
      }
    }
  }

  @Test("A form that another site sends neither signs in nor out")
  func crossSite() async throws {
    try await TestAPI.run { api in
      let token = try await api.analyticsToken()
      let cookie = try await api.session(token)
      let foreign: [[(String, String)]] = [
        [("Sec-Fetch-Site", "cross-site")], [("Sec-Fetch-Site", "same-site")],
        [("Sec-Fetch-Site", "none")], [("Origin", "https://evil.test")], [("Origin", "null")],
        [("Origin", "http://kiroku.test.evil.test")], [("Origin", "http://kiroku.test:8080")],
        // What the browser says of the site wins over what a page could choose.
        [("Sec-Fetch-Site", "cross-site"), ("Origin", "http://kiroku.test")],
        [("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Site", "same-origin")],
      ]
      for headers in foreign {
        for answer in [
          try await api.signIn(token, headers),
          try await api.form("/dashboard/sign-out", "", headers + [("Cookie", cookie)]),
        ] {
          #expect(answer.status == 403 && answer.header(.setCookie) == nil, "\(headers)")
          #expect(answer.text.contains("From another site"))
        }
      }
      #expect(try await api.page(cookie).status == 200)
      #expect(try await api.texts("select 'row' from dashboard_sessions").count == 1)
      let own: [[(String, String)]] = [
        [("Origin", "http://kiroku.test")], [("Origin", "https://kiroku.test")], [],
      ]
      for headers in own { #expect(try await api.signIn(token, headers).status == 303) }
    }
  }

  @Test("Is limited by address, as other secrets are that anybody can try")
  func limited() async throws {
    try await TestAPI.run(limit: AddressLimit(burst: 2, refillSeconds: 60)) { api in
      let token = try await api.analyticsToken()
      let strange = try TestAPI.strangeToken(like: token)
      #expect(try await api.signIn(strange).status == 401)
      #expect(try await api.signIn(strange).status == 401)
      let refused = try await api.signIn(token)
      #expect(refused.status == 429 && refused.header(.retryAfter) == "60")
      #expect(refused.header(.contentType) == "text/html; charset=utf-8")
      #expect(try await api.signIn(token, peer: "198.51.100.7").status == 303)
      api.clock.advance(seconds: 60)
      #expect(try await api.signIn(token).status == 303)
    }
  }

  @Test("What is no form of ours is refused with a page")
  func forms() async throws {
    try await TestAPI.run { api in
      let token = try await api.analyticsToken()
      let json = try await api.post("/dashboard", "{\"token\":\"\(token)\"}")
      #expect(json.status == 415 && json.text.hasPrefix("<!doctype html>"))
      let large = try await api.form("/dashboard", "token=" + String(repeating: "a", count: 4_091))
      #expect(large.status == 413)
      #expect(
        try await api.form("/dashboard", "token=" + String(repeating: "a", count: 4_090)).status
          == 401)
      #expect(try await api.form("/dashboard", "token=%zz").status == 400)
      for path in ["/dashboard", "/dashboard/sign-out"] {
        #expect(try await api.form(path + "?token=\(token)", "token=\(token)").status == 422)
        #expect(try await api.form(path + "?a=%zz", "token=\(token)").status == 400)
      }
      await api.database.shutdown()
      let away = try await api.signIn(token)
      #expect(away.status == 503 && away.text.hasPrefix("<!doctype html>"))
      #expect(away.header(.retryAfter) != nil)
    }
  }
}
