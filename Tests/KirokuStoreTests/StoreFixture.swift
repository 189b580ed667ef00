import KirokuCore
import KirokuStore
import Postgres
import Synchronization
import TestSupport
import Testing

/// A store on a database of its own, with a clock that tests may set.
struct StoreFixture: Sendable {
  let store: Store
  let database: Database
  let test: TestDatabase
  private let clock: TestClock

  /// Runs `body` with a store on `loops` loops. `now` nil leaves the clock to the database.
  static func run(
    loops: Int = 1, now: Instant? = nil,
    _ body: @escaping @Sendable (StoreFixture) async throws -> Void
  ) async throws {
    try await withTestDatabase(
      migrations: SchemaStore.migrations, loops: loops, configure: { $0.waitForBusyMachine() }
    ) { test in
      let clock = TestClock(now)
      let store = Store(database: test.database, clock: { clock.now })
      try await body(
        StoreFixture(store: store, database: test.database, test: test, clock: clock))
    }
  }

  func setNow(_ now: Instant) { clock.set(now) }

  /// A new account's tokens, by scope.
  func makeAccount(
    _ settings: AccountSettings = AccountSettings(timeZone: "Asia/Tokyo"),
    id: UUIDBytes = .fresh()
  ) async throws -> [Scope: TokenSecret] {
    let tokens = StoreFixture.tokens(for: id)
    guard case .created = try await store.accounts.create(id, settings, epoch: 7, tokens: tokens)
    else { throw Unexpected("the account exists") }
    return Dictionary(uniqueKeysWithValues: tokens.map { ($0.scope, $0.secret) })
  }

  /// A new account's `app` token.
  func makeToken(
    _ settings: AccountSettings = AccountSettings(timeZone: "Asia/Tokyo")
  ) async throws -> TokenSecret {
    guard let secret = try await makeAccount(settings)[.app] else { throw Unexpected("no token") }
    return secret
  }

  static func tokens(for id: UUIDBytes) -> [NewToken] {
    Scope.ofAccounts.map { scope in
      var random = SystemRandomNumberGenerator()
      return NewToken(
        id: .fresh(), scope: scope, secret: TokenSecret(accountID: id, using: &random))
    }
  }

  /// Puts an entry and returns what came of it; a refusal is an error.
  @discardableResult
  func put(
    _ kilograms: Int64 = 65, entryID: UUIDBytes = .fresh(), at recordedAt: Instant? = nil,
    operation: UUIDBytes = .fresh(), actedAt: Instant? = nil, timeZone: String? = nil,
    seen: Instant? = nil, for secret: TokenSecret
  ) async throws -> EntryResult {
    let put = EntryPut(
      entryID: entryID, draft: try Self.draft(kilograms, at: recordedAt),
      fields: Self.fields(kilograms, at: recordedAt))
    var act = Act(
      operationID: operation,
      request: Array("\(entryID)\(kilograms)\(String(describing: actedAt))".utf8))
    act.actedAt = actedAt
    act.timeZone = timeZone
    act.seen = seen
    guard case .granted(_, let result) = try await store.entries.put(put, act, for: secret) else {
      throw Unexpected("the token was refused")
    }
    return try result.get()
  }

  /// A put's fields as the API stores them.
  static func fields(_ kilograms: Int64, at recordedAt: Instant? = nil) -> String {
    let time = recordedAt.map { ",\"recordedAt\":\"\($0)\"" } ?? ""
    return "{\"weight\":{\"value\":\(kilograms),\"unit\":\"kg\"}\(time)}"
  }

  static func draft(_ kilograms: Int64, at recordedAt: Instant? = nil) throws -> EntryDraft {
    var fields = EntryDraft.Fields()
    fields.weightKg = kilograms * 1000
    fields.recordedAt = recordedAt
    return try EntryDraft(fields)
  }

  func rev(of secret: TokenSecret) async throws -> Int64 {
    try await number("select rev from account_revisions where account_id = \(secret.accountID)")
  }

  func number(_ statement: SQL) async throws -> Int64 {
    try await database.read(statement) { rows throws(PostgresError) in try rows[0].int64(0) }
  }

  func run(_ statement: SQL) async throws {
    _ = try await database.withConnection { connection throws(PostgresError) in
      try await connection.query(statement)
    }
  }
}

struct Unexpected: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// A clock that stands where it was set.
final class TestClock: Sendable {
  private let time: Mutex<Instant?>
  init(_ time: Instant?) { self.time = Mutex(time) }
  var now: Instant? { time.withLock { $0 } }
  func set(_ now: Instant) { time.withLock { $0 = now } }
}

extension UUIDBytes {
  static func fresh() -> UUIDBytes {
    var random = SystemRandomNumberGenerator()
    return .random(using: &random)
  }
}

extension Instant {
  /// An instant of RFC 3339 that a test states.
  static func at(_ text: String) throws -> Instant { try Instant(rfc3339: text) }
}
