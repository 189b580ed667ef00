internal import KirokuCore
internal import Postgres

/// Counts what accounts did since they were last counted: into `event_days` and `measured_accounts`.
///
/// Writes pay nothing for it. Each of them changes or locks its account's row in `account_revisions`, and PostgreSQL
/// notes by which transaction (`xmin`, `xmax`): an account whose pair is not the one that was seen last has been
/// written to. In such an account, rows of a transaction that had not ended then are those that are new or changed
/// (an undo changes the operation that it cancels), and everything is counted again from the earliest of their days on:
/// so acts that arrive late, out of order, and undos need no rules of their own.
struct RollUp {
  let session: StoreSession

  /// Accounts that are counted in one transaction.
  static let accountsAtOnce = 100

  /// Counts accounts until all are counted or the time is up.
  ///
  /// - Parameter pause: called after each transaction with the time that it took; false ends the work.
  /// - Returns: how many accounts were written to and are not counted.
  func run(
    within limit: Duration, pause: (_ taken: Duration) async -> Bool = { _ in true }
  ) async throws(StoreError) -> Int {
    let end = ContinuousClock.now + limit
    var last = UUIDBytes(high: 0, low: 0)
    while ContinuousClock.now < end {
      let start = ContinuousClock.now
      let accounts = try await session.transaction {
        connection throws(PostgresError) -> [UUIDBytes] in
        // Two at once would do the same work, and might wait for one another.
        _ = try await connection.query("select pg_advisory_xact_lock(\(EventPartitions.lockKey))")
        let rows = try await connection.pipeline([
          "set local jit = off", Self.uncounted(after: last),
        ])
        let accounts = try rows[1].map { row throws(PostgresError) in try row.id(0) }
        guard !accounts.isEmpty else { return [] }
        // A plan that was made while the tables were empty would read all of them once an account.
        _ = try await connection.query("set local enable_seqscan = off")
        let kept = try await EventPartitions.read(on: connection)
        _ = try await connection.query(
          Self.count(accounts, keptFrom: kept?.lowerBound))
        return accounts
      }
      guard let newest = accounts.last else { return 0 }
      last = newest
      if accounts.count < Self.accountsAtOnce { return 0 }
      guard await pause(ContinuousClock.now - start) else { break }
    }
    return try await session.transaction { connection throws(PostgresError) in
      try await connection.query(
        "select count(*)::int8 from \(Self.changed) where account_id > \(last)")[0].int(0)
    }
  }

  private static func uncounted(after last: UUIDBytes) -> SQL {
    """
    select account_id from \(changed) where account_id > \(last)
    order by account_id limit \(accountsAtOnce)
    """
  }

  /// Accounts that were written to since they were counted.
  private static let changed: SQL = """
    (select r.account_id
      from account_revisions r
      left join measured_accounts m on m.account_id = r.account_id
      where m.account_id is null or m.rolled_xmin is distinct from r.xmin
        or m.rolled_xmax is distinct from r.xmax) c
    """
}
