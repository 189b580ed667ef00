public import KirokuCore
internal import Postgres

extension HabitStore {
  /// All that is known of how a habit went, for its statistics; no habit when there is none.
  ///
  /// - Parameter zone: where the person is; nil means the account's zone.
  public func course(
    of id: UUIDBytes, in zone: String?, for secret: TokenSecret
  ) async throws(StoreError) -> Access<HabitCourse> {
    let proof = Proof.token(secret)
    let habit: SQL = """
      left join habits h on h.account_id = t.account_id and h.id = \(id) and h.deleted_at is null
      """
    let statement = courseStatement(habit, in: zone, for: proof)
    return try await session.authorized(statement, for: proof, .readHabits) {
      rows throws(PostgresError) in try HabitCourse(rows[0])
    }
  }

  /// The same for each of a person's habits that are not archived, in the order in which they have put them; one without
  /// a habit where they have none.
  ///
  /// - Parameter limit: at most so many, the first.
  public func courses(
    limit: Int, for proof: Proof
  ) async throws(StoreError) -> Access<[HabitCourse]> {
    let habits: SQL = """
      left join lateral (
        select h.* from habits h
        where h.account_id = t.account_id and h.deleted_at is null and not h.archived
        order by h.position, h.created_at, h.id limit \(limit)
      ) h on true
      """
    let statement: SQL = """
      \(courseStatement(habits, in: nil, for: proof))
      order by h.position, h.created_at, h.id
      """
    return try await session.authorized(statement, for: proof, .readHabits) {
      rows throws(PostgresError) in
      try rows.map { row throws(PostgresError) in try HabitCourse(row) }
    }
  }

  /// - Parameter habits: joins the habits `h`.
  private func courseStatement(_ habits: SQL, in zone: String?, for proof: Proof) -> SQL {
    """
    select \(unsafeRaw: Caller.column), z.today,
      case when h.id is not null then \(unsafeRaw: Habit.column) end, p.progress,
      array(
        select row(d.day, d.skipped, d.amount_thousandths)
        from habit_days d
        where d.account_id = t.account_id and d.habit_id = h.id
        order by d.day)
    from \(unsafeRaw: Caller.tables)
    \(PersonsDay.lateral(now: session.now, zone: zone))
    \(habits)
    left join habit_progress p on p.account_id = t.account_id and p.habit_id = h.id
    where \(proof.condition(now: session.now))
    """
  }
}

/// How a habit went.
public struct HabitCourse: Sendable {
  /// The person's day.
  public let today: LocalDay
  /// Nil where there is none.
  public let habit: Habit?
  /// Streaks and score as of the last recorded day; nil where nothing was recorded.
  public let progress: HabitProgress?
  /// What was recorded, in the order of days.
  public let days: [(day: LocalDay, value: HabitDayValue)]
}

extension HabitCourse {
  /// Reads what follows `Caller.column`.
  fileprivate init(_ row: Row) throws(PostgresError) {
    self.init(
      today: try row.day(1), habit: row.isNull(2) ? nil : try Habit(row, 2),
      progress: try row.byteaOrNil(3).flatMap { HabitProgress(bytes: $0) },
      days: try row.list(4, fieldCount: 3) { fields throws(PostgresError) in
        (day: try fields.day(), value: try HabitDayValue(&fields))
      })
  }
}
