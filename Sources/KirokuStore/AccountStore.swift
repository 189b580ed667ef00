public import KirokuCore
internal import Postgres

/// `accounts` and `account_revisions`.
public struct AccountStore: Sendable {
  let session: StoreSession

  /// What became of an account's creation.
  public enum Creation: Sendable {
    case created(Account)
    /// It was created before, and no secret of it was ever used: they are revoked, and the new ones
    /// hold. The settings are the ones given now.
    case issuedAgain(Account)
    /// It was created before, and a secret of it was used.
    case inUse
  }

  /// Makes an account with its first tokens.
  ///
  /// A repeat, whose answer may have been lost, is told by the id; the secrets are not kept, so it
  /// gets new ones as long as nobody used the old ones.
  ///
  /// - Parameters:
  ///   - epoch: random; see `Account.epoch`.
  ///   - recoveryCode: of the same account; nil where nobody is there to keep one.
  public func create(
    _ id: UUIDBytes, _ settings: AccountSettings, epoch: Int64, tokens: [NewToken],
    recoveryCode: RecoveryCode? = nil
  ) async throws(StoreError) -> Creation {
    try await session.transaction { connection throws(PostgresError) in
      let isNew = try await Self.insert(id, settings, epoch: epoch, on: connection)
      if isNew {
        if let recoveryCode { try await Self.insertRecoveryCode(recoveryCode, on: connection) }
        try await Self.insertTokens(tokens, of: id, on: connection)
        return .created(Account(id: id, settings: settings, rev: 0, epoch: epoch))
      }
      guard try await Self.deleteUnusedTokens(of: id, on: connection) else { return .inUse }
      let epoch = try await Self.update(id, settings, on: connection)
      if let recoveryCode { try await Self.insertRecoveryCode(recoveryCode, on: connection) }
      try await Self.insertTokens(tokens, of: id, on: connection)
      return .issuedAgain(Account(id: id, settings: settings, rev: 0, epoch: epoch))
    }
  }

  /// - Returns: false when there is such an account.
  private static func insert(
    _ id: UUIDBytes, _ settings: AccountSettings, epoch: Int64, on connection: WorkConnection
  ) async throws(PostgresError) -> Bool {
    let rows = try await connection.query(
      """
      with account as (
        insert into accounts
          (account_id, epoch, time_zone, locale, unit, day_start_minutes, week_start)
        values (\(id), \(epoch), \(settings.timeZone), \(settings.language.rawValue),
          \(settings.unit.rawValue), \(Int16(truncatingIfNeeded: settings.dayStartMinutes)),
          \(Int16(truncatingIfNeeded: settings.weekStart)))
        on conflict on constraint accounts_pkey do nothing
        returning account_id
      )
      insert into account_revisions (account_id) select account_id from account
      returning account_id
      """)
    return !rows.isEmpty
  }

  private static func insertTokens(
    _ tokens: [NewToken], of id: UUIDBytes, on connection: WorkConnection
  ) async throws(PostgresError) {
    let secrets = tokens.map { Bytes($0.secret.random) }
    _ = try await connection.query(
      """
      insert into tokens (account_id, id, scope, secret_sha256)
      select \(id), given.id, given.scope, sha256(given.secret)
      from unnest(\(tokens.map(\.id)), \(tokens.map(\.scope.rawValue)), \(secrets))
        as given (id, scope, secret)
      """)
  }

  /// Locks the account against writes and against the first use of its tokens, then revokes them.
  ///
  /// - Returns: false when the account was used, and nothing was revoked.
  private static func deleteUnusedTokens(
    of id: UUIDBytes, on connection: WorkConnection
  ) async throws(PostgresError) -> Bool {
    let revisions = try await connection.query(
      "select rev from account_revisions where account_id = \(id) for update")
    let uses = try await connection.query(
      "select last_used_at is not null from tokens where account_id = \(id) order by id for update")
    let wasUsed = try uses.map { row throws(PostgresError) in try row.bool(0) }.contains(true)
    guard let revision = revisions.first, try revision.int64(0) == 0, !wasUsed else { return false }
    let recovered = try await connection.query(
      "select 1 from recovery_codes where account_id = \(id) and token_id is not null")
    guard recovered.isEmpty else { return false }
    _ = try await connection.query("delete from tokens where account_id = \(id)")
    return true
  }

  /// - Returns: the account's epoch.
  private static func update(
    _ id: UUIDBytes, _ settings: AccountSettings, on connection: WorkConnection
  ) async throws(PostgresError) -> Int64 {
    let rows = try await connection.query(
      """
      update accounts set time_zone = \(settings.timeZone), locale = \(settings.language.rawValue),
        unit = \(settings.unit.rawValue),
        day_start_minutes = \(Int16(truncatingIfNeeded: settings.dayStartMinutes)),
        week_start = \(Int16(truncatingIfNeeded: settings.weekStart))
      where account_id = \(id)
      returning epoch
      """)
    return try rows[0].int64(0)
  }
}
