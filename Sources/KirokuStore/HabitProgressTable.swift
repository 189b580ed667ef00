internal import KirokuCore
internal import Postgres

/// `habit_progress`: what follows from a habit's fields, its days and the account's first weekday. Every write that
/// changes one of them makes it again.
enum HabitProgressTable {
  /// What was recorded for habits: `habit_id`, `day`, `skipped`, `amount_thousandths`.
  static func days(of habits: [UUIDBytes], _ account: UUIDBytes) -> SQL {
    """
    select d.habit_id, d.day, d.skipped, d.amount_thousandths
    from habit_days d
    where d.account_id = \(account) and d.habit_id = any(\(habits))
      and (d.skipped or d.amount_thousandths is not null)
    """
  }

  /// Computes the progress of habits.
  ///
  /// - Parameter rows: of `days`, of all the habits.
  /// - Returns: nil within for those that nothing is recorded for.
  static func computed(
    _ habits: [UUIDBytes: HabitFields], from rows: Rows, weekStart: Int
  ) throws(PostgresError) -> [UUIDBytes: HabitProgress?] {
    var recorded: [UUIDBytes: [(LocalDay, HabitDayValue)]] = [:]
    for row in rows {
      let value: HabitDayValue =
        try row.bool(2) ? .skipped : try row.int64OrNil(3).map { .amount($0) } ?? .empty
      recorded[try row.id(0), default: []].append((try row.day(1), value))
    }
    var progress: [UUIDBytes: HabitProgress?] = [:]
    for (id, fields) in habits {
      progress.updateValue(
        HabitProgress.computed(of: recorded[id] ?? [], fields: fields, weekStart: weekStart),
        forKey: id)
    }
    return progress
  }

  static func stored(of habits: [UUIDBytes], _ account: UUIDBytes) -> SQL {
    """
    select p.habit_id, p.progress from habit_progress p
    where p.account_id = \(account) and p.habit_id = any(\(habits))
    """
  }

  static func read(_ rows: Rows) throws(PostgresError) -> [UUIDBytes: HabitProgress] {
    var progress: [UUIDBytes: HabitProgress] = [:]
    for row in rows { progress[try row.id(0)] = HabitProgress(bytes: try row.bytea(1)) }
    return progress
  }

  /// Stores what was computed; those without progress have no row.
  static func write(_ progress: [UUIDBytes: HabitProgress?], _ account: UUIDBytes) -> [SQL] {
    let known = progress.compactMap { id, progress in progress.map { (id, $0) } }
    let none = progress.filter { $0.value == nil }.map(\.key)
    var statements: [SQL] = []
    if !known.isEmpty {
      let rows: SQL = """
        \(known.map(\.0)), \(known.map(\.1.lastDay)), \(known.map { Bytes($0.1.bytes) })
        """
      statements.append(
        """
        insert into habit_progress (account_id, habit_id, last_day, progress)
        select \(account), g.*
        from \(rows: rows) g
        on conflict on constraint habit_progress_pkey do update set
          last_day = excluded.last_day, progress = excluded.progress
        """)
    }
    if !none.isEmpty {
      statements.append(
        """
        delete from habit_progress
        where account_id = \(account) and habit_id = any(\(none))
        """)
    }
    return statements
  }
}

// MARK: - All of an account's

extension HabitProgressTable {
  /// Habits whose progress is computed at once.
  private static let habitsAtOnce = 20

  /// Computes the progress of an account's habits anew, a few of them; the account is locked. Of a habit that is gone it
  /// is not kept up, and made again when it is back.
  ///
  /// - Returns: how many there were, of how many what was stored has changed, and the last one, after which more follow.
  static func rebuild(
    _ account: UUIDBytes, after last: UUIDBytes?, weekStart: Int, on connection: WorkConnection
  ) async throws(PostgresError) -> (count: Int, changed: Int, last: UUIDBytes?) {
    let habits = try await connection.query(
      """
      select h.id, row(h.kind, h.name, h.target_thousandths, h.target_direction, h.target_unit,
        h.schedules, h.pauses, h.icon, h.color, h.position, h.archived, h.note)
      from habits h
      where h.account_id = \(account) and h.deleted_at is null
        and (\(last == nil) or h.id > \(last))
      order by h.id limit \(habitsAtOnce)
      """)
    var live: [UUIDBytes: HabitFields] = [:]
    var ids: [UUIDBytes] = []
    for row in habits {
      ids.append(try row.id(0))
      live[try row.id(0)] = try HabitTable.fields(row, 1)
    }
    let rows = try await connection.pipeline([
      days(of: Array(live.keys), account), stored(of: ids, account),
    ])
    guard rows.count == 2 else {
      throw PostgresError(.mismatch, "two reads had \(rows.count) results")
    }
    let old = try read(rows[1])
    let new = try computed(live, from: rows[0], weekStart: weekStart)
    let changed = new.filter { $0.value != old[$0.key] }
    let writes = write(changed, account)
    if !writes.isEmpty { _ = try await connection.pipeline(writes) }
    return (live.count, changed.count, ids.count < habitsAtOnce ? nil : ids.last)
  }

  /// The same for all of them, where the account's first weekday has changed.
  static func rebuildAll(
    _ account: UUIDBytes, weekStart: Int, on connection: WorkConnection
  ) async throws(PostgresError) {
    var last: UUIDBytes?
    repeat {
      last = try await rebuild(account, after: last, weekStart: weekStart, on: connection).last
    } while last != nil
  }
}
