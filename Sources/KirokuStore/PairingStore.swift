public import KirokuCore
internal import Postgres

/// `pairings`: short codes by which another device gets a token. An account has one at a time.
public struct PairingStore: Sendable {
  let session: StoreSession

  /// What a code will give.
  public struct Offer: Sendable {
    public var scope: Scope
    public var label: String?

    public init(scope: Scope, label: String?) {
      self.scope = scope
      self.label = label
    }
  }

  /// Makes a code, which ends the account's earlier one.
  ///
  /// - Parameter key: by which a lost answer can be asked for again.
  /// - Returns: until when the code can be claimed.
  public func make(
    _ code: PairingCode, _ offer: Offer, key: UUIDBytes, for secret: TokenSecret
  ) async throws(StoreError) -> Access<Result<Instant, IssueRefusal>> {
    try await session.withLockedAccount(for: secret, .manageAccount) {
      account throws(PostgresError) in
      guard account.caller.scope.includes(offer.scope) else { return .failure(.scopeTooWide) }
      if let refusal = try await Self.refusal(of: key, offer, in: account) {
        return .failure(refusal)
      }
      try await OtherKeys.note(in: account)
      let expiresAt = account.now.advanced(byMicroseconds: PairingCode.microsecondsOfLife)
      _ = try await account.connection.query(
        """
        insert into pairings (account_id, op_id, scope, label, code_sha256, expires_at)
        values (\(account.id), \(key), \(offer.scope.rawValue), \(offer.label),
          sha256(\(code.random)), \(expiresAt))
        on conflict on constraint pairings_pkey do update set op_id = excluded.op_id,
          scope = excluded.scope, label = excluded.label, code_sha256 = excluded.code_sha256,
          expires_at = excluded.expires_at, claimed_at = null, claim_op_id = null, token_id = null
        """)
      return .success(expiresAt)
    }
  }

  private static func refusal(
    of key: UUIDBytes, _ offer: Offer, in account: LockedAccount
  ) async throws(PostgresError) -> IssueRefusal? {
    let rows = try await account.connection.query(
      """
      select scope = \(offer.scope.rawValue) and label is not distinct from \(offer.label),
        claimed_at is not null
      from pairings where account_id = \(account.id) and op_id = \(key)
      """)
    guard let known = rows.first else { return try await account.isKnown(key) ? .keyReused : nil }
    guard try known.bool(0) else { return .keyReused }
    return try known.bool(1) ? .secretUsed : nil
  }

  /// What came of a code.
  public enum Claim: Sendable {
    case issued(AccountProfile, IssuedToken, NewToken)
    /// It is nobody's code, or was claimed by somebody else, or its time is over.
    case unknown
    /// The same claim was made before, and what it gave was used.
    case secretUsed
    case tooManyTokens
  }

  /// Issues the token that a code stands for, once.
  ///
  /// - Parameters:
  ///   - key: by which a lost answer can be asked for again while the code lives.
  ///   - makeToken: given the account and the scope.
  public func claim(
    _ code: PairingCode, key: UUIDBytes?, makeToken: @Sendable (UUIDBytes, Scope) -> NewToken
  ) async throws(StoreError) -> Claim {
    try await session.transaction { connection throws(PostgresError) in
      let found = try await connection.query(
        "select account_id from pairings where code_sha256 = sha256(\(code.random))")
      guard let id = try found.first.map({ row throws(PostgresError) in try row.id(0) }),
        let profile = try await session.lockedProfile(of: id, on: connection)
      else { return .unknown }
      let rows = try await connection.query(
        """
        select scope, label, claimed_at is not null, claim_op_id, token_id
        from pairings
        where account_id = \(id) and code_sha256 = sha256(\(code.random))
          and expires_at > coalesce(\(session.now), clock_timestamp())
        """)
      guard let row = rows.first else { return .unknown }
      if try row.bool(2) {
        guard let key, try row.idOrNil(3) == key, let old = try row.idOrNil(4) else {
          return .unknown
        }
        let isReplaced = try await NewToken.deleteUnused(old, of: id, on: connection)
        guard isReplaced else { return .secretUsed }
      }
      if try await NewToken.isLimitReached(by: id, on: connection) { return .tooManyTokens }
      let token = makeToken(id, try row.name(0))
      let issued = try await token.insert(
        label: try row.textOrNil(1), key: nil, on: connection)
      _ = try await connection.query(
        """
        update pairings set claimed_at = coalesce(\(session.now), clock_timestamp()),
          claim_op_id = \(key), token_id = \(token.id)
        where account_id = \(id)
        """)
      return .issued(profile, issued, token)
    }
  }
}
