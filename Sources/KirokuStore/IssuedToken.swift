public import KirokuCore
internal import Postgres

/// A token as its account's owner sees it: without its secret, which is stored nowhere.
public struct IssuedToken: Hashable, Sendable {
  public let id: UUIDBytes
  public let scope: Scope
  public let label: String?
  public let createdAt: Instant
  /// To the minute; nil as long as nobody has used it.
  public let lastUsedAt: Instant?

  /// The columns of tokens `k`.
  static let columns: StaticString = "k.id, k.scope, k.label, k.created_at, k.last_used_at"

  init(_ row: Row, from first: Int) throws(PostgresError) {
    id = try row.id(first)
    scope = try row.name(first + 1)
    label = try row.textOrNil(first + 2)
    createdAt = try row.instant(first + 3)
    lastUsedAt = try row.instantOrNil(first + 4)
  }
}

/// Why no secret was issued.
public enum IssueRefusal: Error, Sendable, Equatable {
  /// The scope is not within the caller's own.
  case scopeTooWide
  /// The key was used before, for something else.
  case keyReused
  /// The key was used before, and what it gave was used or has ended.
  case secretUsed
  /// The account has as many valid tokens as it may have.
  case tooManyTokens
}

// How tokens are issued and replaced, under their account's lock.
extension NewToken {
  /// Tokens that an account has at most; far above the devices of a person.
  static let maxPerAccount: Int64 = 100

  /// - Parameter key: under which it was asked for.
  func insert(
    label: String?, key: UUIDBytes?, on connection: WorkConnection
  ) async throws(PostgresError) -> IssuedToken {
    let rows = try await connection.query(
      """
      insert into tokens as k (account_id, id, scope, secret_sha256, label, op_id)
      values (\(secret.accountID), \(id), \(scope.rawValue), sha256(\(secret.random)), \(label),
        \(key))
      returning \(unsafeRaw: IssuedToken.columns)
      """)
    return try IssuedToken(try rows[0], from: 0)
  }

  /// Ends a token of the account if nobody has used it, so that another can be issued instead.
  ///
  /// - Returns: false when it was used, or has ended.
  static func deleteUnused(
    _ id: UUIDBytes, of account: UUIDBytes, on connection: WorkConnection
  ) async throws(PostgresError) -> Bool {
    let rows = try await connection.query(
      """
      delete from tokens
      where account_id = \(account) and id = \(id) and last_used_at is null and revoked_at is null
      returning id
      """)
    return !rows.isEmpty
  }

  static func isLimitReached(
    by account: UUIDBytes, on connection: WorkConnection
  ) async throws(PostgresError) -> Bool {
    let rows = try await connection.query(
      """
      select count(*) from tokens t where t.account_id = \(account) and \(unsafeRaw: Caller.isValid)
      """)
    return try rows[0].int64(0) >= maxPerAccount
  }
}

extension StoreSession {
  /// Locks an account that is named by a code and not by a token.
  ///
  /// - Returns: the account with its settings; nil when there is none.
  func lockedProfile(
    of id: UUIDBytes, on connection: WorkConnection
  ) async throws(PostgresError) -> AccountProfile? {
    let revisions = try await connection.query(
      "select rev from account_revisions where account_id = \(id) for update")
    guard let revision = revisions.first else { return nil }
    let rows = try await connection.query(
      """
      select \(unsafeRaw: AccountProfile.columns), a.time_zone, a.locale, a.unit,
        a.day_start_minutes, a.week_start, a.epoch
      from accounts a where a.account_id = \(id)
      """)
    let row = try rows[0]
    let settings = AccountSettings(
      timeZone: try row.text(4), language: try row.name(5), unit: try row.name(6),
      dayStartMinutes: Int(try row.int16(7)), weekStart: Int(try row.int16(8)))
    let account = Account(
      id: id, settings: settings, rev: try revision.int64(0), epoch: try row.int64(9))
    return try AccountProfile(row, from: 0, of: account)
  }
}
