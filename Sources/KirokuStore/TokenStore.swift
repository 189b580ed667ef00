public import KirokuCore
internal import Postgres

/// `tokens`: who may act for an account.
public struct TokenStore: Sendable {
  let session: StoreSession

  /// Checks a token without reading anything else: for requests that are refused before they reach
  /// their statement, so that 401 and 403 win over what is wrong with them.
  public func authenticate(
    _ secret: TokenSecret, for permission: Permission
  ) async throws(StoreError) -> Access<Void> {
    let statement: SQL = """
      select \(unsafeRaw: Caller.column)
      from \(unsafeRaw: Caller.tables)
      where t.account_id = \(secret.accountID) and t.secret_sha256 = sha256(\(secret.random))
        and \(unsafeRaw: Caller.isValid)
      """
    return try await session.authorized(statement, for: secret, permission) { _ in }
  }

  /// Issues a token for an account that exists.
  ///
  /// - Returns: false when there is no such account.
  public func create(
    _ token: NewToken, label: String? = nil
  ) async throws(StoreError) -> Bool {
    try await session.transaction { connection throws(PostgresError) in
      let rows = try await connection.query(
        """
        insert into tokens (account_id, id, scope, secret_sha256, label)
        select a.account_id, \(token.id), \(token.scope.rawValue), sha256(\(token.secret.random)),
          \(label)
        from accounts a
        where a.account_id = \(token.secret.accountID)
        returning id
        """)
      return !rows.isEmpty
    }
  }
}

extension TokenStore {
  /// Issues a token for the measures over all accounts. It belongs to none, so its secret names the
  /// account `UUIDBytes.none`, and no request of an account's is granted to it.
  public func createForAnalytics(
    _ token: NewToken, label: String? = nil
  ) async throws(StoreError) {
    _ = try await session.transaction { connection throws(PostgresError) in
      try await connection.query(
        """
        insert into analytics_tokens (id, secret_sha256, label)
        values (\(token.id), sha256(\(token.secret.random)), \(label))
        """)
    }
  }
}

/// A token to be issued. Its secret is shown once; only a hash of it is stored.
public struct NewToken: Sendable {
  public let id: UUIDBytes
  public let scope: Scope
  public let secret: TokenSecret

  public init(id: UUIDBytes, scope: Scope, secret: TokenSecret) {
    self.id = id
    self.scope = scope
    self.secret = secret
  }
}

extension StoreSession {
  /// Runs a read whose rows begin with `Caller.column`; no row means that the token is not valid.
  ///
  /// - Parameter decode: called only when the token's scope holds the permission.
  func authorized<Value: Sendable>(
    _ statement: SQL, for secret: TokenSecret, _ permission: Permission,
    _ decode: (Rows) throws(PostgresError) -> Value
  ) async throws(StoreError) -> Access<Value> {
    try await authorized(statement, for: .token(secret), permission, decode)
  }

  /// The same for a caller who may have signed in to the pages instead.
  func authorized<Value: Sendable>(
    _ statement: SQL, for proof: Proof, _ permission: Permission,
    _ decode: (Rows) throws(PostgresError) -> Value
  ) async throws(StoreError) -> Access<Value> {
    let account = proof.accountID
    let (access, freshness) = try await read(statement) {
      rows throws(PostgresError) -> (Access<Value>, TokenUses.Freshness) in
      try Self.access(of: rows.first, 0, account, permission) { _, _ throws(PostgresError) in
        try decode(rows)
      }
    }
    return try await noting(access, freshness, account)
  }

  /// The same for a read that shares its statement: `Caller.column` is its second.
  func authorized<Value: Sendable>(
    _ read: SharedRead, for secret: TokenSecret, _ permission: Permission,
    _ decode: (Caller, Row) throws(PostgresError) -> Value
  ) async throws(StoreError) -> Access<Value> {
    let access: Access<Value>
    let freshness: TokenUses.Freshness
    do throws(PostgresError) {
      let row = try await database.read(read)
      (access, freshness) = try Self.access(of: row, 1, secret.accountID, permission, decode)
    } catch {
      throw StoreError(error)
    }
    return try await noting(access, freshness, secret.accountID)
  }

  private static func access<Value: Sendable>(
    of row: Row?, _ column: Int, _ account: UUIDBytes, _ permission: Permission,
    _ decode: (Caller, Row) throws(PostgresError) -> Value
  ) throws(PostgresError) -> (Access<Value>, TokenUses.Freshness) {
    guard let row else { return (.unauthorized, .fresh) }
    let (caller, freshness) = try Caller.read(row, column, accountID: account)
    guard caller.scope.allows(permission) else { return (.forbidden(caller), .fresh) }
    return (.granted(caller, try decode(caller, row)), freshness)
  }

  /// The access, with the token's use noted.
  private func noting<Value: Sendable>(
    _ access: Access<Value>, _ freshness: TokenUses.Freshness, _ account: UUIDBytes
  ) async throws(StoreError) -> Access<Value> {
    guard freshness != .fresh, case .granted(let caller, _) = access else { return access }
    let isKnown = try await uses.note(
      account: account, token: caller.tokenID, freshness)
    return isKnown ? access : .unauthorized
  }
}
