internal import KirokuCore
internal import Postgres

/// `weight_entries`, as pushes read and write them.
enum EntryTable: RecordTable {
  static func rows(_ ids: [UUIDBytes], of account: UUIDBytes) -> SQL {
    """
    select \(unsafeRaw: columns)
    from \(rows: "\(ids)") as wanted (id)
    cross join lateral (
      select * from weight_entries e where e.account_id = \(account) and e.id = wanted.id offset 0
    ) e
    """
  }

  private static let columns: StaticString = """
    e.id, row(e.recorded_at, e.weight_grams, e.entered_thousandths, e.entered_unit,
      e.time_precision, e.time_zone, e.utc_offset_minutes, e.day_start_minutes, e.local_day, e.note,
      e.source, e.body_fat_thousandths, e.version_at, e.rev, e.created_at, e.updated_at,
      e.deleted_at, e.created_op_id, e.key_at, e.key_acted_at, e.key_client_id, e.key_op_id)
    """

  static func read(
    _ row: Row
  ) throws(PostgresError) -> (UUIDBytes, RecordRow<EntryState>, WeightEntry?) {
    let id = try row.id(0)
    var columns = try row.composite(1, fieldCount: 22)
    let recordedAt = try columns.instantOrNil()
    let weight = try Weight(&columns)
    let precision: TimePrecision? = try columns.nameOrNil()
    let zone = try columns.textOrNil()
    let offset = try columns.int16OrNil()
    let dayStart = try columns.int16OrNil()
    let localDay = try columns.dayOrNil()
    let note = try columns.textOrNil()
    let source: Source? = try columns.nameOrNil()
    let bodyFat = try columns.int32OrNil().map(Int64.init)
    let version = try columns.instant()
    let facts = try RowFacts(&columns)
    guard let weight, let recordedAt, let precision, let zone, let offset, let dayStart,
      let localDay
    else {
      return (id, facts.row(EntryState(fields: nil, isDeleted: false), version), nil)
    }
    let fields = EntryFields(
      weight: weight, recordedAt: recordedAt, timePrecision: precision, note: note,
      bodyFatThousandths: bodyFat, timeZone: zone, dayStartMinutes: Int(dayStart), source: source)
    let isDeleted = facts.deletedAt != nil
    let entry = WeightEntry(
      id: id, weight: weight, recordedAt: recordedAt, timePrecision: precision, timeZone: zone,
      utcOffsetMinutes: Int(offset), dayStartMinutes: Int(dayStart), localDay: localDay, note: note,
      source: source, bodyFatThousandths: bodyFat, version: version, rev: facts.rev,
      createdAt: facts.createdAt, updatedAt: facts.updatedAt)
    return (
      id, facts.row(EntryState(fields: fields, isDeleted: isDeleted), version),
      isDeleted ? nil : entry
    )
  }

  static func write(
    _ records: [RecordWrite<UUIDBytes, EntryState>], of account: UUIDBytes
  ) -> SQL {
    let fields = records.map(\.state.fields)
    let weights = fields.map { $0?.weight }
    let rows: SQL = """
      \(records.map(\.id)), \(fields.map { $0?.recordedAt }),
      \(records.map(\.version)), \(records.map(\.key.effectiveAt)),
      \(records.map(\.key.actedAt)), \(records.map(\.key.clientID)),
      \(records.map(\.key.operationID)), \(records.map(\.rev)), \(records.map(\.createdAt)),
      \(records.map(\.updatedAt)), \(records.map(\.deletedAt)), \(records.map(\.createdBy)),
      \(weights.map { $0.map { Int32(clamping: $0.grams) } }),
      \(weights.map { $0.map { Int32(clamping: $0.thousandths) } }),
      \(weights.map { $0?.unit.rawValue }),
      \(fields.map { $0?.bodyFatThousandths.map { Int32(clamping: $0) } }),
      \(fields.map { $0.map { Int16(clamping: $0.dayStartMinutes) } }),
      \(fields.map { $0?.timePrecision.rawValue }), \(fields.map { $0?.timeZone }),
      \(fields.map { $0?.source?.rawValue }), \(fields.map { $0?.note })
      """
    return """
      insert into weight_entries as e (recorded_at, version_at, key_at, key_acted_at, rev,
        created_at, updated_at, deleted_at, weight_grams, entered_thousandths,
        body_fat_thousandths, local_day, utc_offset_minutes, day_start_minutes, account_id, id,
        key_client_id, key_op_id, created_op_id, entered_unit, time_precision, time_zone, source,
        note)
      select g.recorded_at, g.version_at, g.key_at, g.key_acted_at, g.rev, g.created_at,
        g.updated_at, g.deleted_at, g.grams, g.thousandths, g.body_fat,
        ((g.recorded_at at time zone g.zone) - make_interval(mins => g.day_start))::date,
        (extract(epoch from (g.recorded_at at time zone g.zone)
          - (g.recorded_at at time zone 'UTC')) / 60)::smallint,
        g.day_start, \(account), g.id, g.key_client_id, g.key_op_id, g.created_op_id, g.unit,
        g.precision, g.zone, g.source, g.note
      from \(rows: rows) as g (id, recorded_at, version_at, key_at, key_acted_at, key_client_id,
        key_op_id, rev, created_at, updated_at, deleted_at, created_op_id, grams, thousandths,
        unit, body_fat, day_start, precision, zone, source, note)
      on conflict on constraint weight_entries_pkey do update set
        recorded_at = excluded.recorded_at, version_at = excluded.version_at,
        key_at = excluded.key_at, key_acted_at = excluded.key_acted_at, rev = excluded.rev,
        updated_at = excluded.updated_at, deleted_at = excluded.deleted_at,
        weight_grams = excluded.weight_grams, entered_thousandths = excluded.entered_thousandths,
        body_fat_thousandths = excluded.body_fat_thousandths, local_day = excluded.local_day,
        utc_offset_minutes = excluded.utc_offset_minutes,
        day_start_minutes = excluded.day_start_minutes, key_client_id = excluded.key_client_id,
        key_op_id = excluded.key_op_id, entered_unit = excluded.entered_unit,
        time_precision = excluded.time_precision, time_zone = excluded.time_zone,
        source = excluded.source, note = excluded.note
      returning \(unsafeRaw: columns)
      """
  }
}

extension Weight {
  /// Reads grams, thousandths and unit; nil where there is no weight.
  fileprivate init?(_ columns: inout Composite) throws(PostgresError) {
    let grams = try columns.int32OrNil()
    let thousandths = try columns.int32OrNil()
    let unit: WeightUnit? = try columns.nameOrNil()
    guard let grams, let thousandths, let unit else { return nil }
    self.init(stored: Int64(thousandths), unit: unit, grams: Int64(grams))
  }
}
