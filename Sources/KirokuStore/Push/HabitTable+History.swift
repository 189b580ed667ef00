internal import KirokuCore
internal import Postgres

// What was done to habits, and what the settled part of it came to.

extension HabitTable {
  static func operations(
    _ ids: [UUIDBytes], since earliest: Instant?, of account: UUIDBytes
  ) -> SQL {
    """
    select \(unsafeRaw: OperationColumns.list), \(unsafeRaw: fieldColumns)
    from \(rows: "\(ids)") as wanted (id)
    cross join lateral (
      select * from operations o
      where o.account_id = \(account) and o.record_id = wanted.id and o.record_id is not null
        and o.record_day is null and o.outcome <> 'created' and o.record_type = 'habit'
        and not o.settled
      offset 0
    ) o
    union all
    select \(unsafeRaw: OperationColumns.list), \(unsafeRaw: fieldColumns)
    from \(rows: "\(ids)") as wanted (id)
    cross join lateral (
      select h.created_op_id from habits h
      where h.account_id = \(account) and h.id = wanted.id offset 0
    ) h
    cross join lateral (
      select * from operations o
      where o.account_id = \(account) and o.op_id = h.created_op_id and not o.settled offset 0
    ) o
    """
  }

  /// A patch's fields are told by being there, and cleared ones by being null.
  private static let fieldColumns: StaticString = """
    o.fields ->> 'kind', o.fields ->> 'name', ((o.fields ->> 'target')::numeric * 1000)::int8,
      o.fields ->> 'direction', o.fields -> 'unit' is not null, o.fields ->> 'unit',
      case when o.fields -> 'schedules' is not null
        then array(select json_array_elements_text(o.fields -> 'schedules')) end,
      o.fields ->> 'schedule',
      case when o.fields -> 'pauses' is not null
        then array(select json_array_elements_text(o.fields -> 'pauses')) end,
      o.fields -> 'icon' is not null, o.fields ->> 'icon', o.fields -> 'color' is not null,
      o.fields ->> 'color', (o.fields ->> 'position')::integer, (o.fields ->> 'archived')::boolean,
      o.fields -> 'note' is not null, o.fields ->> 'note'
    """

  static func id(ofOperation row: Row) throws(PostgresError) -> UUIDBytes { try row.id(0) }

  static func change(
    _ row: Row, _ kind: OperationKind
  ) throws(PostgresError) -> HabitState.Change {
    switch kind {
    case .put: .put(try HabitFields(operation: row, from: OperationColumns.count))
    case .patch: .patch(try HabitPatch(operation: row, from: OperationColumns.count))
    case .delete: .delete
    default: throw PostgresError(.mismatch, "a habit has another record's operation")
    }
  }

  // MARK: - Bases

  static func bases(_ ids: [UUIDBytes], of account: UUIDBytes) -> SQL {
    """
    select b.id, case when b.kind is not null then row(b.kind, b.name, b.target_thousandths,
        b.target_direction, b.target_unit, b.schedules, b.pauses, b.icon, b.color, b.position,
        b.archived, b.note) end,
      b.is_deleted, b.key_at, b.key_acted_at, b.key_client_id, b.key_op_id
    from habit_bases b
    where b.account_id = \(account) and b.id = any(\(ids))
    """
  }

  static func readBase(
    _ row: Row
  ) throws(PostgresError) -> (UUIDBytes, RecordHistory<HabitState>.Base) {
    let state = HabitState(fields: try fields(row, 1), isDeleted: try row.bool(2))
    return (try row.id(0), RecordHistory.Base(state: state, key: try OperationKey(row, from: 3)))
  }

  static func writeBases(
    _ bases: [(UUIDBytes, RecordHistory<HabitState>.Base)], of account: UUIDBytes
  ) -> SQL {
    let keys = bases.map(\.1.key)
    return """
      insert into habit_bases (account_id, id, key_at, key_acted_at, key_client_id, key_op_id,
        is_deleted, kind, name, target_thousandths, target_direction, target_unit, schedules,
        pauses, icon, color, position, archived, note)
      select \(account), g.id, g.key_at, g.key_acted_at, g.key_client_id, g.key_op_id, g.is_deleted,
        \(unsafeRaw: fieldExpressions)
      from unnest(\(bases.map(\.0)), \(keys.map(\.effectiveAt)), \(keys.map(\.actedAt)),
        \(keys.map(\.clientID)), \(keys.map(\.operationID)), \(bases.map(\.1.state.isDeleted)),
        \(fieldArrays(bases.map(\.1.state.fields)))
      ) as g (id, key_at, key_acted_at, key_client_id, key_op_id, is_deleted,
        \(unsafeRaw: fieldNames))
      on conflict on constraint habit_bases_pkey do update set
        key_at = excluded.key_at, key_acted_at = excluded.key_acted_at,
        key_client_id = excluded.key_client_id, key_op_id = excluded.key_op_id,
        is_deleted = excluded.is_deleted, kind = excluded.kind, name = excluded.name,
        target_thousandths = excluded.target_thousandths,
        target_direction = excluded.target_direction, target_unit = excluded.target_unit,
        schedules = excluded.schedules, pauses = excluded.pauses, icon = excluded.icon,
        color = excluded.color, position = excluded.position, archived = excluded.archived,
        note = excluded.note
      """
  }
}

extension HabitFields {
  /// Reads what a put wrote.
  fileprivate init(operation row: Row, from first: Int) throws(PostgresError) {
    var target: HabitTarget?
    if let thousandths = try row.int64OrNil(first + 2) {
      target = HabitTarget(
        thousandths: thousandths, direction: try row.name(first + 3),
        unit: try row.textOrNil(first + 5))
    }
    self.init(
      kind: try row.name(first), name: try row.text(first + 1), target: target,
      schedules: try row.values(first + 6) ?? [], pauses: try row.values(first + 8) ?? [],
      icon: try row.textOrNil(first + 10), color: try row.textOrNil(first + 12),
      position: try row.int32(first + 13), isArchived: try row.bool(first + 14),
      note: try row.textOrNil(first + 16))
  }
}

extension HabitPatch {
  /// Reads what a patch wrote.
  fileprivate init(operation row: Row, from first: Int) throws(PostgresError) {
    self.init()
    name = try row.textOrNil(first + 1)
    let target = TargetPatch(
      thousandths: try row.int64OrNil(first + 2), direction: try row.nameOrNil(first + 3),
      unit: Update(try row.textOrNil(first + 5), isNamed: try row.bool(first + 4)))
    if target != TargetPatch() { self.target = target }
    schedules = try row.values(first + 6)
    schedule = try row.textOrNil(first + 7).flatMap { ScheduleVersion($0) }
    pauses = try row.values(first + 8)
    icon = Update(try row.textOrNil(first + 10), isNamed: try row.bool(first + 9))
    color = Update(try row.textOrNil(first + 12), isNamed: try row.bool(first + 11))
    position = try row.int32OrNil(first + 13)
    isArchived = try row.boolOrNil(first + 14)
    note = Update(try row.textOrNil(first + 16), isNamed: try row.bool(first + 15))
  }
}

extension Row {
  /// A `text[]` of values in the form in which they describe themselves; nil for NULL.
  ///
  /// - Throws: `mismatch` for any other text, which only a newer program can have stored.
  fileprivate func values<Value: LosslessStringConvertible>(
    _ column: Int
  ) throws(PostgresError) -> [Value]? {
    guard !isNull(column) else { return nil }
    var values: [Value] = []
    for text in try texts(column) {
      guard let value = Value(text) else { throw StoredNameFault.unknown }
      values.append(value)
    }
    return values
  }
}
