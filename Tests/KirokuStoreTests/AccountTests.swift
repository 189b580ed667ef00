import KirokuCore
import KirokuStore
import Postgres
import Testing

@Suite("Creating accounts", .timeLimit(.minutes(2)))
struct AccountTests {
  @Test("A repeat before any secret was used issues new ones, and the old ones end")
  func issuedAgain() async throws {
    try await StoreFixture.run { fixture in
      let id = UUIDBytes.fresh()
      let old = try await fixture.makeAccount(id: id)
      let tokens = StoreFixture.tokens(for: id)
      let settings = AccountSettings(timeZone: "Europe/Berlin", unit: .lb, weekStart: 7)
      guard
        case .issuedAgain(let account) = try await fixture.store.accounts.create(
          id, settings, epoch: 8, tokens: tokens)
      else { throw Unexpected("not issued again") }
      #expect(account.epoch == 7)
      for secret in old.values {
        guard
          case .unauthorized = try await fixture.store.tokens.authenticate(
            secret, for: .readEntries)
        else { throw Unexpected("an old secret holds") }
      }
      guard
        case .granted(let caller, _) = try await fixture.store.tokens.authenticate(
          tokens[0].secret, for: .readEntries)
      else { throw Unexpected("a new secret does not hold") }
      #expect(caller.account == account)
      #expect(caller.account.settings == settings)
    }
  }

  @Test(
    "A repeat after any secret was used is refused, and nothing ends", arguments: [true, false])
  func inUse(writes: Bool) async throws {
    try await StoreFixture.run { fixture in
      let id = UUIDBytes.fresh()
      let secrets = try await fixture.makeAccount(id: id)
      let secret = try #require(secrets[.intent])
      if writes {
        try await fixture.put(for: secret)
      } else {
        _ = try await fixture.store.entries.suggested(for: secret, limit: 7)
      }
      guard
        case .inUse = try await fixture.store.accounts.create(
          id, AccountSettings(), epoch: 8, tokens: StoreFixture.tokens(for: id))
      else { throw Unexpected("issued again") }
      for secret in secrets.values where secret != secrets[.widget] {
        guard
          case .granted = try await fixture.store.tokens.authenticate(secret, for: .readEntries)
        else { throw Unexpected("a secret ended") }
      }
    }
  }

  @Test("Many repeats at once make one account, and one of them holds the valid secrets")
  func concurrent() async throws {
    try await StoreFixture.run { fixture in
      let id = UUIDBytes.fresh()
      let issued = try await withThrowingTaskGroup { group in
        for _ in 0..<12 {
          group.addTask { () -> [NewToken] in
            let tokens = StoreFixture.tokens(for: id)
            _ = try await fixture.store.accounts.create(
              id, AccountSettings(), epoch: 7, tokens: tokens)
            return tokens
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(try await fixture.number("select count(*) from accounts") == 1)
      #expect(try await fixture.number("select count(*) from tokens") == 4)
      var valid = 0
      for tokens in issued {
        if case .granted = try await fixture.store.tokens.authenticate(
          tokens[0].secret, for: .readEntries)
        {
          valid += 1
        }
      }
      #expect(valid == 1)
    }
  }

  @Test("A token is issued for an account that exists, and for no other")
  func newToken() async throws {
    try await StoreFixture.run { fixture in
      let secret = try await fixture.makeToken()
      let token = StoreFixture.tokens(for: secret.accountID)[3]
      #expect(try await fixture.store.tokens.create(token, label: "scale"))
      let access = try await fixture.store.tokens.authenticate(token.secret, for: .readEntries)
      #expect(access.value != nil)
      #expect(try await !fixture.store.tokens.create(StoreFixture.tokens(for: .fresh())[0]))
    }
  }
}
