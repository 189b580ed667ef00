public import KirokuCore
internal import Postgres

extension AccountStore {
  /// What came of a recovery code.
  public enum Recovery: Sendable {
    case recovered(AccountProfile, IssuedToken)
    /// It is no account's code, or not any more.
    case unknown
    /// It was used before, and so was the token that it gave.
    case secretUsed
  }

  /// Issues a token with all rights to whoever knows the code, and replaces the code.
  ///
  /// The code that was given last works once more as long as nobody has used the token that it gave:
  /// the answer, and with it the new code, may have been lost.
  ///
  /// - Parameters:
  ///   - code: of the same account as the token and the next code.
  ///   - next: the code that holds from now on.
  public func recover(
    _ code: RecoveryCode, next: RecoveryCode, token: NewToken
  ) async throws(StoreError) -> Recovery {
    try await session.transaction { connection throws(PostgresError) in
      let id = code.accountID
      guard let profile = try await session.lockedProfile(of: id, on: connection) else {
        return .unknown
      }
      let rows = try await connection.query(
        """
        select code_sha256 = sha256(\(code.random)),
          coalesce(previous_sha256 = sha256(\(code.random)), false), token_id
        from recovery_codes where account_id = \(id)
        """)
      guard let row = rows.first else { return .unknown }
      if try !row.bool(0) {
        guard try row.bool(1), let old = try row.idOrNil(2) else { return .unknown }
        let isReplaced = try await NewToken.deleteUnused(old, of: id, on: connection)
        guard isReplaced else { return .secretUsed }
      }
      let issued = try await token.insert(label: nil, key: nil, on: connection)
      _ = try await connection.query(
        """
        update recovery_codes set code_sha256 = sha256(\(next.random)),
          previous_sha256 = sha256(\(code.random)), token_id = \(token.id),
          changed_at = clock_timestamp()
        where account_id = \(id)
        """)
      return .recovered(profile, issued)
    }
  }

  /// Sets the code of a new account.
  static func insertRecoveryCode(
    _ code: RecoveryCode, on connection: WorkConnection
  ) async throws(PostgresError) {
    _ = try await connection.query(
      """
      insert into recovery_codes (account_id, code_sha256)
      values (\(code.accountID), sha256(\(code.random)))
      on conflict on constraint recovery_codes_pkey
        do update set code_sha256 = excluded.code_sha256
      """)
  }
}
