internal import KirokuCore
internal import Postgres

/// `habit_days`, as pushes read and write them, what was done to them, and what the settled part of it came to.
enum DayTable: RecordTable {
  static func rows(_ ids: [DayID], of account: UUIDBytes) -> SQL {
    """
    select \(unsafeRaw: columns)
    from \(rows: "\(ids.map(\.habit)), \(ids.map(\.day))") as wanted (habit_id, day)
    cross join lateral (
      select * from habit_days d
      where d.account_id = \(account) and d.habit_id = wanted.habit_id and d.day = wanted.day
      offset 0
    ) d
    """
  }

  private static let columns: StaticString = """
    d.habit_id, d.day, row(d.skipped, d.amount_thousandths, d.note, d.version_at, d.rev,
      d.created_at, d.updated_at, null::timestamptz, null::uuid, d.key_at, d.key_acted_at,
      d.key_client_id, d.key_op_id)
    """

  static func read(
    _ row: Row
  ) throws(PostgresError) -> (DayID, RecordRow<HabitDayState>, HabitDay?) {
    let id = DayID(habit: try row.id(0), day: try row.day(1))
    var columns = try row.composite(2, fieldCount: 13)
    let state = HabitDayState(
      value: try HabitDayValue(&columns), note: try columns.textOrNil())
    let version = try columns.instant()
    let facts = try RowFacts(&columns)
    let day = HabitDay(
      habitID: id.habit, day: id.day, value: state.value, note: state.note,
      version: facts.rev > 0 ? version : nil, rev: facts.rev,
      updatedAt: facts.rev > 0 ? facts.updatedAt : nil)
    return (id, facts.row(state, version), day)
  }

  static func write(
    _ records: [RecordWrite<DayID, HabitDayState>], of account: UUIDBytes
  ) -> SQL {
    let rows: SQL = """
      \(records.map(\.id.habit)), \(records.map(\.id.day)),
      \(records.map(\.version)), \(records.map(\.key.effectiveAt)),
      \(records.map(\.key.actedAt)), \(records.map(\.key.clientID)),
      \(records.map(\.key.operationID)), \(records.map(\.rev)), \(records.map(\.createdAt)),
      \(records.map(\.updatedAt)), \(stateArrays(records.map(\.state)))
      """
    return """
      insert into habit_days as d (account_id, habit_id, day, version_at, key_at, key_acted_at,
        key_client_id, key_op_id, rev, created_at, updated_at, amount_thousandths, skipped, note)
      select \(account), g.*
      from \(rows: rows) g
      on conflict on constraint habit_days_pkey do update set
        version_at = excluded.version_at, key_at = excluded.key_at,
        key_acted_at = excluded.key_acted_at, key_client_id = excluded.key_client_id,
        key_op_id = excluded.key_op_id, rev = excluded.rev, updated_at = excluded.updated_at,
        amount_thousandths = excluded.amount_thousandths, skipped = excluded.skipped,
        note = excluded.note
      returning \(unsafeRaw: columns)
      """
  }

  /// Amount, skipped and note.
  private static func stateArrays(_ states: [HabitDayState]) -> SQL {
    let amounts = states.map { state -> Int64? in
      if case .amount(let amount) = state.value { amount } else { nil }
    }
    return """
      \(amounts), \(states.map { $0.value == .skipped }), \(states.map(\.note))
      """
  }

  // MARK: - Operations

  static func operations(
    _ ids: [DayID], since earliest: Instant?, of account: UUIDBytes
  ) -> SQL {
    """
    select \(unsafeRaw: OperationColumns.list), o.fields -> 'amount' is not null,
      ((o.fields ->> 'amount')::numeric * 1000)::int8, o.fields -> 'skipped' is not null,
      o.fields -> 'note' is not null, o.fields ->> 'note',
      ((o.fields ->> 'by')::numeric * 1000)::int8
    from \(rows: "\(ids.map(\.habit)), \(ids.map(\.day))") as wanted (habit_id, day)
    cross join lateral (
      select * from operations o
      where o.account_id = \(account) and o.record_id = wanted.habit_id
        and o.record_day = wanted.day and o.record_day is not null and not o.settled
      offset 0
    ) o
    """
  }

  static func id(ofOperation row: Row) throws(PostgresError) -> DayID {
    DayID(habit: try row.id(0), day: try row.day(1))
  }

  static func change(
    _ row: Row, _ kind: OperationKind
  ) throws(PostgresError) -> HabitDayState.Change {
    let first = OperationColumns.count
    switch kind {
    case .set:
      var set = HabitDaySet(
        note: Update(try row.textOrNil(first + 4), isNamed: try row.bool(first + 3)))
      if try row.bool(first + 2) {
        set.value = .skipped
      } else if try row.bool(first) {
        set.value = try row.int64OrNil(first + 1).map { .amount($0) } ?? .empty
      }
      return .set(set)
    case .increment: return .increment(try row.int64(first + 5))
    default: throw PostgresError(.mismatch, "a day has another record's operation")
    }
  }

  // MARK: - Bases

  static func bases(_ ids: [DayID], of account: UUIDBytes) -> SQL {
    """
    select b.habit_id, b.day, row(b.skipped, b.amount_thousandths, b.note), b.key_at,
      b.key_acted_at, b.key_client_id, b.key_op_id
    from \(rows: "\(ids.map(\.habit)), \(ids.map(\.day))") as wanted (habit_id, day)
    join habit_day_bases b on b.account_id = \(account) and b.habit_id = wanted.habit_id
      and b.day = wanted.day
    """
  }

  static func readBase(
    _ row: Row
  ) throws(PostgresError) -> (DayID, RecordHistory<HabitDayState>.Base) {
    var columns = try row.composite(2, fieldCount: 3)
    let state = HabitDayState(
      value: try HabitDayValue(&columns), note: try columns.textOrNil())
    return (
      DayID(habit: try row.id(0), day: try row.day(1)),
      RecordHistory.Base(state: state, key: try OperationKey(row, from: 3))
    )
  }

  static func writeBases(
    _ bases: [(DayID, RecordHistory<HabitDayState>.Base)], of account: UUIDBytes
  ) -> SQL {
    let keys = bases.map(\.1.key)
    return """
      insert into habit_day_bases (account_id, habit_id, day, key_at, key_acted_at, key_client_id,
        key_op_id, amount_thousandths, skipped, note)
      select \(account), g.*
      from unnest(\(bases.map(\.0.habit)), \(bases.map(\.0.day)), \(keys.map(\.effectiveAt)),
        \(keys.map(\.actedAt)), \(keys.map(\.clientID)), \(keys.map(\.operationID)),
        \(stateArrays(bases.map(\.1.state)))) g
      on conflict on constraint habit_day_bases_pkey do update set
        key_at = excluded.key_at, key_acted_at = excluded.key_acted_at,
        key_client_id = excluded.key_client_id, key_op_id = excluded.key_op_id,
        amount_thousandths = excluded.amount_thousandths, skipped = excluded.skipped,
        note = excluded.note
      """
  }
}
