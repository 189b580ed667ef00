internal import KirokuCore
internal import Postgres

/// The row of an entry's record, which keeps what its operations come to: live, deleted, or not put.
struct EntryRow {
  /// The entry as it is answered; nil when it is gone.
  let entry: WeightEntry?
  let record: FoldedRecord<EntryState>
  let rev: Int64
  let createdAt: Instant
  let updatedAt: Instant
  /// Since when it is gone.
  let deletedAt: Instant?
  /// The operation that made the row by creating an entry.
  let createdBy: UUIDBytes?

  /// What is, or was last, weighed.
  var weight: Weight? { record.state.fields?.weight }

  /// The row of a record; nil when nothing was ever done to it.
  static func find(
    _ id: UUIDBytes, in account: LockedAccount
  ) async throws(PostgresError) -> EntryRow? {
    let rows = try await account.connection.query(
      """
      select \(unsafeRaw: WeightEntry.column), \(unsafeRaw: columns)
      from weight_entries e
      where e.account_id = \(account.id) and e.id = \(id)
      """)
    return try rows.first.map { row throws(PostgresError) in try EntryRow(row, from: 0) }
  }

  /// What only writes need, behind `WeightEntry.column`.
  private static let columns: StaticString = """
    e.recorded_at, e.weight_grams, e.entered_thousandths, e.entered_unit, e.time_precision,
      e.time_zone, e.utc_offset_minutes, e.day_start_minutes, e.local_day, e.note, e.source,
      e.body_fat_thousandths, e.version_at, e.rev, e.created_at, e.updated_at,
      e.deleted_at, e.created_op_id, e.key_at, e.key_acted_at, e.key_client_id, e.key_op_id
    """

  private init(_ row: Row, from first: Int) throws(PostgresError) {
    deletedAt = try row.instantOrNil(first + 17)
    createdBy = try row.idOrNil(first + 18)
    rev = try row.int64(first + 14)
    createdAt = try row.instant(first + 15)
    updatedAt = try row.instant(first + 16)
    entry = deletedAt == nil ? try WeightEntry(row, first) : nil
    let fields = try EntryFields(
      row, recordedAt: first + 1, grams: first + 2, thousandths: first + 3, unit: first + 4,
      precision: first + 5, timeZone: first + 6, dayStart: first + 8, note: first + 10,
      source: first + 11, bodyFat: first + 12)
    let key = OperationKey(
      effectiveAt: try row.instant(first + 19), actedAt: try row.instant(first + 20),
      clientID: try row.id(first + 21), operationID: try row.id(first + 22))
    record = FoldedRecord(
      state: EntryState(fields: fields, isDeleted: deletedAt != nil && fields != nil),
      version: try row.instant(first + 13), lastKey: key)
  }

  /// Stores what a record has become.
  ///
  /// - Parameter createdBy: the operation that made the entry, where that is what it did.
  /// - Returns: the row as it is now.
  static func store(
    _ record: FoldedRecord<EntryState>, of id: UUIDBytes, instead old: EntryRow?,
    createdBy: UUIDBytes?, in account: LockedAccount
  ) async throws(PostgresError) -> EntryRow {
    guard let key = record.lastKey, let version = record.version else {
      throw PostgresError(.mismatch, "a record without operations was to be stored")
    }
    let fields = record.state.fields
    let isLive = record.state.live != nil
    let changes =
      isLive
      ? fields != old?.record.state.live || version != old?.record.version : old?.entry != nil
    if changes { try await account.raise() }
    let rev = changes ? account.rev : old?.rev ?? account.rev
    let updatedAt = changes ? account.now : old?.updatedAt ?? account.now
    let deletedAt = isLive ? nil : old?.deletedAt ?? account.now
    let (weight, zone) = (fields?.weight, fields?.timeZone)
    let dayStart = fields.map { Int16(clamping: $0.dayStartMinutes) }
    let rows = try await account.connection.query(
      """
      insert into weight_entries as e (recorded_at, version_at, key_at, key_acted_at, rev,
        created_at, updated_at, deleted_at, weight_grams, entered_thousandths,
        body_fat_thousandths, local_day, utc_offset_minutes, day_start_minutes, account_id, id,
        key_client_id, key_op_id, created_op_id, entered_unit, time_precision, time_zone, source,
        note)
      select g.recorded_at, \(version), \(key.effectiveAt), \(key.actedAt), \(rev),
        \(old?.createdAt ?? account.now), \(updatedAt), \(deletedAt),
        \(weight.map { Int32(clamping: $0.grams) }),
        \(weight.map { Int32(clamping: $0.thousandths) }),
        \(fields?.bodyFatThousandths.map { Int32(clamping: $0) }),
        ((g.recorded_at at time zone g.zone) - make_interval(mins => g.day_start))::date,
        (extract(epoch from (g.recorded_at at time zone g.zone)
          - (g.recorded_at at time zone 'UTC')) / 60)::smallint,
        g.day_start, \(account.id), \(id), \(key.clientID), \(key.operationID), \(createdBy),
        \(weight?.unit.rawValue), \(fields?.timePrecision.rawValue), g.zone,
        \(fields?.source?.rawValue), \(fields?.note)
      from (select \(fields?.recordedAt) as recorded_at, \(zone) as zone, \(dayStart) as day_start) g
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
      returning \(unsafeRaw: WeightEntry.column), \(unsafeRaw: columns)
      """)
    return try EntryRow(try rows[0], from: 0)
  }
}

extension EntryFields {
  /// Reads an entry's fields from their columns; nil where the record has none.
  init?(
    _ row: Row, recordedAt: Int, grams: Int, thousandths: Int, unit: Int, precision: Int,
    timeZone: Int, dayStart: Int, note: Int, source: Int, bodyFat: Int
  ) throws(PostgresError) {
    guard let stored = try row.int32OrNil(grams) else { return nil }
    self.init(
      weight: Weight(
        stored: Int64(try row.int32(thousandths)), unit: try row.name(unit), grams: Int64(stored)),
      recordedAt: try row.instant(recordedAt), timePrecision: try row.name(precision),
      note: try row.textOrNil(note),
      bodyFatThousandths: try row.int32OrNil(bodyFat).map(Int64.init),
      timeZone: try row.text(timeZone), dayStartMinutes: Int(try row.int16(dayStart)),
      source: try row.nameOrNil(source))
  }
}
