public import KirokuCore
internal import Postgres

// What whoever runs the server does with tokens, from the command line: nobody's own token is asked for.
extension TokenStore {
  /// The account's valid tokens, oldest first.
  public func list(of account: UUIDBytes) async throws(StoreError) -> [IssuedToken] {
    try await list(
      """
      select \(unsafeRaw: IssuedToken.columns) from tokens k
      where k.account_id = \(account) and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > statement_timestamp())
      order by k.created_at, k.id
      """)
  }

  /// The valid tokens for the measures over all accounts, oldest first.
  public func listForAnalytics() async throws(StoreError) -> [IssuedToken] {
    try await list(
      """
      select k.id, \(Scope.analytics.rawValue), k.label, k.created_at, k.last_used_at
      from analytics_tokens k where k.revoked_at is null
      order by k.created_at, k.id
      """)
  }

  private func list(_ statement: SQL) async throws(StoreError) -> [IssuedToken] {
    try await session.read(statement) { rows throws(PostgresError) in
      try rows.map { row throws(PostgresError) in try IssuedToken(row, from: 0) }
    }
  }

  /// Ends a token of an account at once, on every replica; streams that were opened with it end too.
  ///
  /// - Returns: false when the account has had no such token.
  public func revoke(_ id: UUIDBytes, of account: UUIDBytes) async throws(StoreError) -> Bool {
    let payload = ChangePayload.payloads(of: [LiveChanges.Note(account: account, rev: nil)])
    return try await session.transaction { connection throws(PostgresError) in
      let rows = try await connection.query(
        """
        update tokens set revoked_at = coalesce(revoked_at, clock_timestamp())
        where account_id = \(account) and id = \(id)
        returning id
        """)
      for text in payload where !rows.isEmpty {
        _ = try await connection.query("select pg_notify(\(LiveChanges.channelName), \(text))")
      }
      return !rows.isEmpty
    }
  }

  /// Ends a token for the measures at once.
  ///
  /// - Returns: false when there has been no such token.
  public func revokeForAnalytics(_ id: UUIDBytes) async throws(StoreError) -> Bool {
    try await session.transaction { connection throws(PostgresError) in
      let rows = try await connection.query(
        """
        update analytics_tokens set revoked_at = coalesce(revoked_at, clock_timestamp())
        where id = \(id)
        returning id
        """)
      return !rows.isEmpty
    }
  }
}
