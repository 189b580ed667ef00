internal import KirokuCore
internal import Postgres

/// `operations`, as pushes read and write them. Every statement but one is for many operations at once.
///
/// What is wanted by its id is looked up once for each id: `offset 0` keeps the planner, which makes its plans before it
/// knows how large accounts are, from reading all of an account and sorting them out.
enum OperationTable {
  static func withIDs(_ ids: some Sequence<UUIDBytes>, of account: UUIDBytes) -> SQL {
    """
    select \(unsafeRaw: StoredOperation.columns)
    from \(rows: "\(Array(ids))") as wanted (id)
    cross join lateral (
      select * from operations o
      where o.account_id = \(account) and o.op_id = wanted.id offset 0
    ) o
    """
  }

  /// The undos and redos that wait for operations: `op_id`, what each names, `kind`, whether it is of days only, the key.
  static func waiting(for targets: some Sequence<UUIDBytes>, of account: UUIDBytes) -> SQL {
    """
    select o.op_id, o.target_op_id, o.kind, o.record_type is not null, o.key_at, o.acted_at,
      o.client_id
    from operations o
    where o.account_id = \(account) and o.target_op_id = any(\(Array(targets)))
      and o.target_op_id is not null and o.record_id is null and not o.settled
    """
  }

  /// Reads a row of `waiting`.
  static func readWaiting(_ row: Row) throws(PostgresError) -> WaitingReversal {
    let key = try OperationKey(row, from: 4, operationID: try row.id(0))
    let kind: OperationKind = try row.name(2)
    return WaitingReversal(
      reversal: Reversal(key: key, target: try row.id(1), cancels: kind == .undo),
      isOfDaysOnly: try row.bool(3))
  }

  /// The local days of instants: by the wall clock of each one's zone, less the account's start of the day.
  static func localDays(_ times: [Instant], _ zones: [String], dayStartMinutes: Int) -> SQL {
    """
    select ((g.time at time zone g.zone)
      - make_interval(mins => \(Int32(clamping: dayStartMinutes))))::date
    from unnest(\(times), \(zones)) with ordinality as g (time, zone, place)
    order by g.place
    """
  }

  // MARK: - The newest act

  /// The newest act that can be undone, be it undone already or not: of an intent, or of a client.
  ///
  /// The index by time gives the account's operations from the newest on, as far as the first that fits, and then those of
  /// the same time. Of what is within `coalesce` the planner guesses nothing; else it would guess that next to none fit,
  /// read all of an account and sort them.
  static func newest(
    intent: String?, client: UUIDBytes?, ofDaysOnly: Bool, of account: UUIDBytes
  ) -> SQL {
    let fits: SQL = """
      coalesce(o.kind in ('put', 'patch', 'delete', 'set', 'increment')
        and (\(intent) is null or o.intent = \(intent))
        and (\(client) is null or o.client_id = \(client))
        and (not \(ofDaysOnly) or o.record_type = 'day'), false)
      """
    return """
      select \(unsafeRaw: StoredOperation.columns)
      from (
        select o.key_at from operations o
        where o.account_id = \(account) and \(fits)
        order by o.key_at desc limit 1
      ) newest
      cross join lateral (
        select * from operations o
        where o.account_id = \(account) and o.key_at = newest.key_at and \(fits)
        offset 0
      ) o
      order by o.acted_at desc, o.client_id desc, o.op_id desc
      limit 1
      """
  }

  // MARK: - Writing

  static func insert(_ operations: [KeptOperation], _ context: PushContext) -> SQL {
    let acts = operations.map(\.act)
    let settings = context.settings
    // One that waits is of no record yet; its type says what it may come to be of.
    let types = operations.map { $0.reference?.typeName ?? ($0.isOfDaysOnly ? "day" : nil) }
    let rows: SQL = """
      \(operations.map(\.key.operationID)), \(operations.map(\.key.actedAt)),
      \(operations.map(\.key.effectiveAt)), \(acts.map(\.seen)), \(types),
      \(operations.map { $0.reference?.recordID }), \(operations.map { $0.reference?.day }),
      \(operations.map(\.targetID)), \(operations.map(\.key.clientID)),
      \(acts.map(\.sessionID)), \(operations.map(\.kind.rawValue)),
      \(operations.map(\.outcome.rawValue)), \(operations.map(\.isCancelled)),
      \(operations.map(\.isSettled)), \(acts.map { $0.timeZone ?? settings.timeZone }),
      \(acts.map { $0.source?.rawValue }), \(acts.map(\.intent)),
      \(acts.map { Bytes($0.request) }), \(operations.map(\.fields))
      """
    return """
      insert into operations (received_at, day_start_minutes, account_id, op_id, acted_at, key_at,
        seen_at, record_type, record_id, record_day, target_op_id, client_id, session_id, kind,
        outcome, cancelled, settled, time_zone, source, intent, request_hash, fields)
      select \(context.now), \(Int16(clamping: settings.dayStartMinutes)), \(context.accountID),
        g.op_id, g.acted_at, g.key_at, g.seen_at, g.record_type, g.record_id, g.record_day,
        g.target_op_id, g.client_id, g.session_id, g.kind, g.outcome, g.cancelled, g.settled,
        g.time_zone, g.source, g.intent, substring(sha256(g.request) for 16), g.fields::json
      from \(rows: rows) as g (op_id, acted_at, key_at, seen_at, record_type, record_id,
        record_day, target_op_id, client_id, session_id, kind, outcome, cancelled, settled,
        time_zone, source, intent, request, fields)
      """
  }

  /// Gives undos and redos that waited the record that they are of; those without one mean nothing.
  static func adopt(_ adopted: [UUIDBytes: RecordReference?], of account: UUIDBytes) -> SQL {
    let (ids, records) = (Array(adopted.keys), Array(adopted.values))
    return """
      update operations o set settled = g.record_id is null, record_type = g.record_type,
        record_id = g.record_id, record_day = g.record_day
      from unnest(\(ids), \(records.map { $0?.typeName }), \(records.map { $0?.recordID }),
        \(records.map { $0?.day })) as g (op_id, record_type, record_id, record_day)
      where o.account_id = \(account) and o.op_id = g.op_id
      """
  }

  static func mark(cancelled: [UUIDBytes: Bool], of account: UUIDBytes) -> SQL {
    let rows: SQL = "\(Array(cancelled.keys)), \(Array(cancelled.values))"
    return """
      update operations o set cancelled = g.cancelled
      from \(rows: rows) as g (op_id, cancelled)
      where o.account_id = \(account) and o.op_id = g.op_id
      """
  }
}
