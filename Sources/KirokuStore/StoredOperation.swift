internal import KirokuCore
internal import Postgres

/// An operation as it is stored, without what only its record's fold needs.
struct StoredOperation {
  let key: OperationKey
  let kind: OperationKind
  /// What it did when it arrived.
  let outcome: String
  /// Nil while an undo or a redo waits for what it names.
  let recordID: UUIDBytes?
  /// What an undo or a redo names.
  let targetID: UUIDBytes?
  let receivedAt: Instant
  let isCancelled: Bool
  /// Whether it is part of its record's base.
  let isSettled: Bool
  /// Whether a request with the hash that was asked for is a repeat of it.
  let isSameRequest: Bool
  /// The weight that a put or a patch wrote; nil once it is settled.
  let weight: Weight?

  /// The operation with an id.
  ///
  /// - Parameter request: what is compared with what was sent then.
  static func find(
    _ id: UUIDBytes, comparing request: [UInt8], in account: LockedAccount
  ) async throws(PostgresError) -> StoredOperation? {
    let rows = try await account.connection.query(
      """
      select \(unsafeRaw: columns), o.request_hash = substring(sha256(\(request)) for 16)
      from operations o
      where o.account_id = \(account.id) and o.op_id = \(id)
      """)
    return try rows.first.map { row throws(PostgresError) in
      try StoredOperation(row, isSameRequest: try row.bool(columnCount))
    }
  }

  /// Operations among which the newest act is looked for first.
  private static let recentCount = 64

  /// The newest act that can be undone, be it undone already or not: of an intent, or of a client.
  ///
  /// It is nearly always among the account's latest operations, which the index by key gives without the others; only
  /// where it is not are all looked through.
  static func newest(
    intent: String?, client: UUIDBytes?, in account: LockedAccount
  ) async throws(PostgresError) -> StoredOperation? {
    let recent: SQL = """
      (select * from operations o
        where o.account_id = \(account.id)
        order by o.key_at desc fetch first \(Int64(recentCount)) rows with ties)
      """
    let all: SQL = "(select * from operations o where o.account_id = \(account.id))"
    if let found = try await newest(intent: intent, client: client, among: recent, in: account) {
      return found
    }
    return try await newest(intent: intent, client: client, among: all, in: account)
  }

  private static func newest(
    intent: String?, client: UUIDBytes?, among operations: SQL, in account: LockedAccount
  ) async throws(PostgresError) -> StoredOperation? {
    let rows = try await account.connection.query(
      """
      select \(unsafeRaw: columns)
      from \(operations) o
      where o.kind in ('put', 'patch', 'delete')
        and (\(intent) is null or o.intent = \(intent))
        and (\(client) is null or o.client_id = \(client))
      order by o.key_at desc, o.acted_at desc, o.client_id desc, o.op_id desc
      limit 1
      """)
    return try rows.first.map { row throws(PostgresError) in
      try StoredOperation(row, isSameRequest: false)
    }
  }

  static let columns: StaticString = """
    o.op_id, o.kind, o.outcome, o.record_id, o.target_op_id, o.received_at, o.cancelled, o.settled,
      o.key_at, o.acted_at, o.client_id,
      ((o.fields #>> '{weight,value}')::numeric * 1000)::int8,
      o.fields #>> '{weight,unit}'
    """
  static let columnCount = 13

  init(_ row: Row, isSameRequest: Bool) throws(PostgresError) {
    key = OperationKey(
      effectiveAt: try row.instant(8), actedAt: try row.instant(9), clientID: try row.id(10),
      operationID: try row.id(0))
    kind = try row.name(1)
    outcome = try row.text(2)
    recordID = try row.idOrNil(3)
    targetID = try row.idOrNil(4)
    receivedAt = try row.instant(5)
    isCancelled = try row.bool(6)
    isSettled = try row.bool(7)
    weight = try Weight(row, thousandths: 11, unit: 12)
    self.isSameRequest = isSameRequest
  }
}

extension Weight {
  /// Reads a weight as an operation's fields hold it; nil where they hold none.
  init?(_ row: Row, thousandths: Int, unit: Int) throws(PostgresError) {
    guard let value = try row.int64OrNil(thousandths),
      let unit: WeightUnit = try row.nameOrNil(unit)
    else { return nil }
    self.init(thousandths: value, unit: unit)
  }
}

extension LockedAccount {
  /// An operation that is to be kept.
  struct NewOperation {
    let key: OperationKey
    let kind: OperationKind
    let outcome: String
    var recordID: UUIDBytes?
    var targetID: UUIDBytes?
    var fields = "{}"
    var isCancelled = false
    var isSettled = false
  }

  func insert(_ operation: NewOperation, _ act: Act) async throws(PostgresError) {
    let key = operation.key
    let settings = caller.account.settings
    _ = try await connection.query(
      """
      insert into operations (acted_at, key_at, seen_at, received_at, day_start_minutes, account_id,
        op_id, record_id, target_op_id, client_id, session_id, record_type, kind, outcome,
        cancelled, settled, time_zone, source, intent, request_hash, fields)
      values (\(key.actedAt), \(key.effectiveAt), \(act.seen), \(now),
        \(Int16(clamping: settings.dayStartMinutes)), \(id), \(act.operationID),
        \(operation.recordID), \(operation.targetID), \(key.clientID), \(act.sessionID),
        case when \(operation.recordID) is not null then 'entry' end, \(operation.kind.rawValue),
        \(operation.outcome), \(operation.isCancelled), \(operation.isSettled),
        \(act.timeZone ?? settings.timeZone), \(act.source?.rawValue), \(act.intent),
        substring(sha256(\(act.request)) for 16), \(operation.fields)::json)
      """)
  }

  /// The key of an act, once it is known what was done before.
  ///
  /// - Parameters:
  ///   - version: of the record, where there is one.
  ///   - atLeast: an act without a time of its own comes after this.
  func key(of act: Act, version: Instant?, after others: Instant? = nil) -> OperationKey {
    let newest = [version, others].compactMap(\.self).max()
    let actedAt =
      act.actedAt.map { min($0, now) }
      ?? max(now, newest?.advanced(byMicroseconds: 1) ?? now)
    // A version is of the past, but for those few microseconds by which acts are spaced.
    let seen = act.seen.map { min($0, max(now, version ?? now)) }
    return OperationKey(
      actedAt: actedAt, seenVersion: seen, clientID: act.clientID ?? caller.tokenID,
      operationID: act.operationID)
  }

  /// Takes the undos and redos that wait for an operation into its record's history.
  ///
  /// - Returns: whether there were any that count: the others came too late for its window.
  func adoptReversals(
    of operation: OperationKey, _ kind: OperationKind, record: UUIDBytes
  ) async throws(PostgresError) -> Bool {
    guard pendingReversals > 0 else { return false }
    let latest = operation.actedAt.advanced(byMicroseconds: kind.undoWindow)
    let rows = try await connection.query(
      """
      with adopted as (
        update operations set settled = acted_at > \(latest),
          record_type = case when acted_at <= \(latest) then 'entry' end,
          record_id = case when acted_at <= \(latest) then \(record) end
        where account_id = \(id) and target_op_id = \(operation.operationID)
          and record_id is null and not settled
        returning record_id
      ), counted as (
        update account_revisions set
          pending_reversals = pending_reversals - (select count(*) from adopted)
        where account_id = \(id)
      )
      select exists (select from adopted where record_id is not null)
      """)
    return try rows[0].bool(0)
  }
}
