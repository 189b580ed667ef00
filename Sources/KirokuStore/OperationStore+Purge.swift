internal import KirokuCore
internal import Postgres

extension OperationStore {
  /// What a purge did.
  public struct Purge: Sendable, Equatable {
    /// Records whose base was made or moved.
    public var records = 0
    /// Operations that are part of a base now, or that waited in vain.
    public var operations = 0

    public init(records: Int = 0, operations: Int = 0) {
      self.records = records
      self.operations = operations
    }
  }

  /// Folds what arrived long ago into its record's base, account by account; it changes no state.
  ///
  /// A settled operation keeps its id and its key, so that it is known when it is repeated; its fields
  /// are gone, and it can't be undone any more. Undos that still wait for what they name wait no
  /// longer. Safe to end at any time, and to run beside the server: an account is locked for a small
  /// number of its records at once.
  ///
  /// - Parameter horizonDays: what arrived within so many days is left as it is.
  public func purge(horizonDays: Int) async throws(StoreError) -> Purge {
    let horizon = try await session.read(
      """
      select coalesce(\(session.now), clock_timestamp())
        - make_interval(days => \(Int32(clamping: horizonDays)))
      """
    ) { rows throws(PostgresError) in try rows[0].instant(0) }
    var purge = Purge()
    var last = UUIDBytes(high: 0, low: 0)
    while true {
      let accounts = try await accounts(after: last, with: horizon)
      for account in accounts {
        try await purge.settle(account, horizon, in: session)
        last = account
      }
      if accounts.count < Self.accountsAtOnce { return purge }
    }
  }

  private static let accountsAtOnce = 100

  /// The next accounts that have something to settle.
  private func accounts(
    after last: UUIDBytes, with horizon: Instant
  ) async throws(StoreError) -> [UUIDBytes] {
    let statement: SQL = """
      select r.account_id from account_revisions r
      where r.account_id > \(last) and exists (
        select from operations o
        where o.account_id = r.account_id and not o.settled and o.received_at < \(horizon))
      order by r.account_id limit \(Self.accountsAtOnce)
      """
    return try await session.transaction { connection throws(PostgresError) in
      try await connection.query(statement).map { row throws(PostgresError) in try row.id(0) }
    }
  }
}

extension OperationStore.Purge {
  /// So many records are settled in one transaction: writers wait for no longer than that.
  private static let recordsAtOnce = 50

  fileprivate mutating func settle(
    _ account: UUIDBytes, _ horizon: Instant, in session: StoreSession
  ) async throws(StoreError) {
    operations += try await session.transaction { connection throws(PostgresError) in
      try await Self.lock(account, on: connection)
      return try await Self.endWaiting(account, horizon, on: connection)
    }
    var last: UUIDBytes? = UUIDBytes(high: 0, low: 0)
    while let next = last {
      let (settled, end) = try await session.transaction {
        connection throws(PostgresError) -> (OperationStore.Purge, UUIDBytes?) in
        try await Self.lock(account, on: connection)
        let records = try await Self.records(account, after: next, horizon, on: connection)
        var settled = OperationStore.Purge()
        for (record, createdBy) in records {
          let count = try await Self.settle(
            record, createdBy: createdBy, account, horizon, on: connection)
          if count > 0 { settled.records += 1 }
          settled.operations += count
        }
        return (settled, records.count < Self.recordsAtOnce ? nil : records.last?.0)
      }
      records += settled.records
      operations += settled.operations
      last = end
    }
    try await ChangeStore(session: session).raiseHorizon(of: account, deletionsBefore: horizon)
  }

  private static func lock(
    _ account: UUIDBytes, on connection: WorkConnection
  ) async throws(PostgresError) {
    _ = try await connection.query(
      "select rev from account_revisions where account_id = \(account) for update")
  }

  /// Ends the waiting of undos and redos whose target has not come.
  private static func endWaiting(
    _ account: UUIDBytes, _ horizon: Instant, on connection: WorkConnection
  ) async throws(PostgresError) -> Int {
    let rows = try await connection.query(
      """
      with ended as (
        update operations set settled = true
        where account_id = \(account) and target_op_id is not null and record_id is null
          and not settled and received_at < \(horizon)
        returning outcome
      ), counted as (
        update account_revisions set pending_reversals = pending_reversals
          - (select count(*) from ended where outcome = 'pending')
        where account_id = \(account)
      )
      select count(*) from ended
      """)
    return Int(try rows[0].int64(0))
  }

  /// The next records with operations that arrived before the horizon, and what created each.
  private static func records(
    _ account: UUIDBytes, after last: UUIDBytes, _ horizon: Instant, on connection: WorkConnection
  ) async throws(PostgresError) -> [(UUIDBytes, UUIDBytes?)] {
    let rows = try await connection.query(
      """
      select o.record_id, e.created_op_id
      from (
        select distinct record_id from operations
        where account_id = \(account) and record_id > \(last) and not settled
          and received_at < \(horizon)
        order by record_id limit \(recordsAtOnce)
      ) o
      join weight_entries e on e.account_id = \(account) and e.id = o.record_id
      order by o.record_id
      """)
    return try rows.map { row throws(PostgresError) in (try row.id(0), try row.idOrNil(1)) }
  }

  /// - Returns: how many operations are part of the base now that were not before.
  private static func settle(
    _ record: UUIDBytes, createdBy: UUIDBytes?, _ account: UUIDBytes, _ horizon: Instant,
    on connection: WorkConnection
  ) async throws(PostgresError) -> Int {
    let loaded = try await EntryHistory(
      record, createdBy: createdBy, account: account, on: connection)
    var history = loaded.history
    let spent = history.settle { id in loaded.receivedAt[id].map { $0 < horizon } ?? false }
    guard !spent.isEmpty, let base = history.base else { return 0 }
    try await EntryHistory.store(base, of: record, account: account, on: connection)
    _ = try await connection.query(
      """
      update operations set settled = true, fields = '{}'
      where account_id = \(account) and op_id = any(\(Array(spent)))
      """)
    return spent.count
  }
}
