internal import KirokuCore
internal import Postgres
internal import Synchronization

/// An account whose revision row is locked in a transaction of its own: what the slow path of a
/// write works with, where one statement cannot decide.
final class LockedAccount {
  let connection: WorkConnection
  let caller: Caller
  /// The database's clock, read after the lock was taken.
  let now: Instant
  /// The local day of now, in the zone that was asked for.
  let today: LocalDay
  /// How many undos and redos wait for the operation that they name.
  private(set) var pendingReversals: Int
  /// Whether keys were used for what is no operation: see `OtherKeys`.
  let hasOtherKeys: Bool
  /// The account's revision.
  private(set) var rev: Int64
  /// Set where the caller's own token ends here: its use is not noted any more.
  var endsCallersToken = false
  /// Set where any token ends here: streams that were opened with it have to end.
  var endsTokens = false

  init(
    _ connection: WorkConnection, _ caller: Caller,
    _ facts: (Instant, pending: Int, keys: Bool, today: LocalDay)
  ) {
    self.connection = connection
    self.caller = caller
    now = facts.0
    today = facts.today
    pendingReversals = facts.pending
    hasOtherKeys = facts.keys
    rev = caller.account.rev
  }

  var id: UUIDBytes { caller.account.id }

  /// Takes note of what a statement has written.
  func moved(to rev: Int64, pendingReversals: Int) {
    self.rev = rev
    self.pendingReversals = pendingReversals
  }

  /// Raises the account's revision.
  func raise() async throws(PostgresError) {
    _ = try await connection.query(
      "update account_revisions set rev = rev + 1 where account_id = \(id)")
    rev += 1
  }

  /// Whether the key of an act that is no operation was used before, for something that is none of
  /// its kind.
  func isKnown(_ key: UUIDBytes) async throws(PostgresError) -> Bool {
    let rows = try await connection.query(
      """
      select exists (
          select from operations o where o.account_id = f.account_id and o.op_id = f.op_id)
        or \(unsafeRaw: OtherKeys.includes) is not null
      from (select \(id) as account_id, \(key) as op_id) f
      """)
    return try rows[0].bool(0)
  }

  /// The caller, with the revision after the write.
  var callerAfterwards: Caller {
    let account = caller.account
    return Caller(
      tokenID: caller.tokenID, scope: caller.scope,
      account: Account(id: account.id, settings: account.settings, rev: rev, epoch: account.epoch))
  }
}

extension StoreSession {
  /// Runs `body` in a transaction that holds the account's lock.
  ///
  /// It may run again after a deadlock, or not at all where the token is not good enough.
  ///
  /// - Parameter zone: of which the local day is wanted; nil means the account's.
  func withLockedAccount<Value: Sendable>(
    for secret: TokenSecret, _ permission: Permission, in zone: String? = nil,
    _ body: (LockedAccount) async throws(PostgresError) -> Value
  ) async throws(StoreError) -> Access<Value> {
    lockedWrites.add()
    let lock = AccountLock(secret, permission)
    var endsTokens = false
    let (access, freshness) = try await transaction {
      connection throws(PostgresError) -> (LockedAccess<Value>, TokenUses.Freshness) in
      let rows = try await connection.pipeline([
        lock.waitingStatement, Self.accountStatement(secret, in: zone, now: now),
      ])
      guard rows.count == 2 else {
        throw PostgresError(.mismatch, "a lock had \(rows.count) results")
      }
      let (locked, freshness) = try AccountLock.decode(
        rows[0].first, rows[1].first, accountID: secret.accountID
      ) { _, row, column throws(PostgresError) in
        (
          try row.instant(column), pending: try row.int(column + 1),
          keys: try row.bool(column + 2), today: try row.day(column + 3)
        )
      }
      switch locked {
      case .unauthorized: return (.unauthorized, .fresh)
      case .forbidden: return (.forbidden, .fresh)
      case .granted(let caller, let facts):
        let account = LockedAccount(connection, caller, facts)
        let value = try await body(account)
        endsTokens = account.endsTokens
        let use = account.endsCallersToken ? TokenUses.Freshness.fresh : freshness
        return (.granted(account.callerAfterwards, value), use)
      }
    }
    if endsTokens { live.note(secret.accountID, rev: nil) }
    return try await noting(access, freshness, for: secret, permission)
  }

  /// The account as it is now that it is locked; no row without the lock.
  static func accountStatement(
    _ secret: TokenSecret, in zone: String?, now: Instant?
  ) -> SQL {
    """
    select \(unsafeRaw: AccountLock.accountColumns), s.rev, s.now, s.pending_reversals, s.other_keys,
      ((s.now at time zone coalesce(\(zone), s.time_zone))
        - make_interval(mins => s.account_day_start))::date
    from (
      select 1::bigint as n, coalesce(\(now), clock_timestamp()) as now, a.time_zone, a.locale,
        a.unit, a.day_start_minutes as account_day_start, a.week_start, a.epoch, r.rev,
        r.pending_reversals, r.other_keys
      from account_revisions r
      join accounts a on a.account_id = r.account_id
      cross join \(unsafeRaw: AccountLock.mark)
      where r.account_id = \(secret.accountID) and l.token_ids[1] is not null
      offset 0
    ) s
    """
  }
}

/// A count that any thread may raise.
final class LockedWrites: Sendable {
  private let number = Atomic<Int>(0)

  var count: Int { number.load(ordering: .relaxed) }
  func add() { number.add(1, ordering: .relaxed) }
}
