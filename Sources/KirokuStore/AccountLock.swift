internal import KirokuCore
internal import Postgres

/// The first of a write's two statements: checks the tokens and locks the accounts' revision rows.
///
/// It leaves a mark for the second one in the transaction's setting `kiroku.lock`: an array of the ids
/// of the tokens by which the members' locks were taken, NULL for a member that has no lock. It writes the setting
/// in every case, so that no earlier mark is taken for its own.
struct AccountLock {
  private let secret: TokenSecret
  private let permission: Permission

  init(_ secret: TokenSecret, _ permission: Permission) {
    self.secret = secret
    self.permission = permission
  }

  /// The lock of one write in a transaction of its own.
  var waitingStatement: SQL {
    let member: SQL = """
      (values (\(secret.accountID), \(secret.random), 1::bigint)) as m (account_id, random, n)
      """
    return Self.statement(member, permission, waits: true)
  }

  /// - Parameters:
  ///   - members: their table `m`, of which `account_id` and `random` are used.
  ///   - waits: whether to wait for who holds a row; else it is passed over.
  /// - Returns: a row a member: its number; whether it has the lock, NULL where waiting would not help; whether
  ///   the scope allows the write; the token's id, scope, and use. All but the number are NULL for an unknown token.
  static func statement(_ members: SQL, _ permission: Permission, waits: Bool) -> SQL {
    """
    with locked as materialized (
      select m.n, t.allowed, t.id, t.scope, t.unused, t.stale, h.is_held
      from \(members)
      left join lateral (
        select t.id, t.scope, \(unsafeRaw: isAllowed(permission)) as allowed,
          t.last_used_at is null as unused,
          t.last_used_at <= statement_timestamp() - interval '1 minute' as stale
        from tokens t
        where t.account_id = m.account_id and t.secret_sha256 = sha256(m.random)
          and \(unsafeRaw: Caller.isValid)
      ) t on true
      left join lateral (
        select true as is_held from account_revisions r
        where r.account_id = m.account_id and t.allowed
        \(unsafeRaw: waits ? "for update" : "for update skip locked")
      ) h on true
    )
    select l.n, case when l.allowed then l.is_held is not null end, l.allowed, l.id, l.scope,
      l.unused, l.stale, mark.text is null
    from locked l
    cross join (
      select set_config('kiroku.lock',
        array_agg(case when k.is_held then k.id end order by k.n)::text, true) as text
      from locked k
    ) mark
    """
  }

  /// `Permission.scopes` as a condition: written out, since it is part of every write.
  private static func isAllowed(_ permission: Permission) -> StaticString {
    switch permission {
    case .readEntries, .readHabits, .readShortcuts, .readDonations:
      "t.scope in ('app', 'intent', 'read')"
    case .writeEntries, .recordEvents, .donate: "t.scope in ('app', 'intent')"
    case .readDays: "t.scope in ('app', 'widget', 'intent', 'read')"
    case .writeDays, .undo: "t.scope in ('app', 'widget', 'intent')"
    case .readWidget: "t.scope in ('app', 'widget', 'read')"
    case .readOperations, .readFocusFilters, .viewPages: "t.scope in ('app', 'read')"
    case .writeHabits, .manageFocusFilters, .sync, .manageAccount: "t.scope = 'app'"
    }
  }

  /// The table `l` of the mark, in the second statement: `l.token_ids[m.n]` is NULL for a member without a lock.
  /// `offset 0` keeps it from being read anew for each member.
  static let mark: StaticString = """
    (select current_setting('kiroku.lock', true)::uuid[] as token_ids offset 0) l
    """

  /// Reads a member's rows of both statements. The second one's begins with `accountColumns`.
  ///
  /// - Parameter decode: given the account, the second statement's row and the column after the account's.
  static func decode<Value: Sendable>(
    _ lock: Row?, _ row: Row?, accountID: UUIDBytes,
    _ decode: (Account, Row, Int) throws(PostgresError) -> Value
  ) throws(PostgresError) -> (LockedAccess<Value>, TokenUses.Freshness) {
    guard let lock, let isAllowed = try lock.boolOrNil(2) else { return (.unauthorized, .fresh) }
    guard isAllowed else { return (.forbidden, .fresh) }
    guard let row else {
      // While it waited for the lock, the account was deleted by who held it.
      if try lock.boolOrNil(1) == false { return (.unauthorized, .fresh) }
      throw PostgresError(.mismatch, "a write with its account's lock did not run")
    }
    let settings = AccountSettings(
      timeZone: try row.text(1), language: try row.name(2), unit: try row.name(3),
      dayStartMinutes: try row.int(4), weekStart: try row.int(5))
    let account = Account(
      id: accountID, settings: settings, rev: try row.int64(7), epoch: try row.int64(6))
    let caller = Caller(tokenID: try lock.id(3), scope: try lock.name(4), account: account)
    let freshness: TokenUses.Freshness =
      try lock.bool(5) ? .unused : try lock.bool(6) ? .stale : .fresh
    return (.granted(caller, try decode(account, row, accountColumnCount)), freshness)
  }

  /// The member's number and the account, as the second statement answers them from its common table `s`;
  /// the revision after the write follows.
  static let accountColumns: StaticString =
    "s.n, s.time_zone, s.locale, s.unit, s.account_day_start, s.week_start, s.epoch"
  private static let accountColumnCount = 8
}

/// As `Access`, but the account was not read for a token whose scope does not allow the write.
enum LockedAccess<Value: Sendable>: Sendable {
  case unauthorized
  case forbidden
  case granted(Caller, Value)
}

extension StoreSession {
  /// Runs a write under its account's lock, in a batch with others.
  ///
  /// - Parameter decode: given the account, the second statement's row and the column after the account's.
  func write<Value: Sendable>(
    _ write: Write, for secret: TokenSecret, _ permission: Permission,
    _ decode: (Account, Row, Int) throws(PostgresError) -> Value
  ) async throws(StoreError) -> Access<Value> {
    let (access, freshness) = try await self.write(write) { lock, row throws(PostgresError) in
      try AccountLock.decode(lock, row, accountID: secret.accountID, decode)
    }
    return try await noting(access, freshness, for: secret, permission)
  }

  /// The access with who was refused, and with the token's use noted; who waits for changes is told.
  func noting<Value: Sendable>(
    _ access: LockedAccess<Value>, _ freshness: TokenUses.Freshness, for secret: TokenSecret,
    _ permission: Permission
  ) async throws(StoreError) -> Access<Value> {
    switch access {
    case .unauthorized: return .unauthorized
    case .forbidden:
      // Rare, so who calls is read aside.
      switch try await TokenStore(session: self).authenticate(secret, for: permission) {
      case .forbidden(let caller): return .forbidden(caller)
      case .unauthorized, .granted: return .unauthorized
      }
    case .granted(let caller, let value):
      live.note(secret.accountID, rev: caller.account.rev)
      guard freshness != .fresh else { return .granted(caller, value) }
      let isKnown = try await uses.note(
        account: secret.accountID, token: caller.tokenID, freshness)
      return isKnown ? .granted(caller, value) : .unauthorized
    }
  }
}
