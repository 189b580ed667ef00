public import KirokuCore
internal import Postgres

/// `dashboard_sessions`: browsers in which a token was pasted. Whether one still holds is asked by each statement that
/// reads for it: see `Proof`.
public struct DashboardSessionStore: Sendable {
  let session: StoreSession

  /// So long a browser stays signed in.
  public static let hours = 8
  /// So many browsers of one token are signed in at once; one more ends those that end first.
  static let maxPerToken = 20

  /// Begins a session with a token of an account that may look at its pages.
  public func open(
    _ secret: SessionSecret, with token: TokenSecret
  ) async throws(StoreError) -> Access<Void> {
    let tokens = TokenStore(session: session)
    let access = try await tokens.authenticate(token, for: .viewPages)
    guard case .granted(let caller, _) = access else { return access }
    let isOpen = try await insert(
      secret,
      of: """
        select t.id from tokens t
        where t.account_id = \(token.accountID) and t.id = \(caller.tokenID)
          and \(unsafeRaw: Caller.isValid)
        """)
    return isOpen ? access : .unauthorized
  }

  /// Begins a session with a token of analytics.
  ///
  /// - Returns: false where it is none.
  public func openForAnalytics(
    _ secret: SessionSecret, with token: TokenSecret
  ) async throws(StoreError) -> Bool {
    guard try await MeasureStore(session: session).authenticate(token) != nil else { return false }
    return try await insert(
      secret,
      of: """
        select k.id from analytics_tokens k
        where k.secret_sha256 = sha256(\(token.random)) and k.revoked_at is null
        """)
  }

  /// What reads the measures, for a session that was begun with a token of analytics.
  public func measures(of secret: SessionSecret) async throws(StoreError) -> Measures? {
    let isValid = try await session.read(
      """
      select exists (
        select from dashboard_sessions s
        join analytics_tokens k on k.id = s.token_id
        where s.account_id = \(UUIDBytes.none) and \(secret.accountID) = \(UUIDBytes.none)
          and s.secret_sha256 = sha256(\(secret.random)) and k.revoked_at is null
          and s.expires_at > coalesce(\(session.now), statement_timestamp()))
      """
    ) { rows throws(PostgresError) in try rows[0].bool(0) }
    return isValid ? Measures(session: session) : nil
  }

  /// Ends a session; one that there is not has ended already.
  public func end(_ secret: SessionSecret) async throws(StoreError) {
    try await session.transaction { connection throws(PostgresError) in
      _ = try await connection.query(
        """
        delete from dashboard_sessions
        where account_id = \(secret.accountID) and secret_sha256 = sha256(\(secret.random))
        """)
    }
  }

  /// - Parameter token: selects the token's id, and nothing where it ended meanwhile.
  private func insert(_ secret: SessionSecret, of token: SQL) async throws(StoreError) -> Bool {
    try await session.transaction { connection throws(PostgresError) in
      let rows = try await connection.query(
        """
        insert into dashboard_sessions (expires_at, account_id, token_id, secret_sha256)
        select coalesce(\(session.now), clock_timestamp()) + make_interval(hours => \(Int32(Self.hours))),
          \(secret.accountID), k.id, sha256(\(secret.random))
        from (\(token)) k
        returning token_id
        """)
      guard let tokenID = try rows.first?.id(0) else { return false }
      _ = try await connection.query(
        """
        delete from dashboard_sessions
        where account_id = \(secret.accountID) and secret_sha256 in (
          select s.secret_sha256 from dashboard_sessions s
          where s.account_id = \(secret.accountID) and s.token_id = \(tokenID)
          order by s.expires_at desc, s.secret_sha256 offset \(Self.maxPerToken))
        """)
      return true
    }
  }
}
