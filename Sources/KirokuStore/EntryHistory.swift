internal import KirokuCore
internal import Postgres

/// The operations on an entry as they are stored, for folding.
struct EntryHistory {
  var history = RecordHistory<EntryState>()
  /// When each operation arrived.
  private(set) var receivedAt: [UUIDBytes: Instant] = [:]

  /// All of a record's operations, undos and redos that are not settled, and its base.
  static func load(
    _ id: UUIDBytes, _ row: EntryRow?, in account: LockedAccount
  ) async throws(PostgresError) -> RecordHistory<EntryState> {
    try await EntryHistory(
      id, createdBy: row?.createdBy, account: account.id, on: account.connection
    ).history
  }

  /// - Parameter createdBy: is not in the index of a record's operations: see the migration.
  init(
    _ id: UUIDBytes, createdBy: UUIDBytes?, account: UUIDBytes, on connection: WorkConnection
  ) async throws(PostgresError) {
    let rows = try await connection.pipeline([
      """
      select \(unsafeRaw: Self.columns)
      from operations o
      where o.account_id = \(account) and o.record_id = \(id) and o.outcome <> 'created'
        and o.record_day is null and not o.settled
      union all
      select \(unsafeRaw: Self.columns)
      from operations o
      where o.account_id = \(account) and o.op_id = \(createdBy) and not o.settled
      """,
      """
      select \(unsafeRaw: Self.baseColumns)
      from weight_entry_bases b
      where b.account_id = \(account) and b.id = \(id)
      """,
    ])
    guard rows.count == 2 else {
      throw PostgresError(.mismatch, "a history had \(rows.count) results")
    }
    for row in rows[0] { try add(row) }
    history.base = try rows[1].first.map(Self.base)
  }

  private static let columns: StaticString = """
    o.op_id, o.kind, o.key_at, o.acted_at, o.client_id, o.target_op_id, o.time_zone,
      o.day_start_minutes, o.source, ((o.fields #>> '{weight,value}')::numeric * 1000)::int8,
      o.fields #>> '{weight,unit}', (o.fields ->> 'recordedAt')::timestamptz,
      coalesce(o.fields ->> 'timePrecision', 'instant'), o.fields -> 'note' is not null,
      o.fields ->> 'note', o.fields -> 'bodyFatPercent' is not null,
      ((o.fields ->> 'bodyFatPercent')::numeric * 1000)::int8, o.received_at
    """

  private mutating func add(_ row: Row) throws(PostgresError) {
    let key = OperationKey(
      effectiveAt: try row.instant(2), actedAt: try row.instant(3), clientID: try row.id(4),
      operationID: try row.id(0))
    receivedAt[key.operationID] = try row.instant(17)
    let change: EntryState.Change
    switch try row.name(1, as: OperationKind.self) {
    case .put: change = .put(try Self.put(row))
    case .patch: change = .patch(try Self.patch(row))
    case .delete: change = .delete
    case .set, .increment: throw PostgresError(.mismatch, "an entry has a day's operation")
    case .undo, .redo:
      let cancels = try row.name(1, as: OperationKind.self) == .undo
      history.reversals.append(Reversal(key: key, target: try row.id(5), cancels: cancels))
      return
    }
    history.operations.append(Operation(key: key, change: change))
  }

  private static func put(_ row: Row) throws(PostgresError) -> EntryFields {
    guard let weight = try Weight(row, thousandths: 9, unit: 10) else {
      throw PostgresError(.mismatch, "a put has no weight")
    }
    return EntryFields(
      weight: weight, recordedAt: try row.instantOrNil(11), timePrecision: try row.name(12),
      note: try row.textOrNil(14), bodyFatThousandths: try row.int64OrNil(16),
      timeZone: try row.text(6), dayStartMinutes: Int(try row.int16(7)),
      source: try row.nameOrNil(8))
  }

  private static func patch(_ row: Row) throws(PostgresError) -> EntryPatch {
    let note = try row.textOrNil(14)
    let bodyFat = try row.int64OrNil(16)
    return EntryPatch(
      weight: try Weight(row, thousandths: 9, unit: 10), recordedAt: try row.instantOrNil(11),
      note: try row.bool(13) ? note.map { .set($0) } ?? .clear : .keep,
      bodyFatThousandths: try row.bool(15) ? bodyFat.map { .set($0) } ?? .clear : .keep)
  }

  // MARK: - The base

  private static let baseColumns: StaticString = """
    b.recorded_at, b.weight_grams, b.entered_thousandths, b.entered_unit, b.time_precision,
      b.time_zone, b.day_start_minutes, b.note, b.source, b.body_fat_thousandths, b.is_deleted,
      b.key_at, b.key_acted_at, b.key_client_id, b.key_op_id
    """

  private static func base(
    _ row: Row
  ) throws(PostgresError) -> RecordHistory<EntryState>.Base {
    let fields = try EntryFields(
      row, recordedAt: 0, grams: 1, thousandths: 2, unit: 3, precision: 4, timeZone: 5,
      dayStart: 6, note: 7, source: 8, bodyFat: 9)
    let key = OperationKey(
      effectiveAt: try row.instant(11), actedAt: try row.instant(12), clientID: try row.id(13),
      operationID: try row.id(14))
    return RecordHistory.Base(
      state: EntryState(fields: fields, isDeleted: try row.bool(10)), key: key)
  }

  /// Stores a base in place of the operations that it was made of.
  static func store(
    _ base: RecordHistory<EntryState>.Base, of id: UUIDBytes, account: UUIDBytes,
    on connection: WorkConnection
  ) async throws(PostgresError) {
    let fields = base.state.fields
    let weight = fields?.weight
    _ = try await connection.query(
      """
      insert into weight_entry_bases (key_at, key_acted_at, recorded_at, weight_grams,
        entered_thousandths, body_fat_thousandths, day_start_minutes, account_id, id,
        key_client_id, key_op_id, is_deleted, entered_unit, time_precision, time_zone, source, note)
      values (\(base.key.effectiveAt), \(base.key.actedAt), \(fields?.recordedAt),
        \(weight.map { Int32(clamping: $0.grams) }),
        \(weight.map { Int32(clamping: $0.thousandths) }),
        \(fields?.bodyFatThousandths.map { Int32(clamping: $0) }),
        \(fields.map { Int16(clamping: $0.dayStartMinutes) }), \(account), \(id),
        \(base.key.clientID), \(base.key.operationID), \(base.state.isDeleted),
        \(weight?.unit.rawValue), \(fields?.timePrecision.rawValue), \(fields?.timeZone),
        \(fields?.source?.rawValue), \(fields?.note))
      on conflict on constraint weight_entry_bases_pkey do update set
        key_at = excluded.key_at, key_acted_at = excluded.key_acted_at,
        recorded_at = excluded.recorded_at, weight_grams = excluded.weight_grams,
        entered_thousandths = excluded.entered_thousandths,
        body_fat_thousandths = excluded.body_fat_thousandths,
        day_start_minutes = excluded.day_start_minutes, key_client_id = excluded.key_client_id,
        key_op_id = excluded.key_op_id, is_deleted = excluded.is_deleted,
        entered_unit = excluded.entered_unit, time_precision = excluded.time_precision,
        time_zone = excluded.time_zone, source = excluded.source, note = excluded.note
      """)
  }
}
