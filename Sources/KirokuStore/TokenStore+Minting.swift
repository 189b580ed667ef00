public import KirokuCore
internal import Postgres

extension TokenStore {
  /// The account's valid tokens, oldest first.
  public func list(for secret: TokenSecret) async throws(StoreError) -> Access<[IssuedToken]> {
    let statement: SQL = """
      select \(unsafeRaw: Caller.column), \(unsafeRaw: IssuedToken.columns)
      from \(unsafeRaw: Caller.tables)
      join tokens k on k.account_id = t.account_id and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > statement_timestamp())
      where t.account_id = \(secret.accountID) and t.secret_sha256 = sha256(\(secret.random))
        and \(unsafeRaw: Caller.isValid)
      order by k.created_at, k.id
      """
    return try await session.authorized(statement, for: secret, .manageAccount) {
      rows throws(PostgresError) in
      try rows.map { row throws(PostgresError) in try IssuedToken(row, from: 1) }
    }
  }

  /// Issues a token of a scope within the caller's own.
  ///
  /// - Parameter key: by which a lost answer can be asked for again; nil where there is none.
  public func mint(
    _ token: NewToken, label: String?, key: UUIDBytes?, for secret: TokenSecret
  ) async throws(StoreError) -> Access<Result<IssuedToken, IssueRefusal>> {
    try await session.withLockedAccount(for: secret, .manageAccount) {
      account throws(PostgresError) in
      guard account.caller.scope.includes(token.scope) else { return .failure(.scopeTooWide) }
      if let key, let refusal = try await Self.replace(key, token, label, in: account) {
        return .failure(refusal)
      }
      if try await NewToken.isLimitReached(by: account.id, on: account.connection) {
        return .failure(.tooManyTokens)
      }
      if key != nil { try await OtherKeys.note(in: account) }
      return .success(try await token.insert(label: label, key: key, on: account.connection))
    }
  }

  /// Ends the token that the same key gave before, where nobody has used it.
  private static func replace(
    _ key: UUIDBytes, _ token: NewToken, _ label: String?, in account: LockedAccount
  ) async throws(PostgresError) -> IssueRefusal? {
    let rows = try await account.connection.query(
      """
      select k.id, k.scope = \(token.scope.rawValue) and k.label is not distinct from \(label)
      from tokens k where k.account_id = \(account.id) and k.op_id = \(key)
      """)
    guard let old = rows.first else {
      return try await account.isKnown(key) ? .keyReused : nil
    }
    guard try old.bool(1) else { return .keyReused }
    let isReplaced = try await NewToken.deleteUnused(
      try old.id(0), of: account.id, on: account.connection)
    return isReplaced ? nil : .secretUsed
  }

  /// Ends a token at once: every request looks its token up in the statement that it runs.
  ///
  /// - Returns: false when the account has had no such token. One that has ended stays so.
  public func revoke(
    _ id: UUIDBytes, for secret: TokenSecret
  ) async throws(StoreError) -> Access<Bool> {
    try await session.withLockedAccount(for: secret, .manageAccount) {
      account throws(PostgresError) in
      let rows = try await account.connection.query(
        """
        update tokens set revoked_at = coalesce(revoked_at, clock_timestamp())
        where account_id = \(account.id) and id = \(id)
        returning id
        """)
      account.endsTokens = true
      if id == account.caller.tokenID { account.endsCallersToken = true }
      return !rows.isEmpty
    }
  }
}
