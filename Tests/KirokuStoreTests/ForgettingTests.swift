import KirokuCore
import KirokuStore
import Postgres
import TestSupport
import Testing

@Suite("Forgetting what has ended", .timeLimit(.minutes(2)))
struct ForgettingTests {
  private static let day: Int64 = 86_400_000_000

  @Test("What ended before the horizon goes; what is valid, or ended later, stays")
  func horizon() async throws {
    let now = try Instant.at("2026-12-01T07:30:00Z")
    let horizon = now.advanced(byMicroseconds: -90 * Self.day)
    let before = horizon.advanced(byMicroseconds: -1)
    try await StoreFixture.run(now: now) { fixture in
      let secrets = try await [
        fixture.makeToken(), fixture.makeToken(), fixture.makeToken(), fixture.makeToken(),
        fixture.makeToken(), fixture.makeToken(),
      ]
      // Each of an account of its own: revoked and run out, on either side of the horizon; valid; long unused.
      let ends: [(revoked: Instant?, expires: Instant?)] = [
        (before, nil), (horizon, nil), (nil, before), (nil, horizon), (nil, now), (nil, nil),
      ]
      for (secret, end) in zip(secrets, ends) {
        try await fixture.run(
          """
          update tokens set revoked_at = \(end.revoked), expires_at = \(end.expires),
            created_at = \(before)
          where account_id = \(secret.accountID) and scope = 'app'
          """)
      }
      #expect(
        try await fixture.store.accounts.forget(horizonDays: 90)
          == AccountStore.Forgotten(tokens: 2, pairings: 0, keys: 0))
      #expect(
        try await fixture.store.accounts.forget(horizonDays: 90) == AccountStore.Forgotten())
      for (index, count) in [0, 1, 0, 1, 1, 1].enumerated() {
        let account = secrets[index].accountID
        #expect(
          try await fixture.number(
            "select count(*) from tokens where account_id = \(account) and scope = 'app'")
            == Int64(count))
      }
    }
  }

  @Test("A code goes when nobody can claim it; one that was claimed, and a key, after the horizon")
  func codesAndKeys() async throws {
    let now = try Instant.at("2026-12-01T07:30:00Z")
    let horizon = now.advanced(byMicroseconds: -90 * Self.day)
    let before = horizon.advanced(byMicroseconds: -1)
    try await StoreFixture.run(now: now) { fixture in
      // When it ran out, when it was claimed, and whether it stays.
      let codes: [(expires: Instant, claimed: Instant?, stays: Bool)] = [
        (now, nil, true), (now.advanced(byMicroseconds: -1), nil, false),
        (horizon, before, true), (before, before, false),
      ]
      for (number, code) in codes.enumerated() {
        let account = try await fixture.makeToken().accountID
        try await fixture.run(
          """
          insert into pairings (account_id, op_id, scope, code_sha256, expires_at, claimed_at)
          values (\(account), \(UUIDBytes.fresh()), 'read', sha256(\([UInt8(number)])),
            \(code.expires), \(code.claimed))
          """)
      }
      let keys: [(received: Instant, stays: Bool)] = [(horizon, true), (before, false)]
      for key in keys {
        let account = try await fixture.makeToken().accountID
        try await fixture.run(
          """
          insert into account_changes (received_at, account_id, op_id, request_hash)
          values (\(key.received), \(account), \(UUIDBytes.fresh()), sha256('x'))
          """)
      }
      #expect(
        try await fixture.store.accounts.forget(horizonDays: 90)
          == AccountStore.Forgotten(tokens: 0, pairings: 2, keys: 1))
      #expect(
        try await fixture.number(
          "select count(*) from pairings where expires_at in (\(now), \(horizon))") == 2)
      #expect(
        try await fixture.number(
          "select count(*) from account_changes where received_at = \(horizon)") == 1)
    }
  }

  @Test(
    "Tokens for the measures are listed until they are revoked, and forgotten after the horizon")
  func analytics() async throws {
    let now = try Instant.at("2026-12-01T07:30:00Z")
    try await StoreFixture.run(now: now) { fixture in
      var random = SystemRandomNumberGenerator()
      let id = UUIDBytes.fresh()
      let secret = TokenSecret(accountID: .none, using: &random)
      try await fixture.store.tokens.createForAnalytics(
        NewToken(id: id, scope: .analytics, secret: secret), label: "charts")
      let listed = try await fixture.store.tokens.listForAnalytics()
      #expect(listed.map(\.id) == [id] && listed.map(\.label) == ["charts"])
      #expect(listed.map(\.scope) == [.analytics])
      #expect(try await fixture.store.tokens.revokeForAnalytics(id))
      #expect(try await !fixture.store.tokens.revokeForAnalytics(.fresh()))
      #expect(try await fixture.store.tokens.listForAnalytics().isEmpty)
      #expect(try await fixture.store.accounts.forget(horizonDays: 90).tokens == 0)
      try await fixture.run(
        "update analytics_tokens set revoked_at = \(now.advanced(byMicroseconds: -91 * Self.day))")
      #expect(try await fixture.store.accounts.forget(horizonDays: 90).tokens == 1)
    }
  }

  @Test("Sessions of the dashboard go when they are over, those of analytics tokens too")
  func sessions() async throws {
    let now = try Instant.at("2026-12-01T07:30:00Z")
    try await StoreFixture.run(now: now) { fixture in
      var random = SystemRandomNumberGenerator()
      let analytics = TokenSecret(accountID: .none, using: &random)
      try await fixture.store.tokens.createForAnalytics(
        NewToken(id: .fresh(), scope: .analytics, secret: analytics))
      let token = try await fixture.makeToken()
      let sessions = fixture.store.sessions
      for _ in 0..<2 {
        let ofAccount = SessionSecret(accountID: token.accountID, using: &random)
        #expect(try await sessions.open(ofAccount, with: token).value != nil)
        let ofAnalytics = SessionSecret(accountID: .none, using: &random)
        #expect(try await sessions.openForAnalytics(ofAnalytics, with: analytics))
        fixture.setNow(now.advanced(byMicroseconds: 1))
      }
      // The first two are over, the others in this very moment not yet.
      fixture.setNow(
        now.advanced(byMicroseconds: Int64(DashboardSessionStore.hours) * 3_600_000_000 + 1))
      let forgotten = try await fixture.store.accounts.forget(horizonDays: 90)
      #expect(forgotten == AccountStore.Forgotten(sessions: 2))
      #expect(try await fixture.number("select count(*) from dashboard_sessions") == 2)
    }
  }
}
