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
    try await settle(EntryTable.self, account, horizon, in: session)
    try await settle(HabitTable.self, account, horizon, in: session)
    try await settle(DayTable.self, account, horizon, in: session)
    try await ChangeStore(session: session).raiseHorizon(of: account, deletionsBefore: horizon)
  }

  private mutating func settle<Table: SettledTable>(
    _ table: Table.Type, _ account: UUIDBytes, _ horizon: Instant, in session: StoreSession
  ) async throws(StoreError) {
    var last: Table.ID?
    while true {
      let after = last
      let (settled, end) = try await session.transaction {
        connection throws(PostgresError) -> (OperationStore.Purge, Table.ID?) in
        try await Self.lock(account, on: connection)
        let rows = try await connection.query(
          Table.unsettled(
            after: after, before: horizon, limit: Self.recordsAtOnce, of: account))
        let ids = try rows.map { row throws(PostgresError) in try Table.id(ofOperation: row) }
        let settled = try await Self.settle(table, ids, account, horizon, on: connection)
        return (settled, ids.count < Self.recordsAtOnce ? nil : ids.last)
      }
      records += settled.records
      operations += settled.operations
      guard let end else { return }
      last = end
    }
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

  /// Folds what arrived before the horizon into the records' bases.
  private static func settle<Table: SettledTable>(
    _ table: Table.Type, _ ids: [Table.ID], _ account: UUIDBytes, _ horizon: Instant,
    on connection: WorkConnection
  ) async throws(PostgresError) -> OperationStore.Purge {
    guard !ids.isEmpty else { return OperationStore.Purge() }
    let rows = try await connection.pipeline([
      Table.operations(ids, since: nil, of: account), Table.bases(ids, of: account),
    ])
    guard rows.count == 2 else {
      throw PostgresError(.mismatch, "histories had \(rows.count) results")
    }
    let loaded = try LoadedHistories(table, operations: rows[0], bases: rows[1])
    var bases: [(Table.ID, RecordHistory<Table.State>.Base)] = []
    var spent: Set<UUIDBytes> = []
    for (id, history) in loaded.histories {
      var history = history
      let settled = history.settle { id in loaded.receivedAt[id].map { $0 < horizon } ?? false }
      guard !settled.isEmpty, let base = history.base else { continue }
      bases.append((id, base))
      spent.formUnion(settled)
    }
    guard !bases.isEmpty else { return OperationStore.Purge() }
    _ = try await connection.pipeline([
      Table.writeBases(bases, of: account),
      """
      update operations set settled = true, fields = '{}'
      where account_id = \(account) and op_id = any(\(Array(spent)))
      """,
    ])
    return OperationStore.Purge(records: bases.count, operations: spent.count)
  }
}

/// A table whose records have bases, and how those are found that have something to settle.
private protocol SettledTable: RecordTable {
  /// The next records with operations that arrived before the horizon: what `id(ofOperation:)` reads.
  static func unsettled(
    after last: ID?, before horizon: Instant, limit: Int, of account: UUIDBytes
  ) -> SQL
}

extension EntryTable: SettledTable {
  static func unsettled(
    after last: UUIDBytes?, before horizon: Instant, limit: Int, of account: UUIDBytes
  ) -> SQL {
    OperationStore.Purge.unsettled("entry", last, horizon, limit, account)
  }
}

extension HabitTable: SettledTable {
  static func unsettled(
    after last: UUIDBytes?, before horizon: Instant, limit: Int, of account: UUIDBytes
  ) -> SQL {
    OperationStore.Purge.unsettled("habit", last, horizon, limit, account)
  }
}

extension DayTable: SettledTable {
  static func unsettled(
    after last: DayID?, before horizon: Instant, limit: Int, of account: UUIDBytes
  ) -> SQL {
    """
    select distinct record_id, record_day from operations
    where account_id = \(account) and record_day is not null and not settled
      and received_at < \(horizon)
      and (\(last == nil) or (record_id, record_day) > (\(last?.habit), \(last?.day)))
    order by record_id, record_day limit \(limit)
    """
  }
}

extension OperationStore.Purge {
  fileprivate static func unsettled(
    _ type: String, _ last: UUIDBytes?, _ horizon: Instant, _ limit: Int, _ account: UUIDBytes
  ) -> SQL {
    """
    select distinct record_id from operations
    where account_id = \(account) and record_type = \(type) and record_id is not null
      and (\(last == nil) or record_id > \(last)) and not settled and received_at < \(horizon)
    order by record_id limit \(limit)
    """
  }
}
