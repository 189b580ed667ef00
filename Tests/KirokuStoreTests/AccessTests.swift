import KirokuCore
import KirokuStore
import Postgres
import Testing

@Suite("Who may do what", .timeLimit(.minutes(2)))
struct AccessTests {
  @Test("A token holds what its scope allows", arguments: Scope.ofAccounts, Permission.allCases)
  func scopes(scope: Scope, permission: Permission) async throws {
    try await StoreFixture.run { fixture in
      let secret = try #require(try await fixture.makeAccount()[scope])
      switch try await fixture.store.tokens.authenticate(secret, for: permission) {
      case .granted(let caller, _):
        #expect(scope.allows(permission))
        #expect(caller.scope == scope)
      case .forbidden(let caller):
        #expect(!scope.allows(permission))
        #expect(caller.account.settings.timeZone == "Asia/Tokyo")
      case .unauthorized: Issue.record("the token is valid")
      }
    }
  }

  @Test("A write without the scope is forbidden and stores nothing", arguments: Scope.ofAccounts)
  func write(scope: Scope) async throws {
    try await StoreFixture.run { fixture in
      let secret = try #require(try await fixture.makeAccount()[scope])
      let put = EntryPut(entryID: .fresh(), draft: try StoreFixture.draft(65), fields: "{}")
      let act = Act(operationID: .fresh(), request: [])
      switch try await fixture.store.entries.put(put, act, for: secret) {
      case .granted(let caller, _):
        #expect(scope.allows(.writeEntries))
        #expect(caller.scope == scope)
        #expect(try await fixture.rev(of: secret) == 1)
      case .forbidden(let caller):
        #expect(!scope.allows(.writeEntries))
        #expect(caller.scope == scope)
        #expect(try await fixture.rev(of: secret) == 0)
      case .unauthorized: Issue.record("the token is valid")
      }
    }
  }

  enum Ending: String, CaseIterable { case unknown, revoked, expired, foreign }

  @Test("A secret that is of no valid token reads and writes nothing", arguments: Ending.allCases)
  func unauthorized(ending: Ending) async throws {
    try await StoreFixture.run { fixture in
      var secret = try await fixture.makeToken()
      switch ending {
      case .unknown:
        var random = SystemRandomNumberGenerator()
        secret = TokenSecret(accountID: secret.accountID, using: &random)
      case .foreign:
        // Another account's random bits, with this account's id.
        let other = try await fixture.makeToken()
        var words = FixedWords(bytes: other.random)
        secret = TokenSecret(accountID: secret.accountID, using: &words)
      case .revoked: try await fixture.run("update tokens set revoked_at = now()")
      case .expired: try await fixture.run("update tokens set expires_at = now()")
      }
      guard case .unauthorized = try await fixture.store.entries.suggested(for: secret, limit: 7)
      else { throw Unexpected("read") }
      let put = EntryPut(entryID: .fresh(), draft: try StoreFixture.draft(65), fields: "{}")
      guard
        case .unauthorized = try await fixture.store.entries.put(
          put, Act(operationID: .fresh(), request: []), for: secret)
      else { throw Unexpected("written") }
      #expect(try await fixture.number("select count(*) from operations") == 0)
    }
  }

  @Test("In one batch, a bad token does not write under a good one's lock")
  func batch() async throws {
    try await StoreFixture.run { fixture in
      let good = try await fixture.makeToken()
      var random = SystemRandomNumberGenerator()
      let bad = TokenSecret(accountID: good.accountID, using: &random)
      try await fixture.put(for: good)
      let operation = UUIDBytes.fresh()
      let refused = try await withThrowingTaskGroup { group in
        for number in 0..<40 {
          group.addTask {
            let put = EntryPut(entryID: .fresh(), draft: try StoreFixture.draft(65), fields: "{}")
            // Some under the same operation's id as the good ones.
            let act = Act(operationID: number % 4 < 2 ? operation : .fresh(), request: [1])
            let secret = number % 2 == 0 ? good : bad
            guard case .unauthorized = try await fixture.store.entries.put(put, act, for: secret)
            else { return 0 }
            return 1
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(refused == 20)
      // One before, one under the shared id, ten more.
      #expect(try await fixture.rev(of: good) == 12)
      #expect(try await fixture.number("select count(*) from weight_entries") == 12)
    }
  }

  @Test("The first use is recorded before the answer, later ones to the minute")
  func lastUsed() async throws {
    try await StoreFixture.run { fixture in
      let secret = try await fixture.makeToken()
      let used: SQL = "select count(*) from tokens where last_used_at is not null"
      #expect(try await fixture.number(used) == 0)
      _ = try await fixture.store.entries.suggested(for: secret, limit: 7)
      #expect(try await fixture.number(used) == 1)
      try await fixture.run(
        "update tokens set last_used_at = now() - interval '1 hour' where last_used_at is not null")
      _ = try await fixture.store.entries.suggested(for: secret, limit: 7)
      let recent: SQL = """
        select count(*) from tokens
        where last_used_at = date_trunc('minute', last_used_at)
          and last_used_at > now() - interval '2 minutes'
        """
      while try await fixture.number(recent) == 0 {}
    }
  }
}

/// Gives the bytes of a known secret to whoever asks for random ones.
private struct FixedWords: RandomNumberGenerator {
  var bytes: [UInt8]
  mutating func next() -> UInt64 {
    let word = bytes.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    bytes.removeFirst(min(8, bytes.count))
    return word
  }
}
