internal import KirokuCore
internal import Postgres

// What was done to entries, and what the settled part of it came to.

extension EntryTable {
  /// A put writes all of an entry: what was done before the last one that holds, be it undone or redone, counts for nothing.
  static func operations(
    _ ids: [UUIDBytes], since earliest: Instant?, of account: UUIDBytes
  ) -> SQL {
    """
    select \(unsafeRaw: OperationColumns.list), \(unsafeRaw: fieldColumns)
    from \(rows: "\(ids)") as wanted (id)
    cross join lateral (
      select * from (
        select *, max(o.key_at) filter (
          where o.kind = 'put' and not o.cancelled and o.key_at < \(earliest)) over () as put_at
        from operations o
        where o.account_id = \(account) and o.record_id = wanted.id and o.record_id is not null
          and o.record_day is null and o.outcome <> 'created' and o.record_type = 'entry'
          and not o.settled
      ) o
      where o.put_at is null or o.key_at >= o.put_at or o.target_op_id is not null
      offset 0
    ) o
    union all
    select \(unsafeRaw: OperationColumns.list), \(unsafeRaw: fieldColumns)
    from \(rows: "\(ids)") as wanted (id)
    cross join lateral (
      select e.created_op_id from weight_entries e
      where e.account_id = \(account) and e.id = wanted.id offset 0
    ) e
    cross join lateral (
      select * from operations o
      where o.account_id = \(account) and o.op_id = e.created_op_id and not o.settled offset 0
    ) o
    """
  }

  private static let fieldColumns: StaticString = """
    o.time_zone, o.day_start_minutes, o.source,
      ((o.fields #>> '{weight,value}')::numeric * 1000)::int8, o.fields #>> '{weight,unit}',
      (o.fields ->> 'recordedAt')::timestamptz,
      coalesce(o.fields ->> 'timePrecision', 'instant'), o.fields -> 'note' is not null,
      o.fields ->> 'note', o.fields -> 'bodyFatPercent' is not null,
      ((o.fields ->> 'bodyFatPercent')::numeric * 1000)::int8
    """

  static func id(ofOperation row: Row) throws(PostgresError) -> UUIDBytes { try row.id(0) }

  static func change(
    _ row: Row, _ kind: OperationKind
  ) throws(PostgresError) -> EntryState.Change {
    let first = OperationColumns.count
    let weight = try Weight(row, thousandths: first + 3, unit: first + 4)
    let recordedAt = try row.instantOrNil(first + 5)
    let note = try row.textOrNil(first + 8)
    let bodyFat = try row.int64OrNil(first + 10)
    switch kind {
    case .put:
      guard let weight else { throw PostgresError(.mismatch, "a put has no weight") }
      return .put(
        EntryFields(
          weight: weight, recordedAt: recordedAt, timePrecision: try row.name(first + 6),
          note: note, bodyFatThousandths: bodyFat, timeZone: try row.text(first),
          dayStartMinutes: Int(try row.int16(first + 1)), source: try row.nameOrNil(first + 2)))
    case .patch:
      return .patch(
        EntryPatch(
          weight: weight, recordedAt: recordedAt,
          note: Update(note, isNamed: try row.bool(first + 7)),
          bodyFatThousandths: Update(bodyFat, isNamed: try row.bool(first + 9))))
    case .delete: return .delete
    default: throw PostgresError(.mismatch, "an entry has another record's operation")
    }
  }

  // MARK: - Bases

  static func bases(_ ids: [UUIDBytes], of account: UUIDBytes) -> SQL {
    """
    select b.id, b.recorded_at, b.weight_grams, b.entered_thousandths, b.entered_unit,
      b.time_precision, b.time_zone, b.day_start_minutes, b.note, b.source, b.body_fat_thousandths,
      b.is_deleted, b.key_at, b.key_acted_at, b.key_client_id, b.key_op_id
    from weight_entry_bases b
    where b.account_id = \(account) and b.id = any(\(ids))
    """
  }

  static func readBase(
    _ row: Row
  ) throws(PostgresError) -> (UUIDBytes, RecordHistory<EntryState>.Base) {
    var fields: EntryFields?
    if let grams = try row.int32OrNil(2) {
      fields = EntryFields(
        weight: Weight(
          stored: Int64(try row.int32(3)), unit: try row.name(4), grams: Int64(grams)),
        recordedAt: try row.instant(1), timePrecision: try row.name(5),
        note: try row.textOrNil(8), bodyFatThousandths: try row.int32OrNil(10).map(Int64.init),
        timeZone: try row.text(6), dayStartMinutes: Int(try row.int16(7)),
        source: try row.nameOrNil(9))
    }
    let state = EntryState(fields: fields, isDeleted: try row.bool(11))
    return (try row.id(0), RecordHistory.Base(state: state, key: try OperationKey(row, from: 12)))
  }

  static func writeBases(
    _ bases: [(UUIDBytes, RecordHistory<EntryState>.Base)], of account: UUIDBytes
  ) -> SQL {
    let (keys, fields) = (bases.map(\.1.key), bases.map(\.1.state.fields))
    let weights = fields.map { $0?.weight }
    return """
      insert into weight_entry_bases (account_id, id, key_at, key_acted_at, key_client_id,
        key_op_id, is_deleted, recorded_at, weight_grams, entered_thousandths, entered_unit,
        body_fat_thousandths, day_start_minutes, time_precision, time_zone, source, note)
      select \(account), g.*
      from unnest(\(bases.map(\.0)), \(keys.map(\.effectiveAt)), \(keys.map(\.actedAt)),
        \(keys.map(\.clientID)), \(keys.map(\.operationID)), \(bases.map(\.1.state.isDeleted)),
        \(fields.map { $0?.recordedAt }), \(weights.map { $0.map { Int32(clamping: $0.grams) } }),
        \(weights.map { $0.map { Int32(clamping: $0.thousandths) } }),
        \(weights.map { $0?.unit.rawValue }),
        \(fields.map { $0?.bodyFatThousandths.map { Int32(clamping: $0) } }),
        \(fields.map { $0.map { Int16(clamping: $0.dayStartMinutes) } }),
        \(fields.map { $0?.timePrecision.rawValue }), \(fields.map { $0?.timeZone }),
        \(fields.map { $0?.source?.rawValue }), \(fields.map { $0?.note })) g
      on conflict on constraint weight_entry_bases_pkey do update set
        key_at = excluded.key_at, key_acted_at = excluded.key_acted_at,
        key_client_id = excluded.key_client_id, key_op_id = excluded.key_op_id,
        is_deleted = excluded.is_deleted, recorded_at = excluded.recorded_at,
        weight_grams = excluded.weight_grams, entered_thousandths = excluded.entered_thousandths,
        entered_unit = excluded.entered_unit, body_fat_thousandths = excluded.body_fat_thousandths,
        day_start_minutes = excluded.day_start_minutes, time_precision = excluded.time_precision,
        time_zone = excluded.time_zone, source = excluded.source, note = excluded.note
      """
  }
}
