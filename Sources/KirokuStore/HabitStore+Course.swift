public import KirokuCore
internal import Postgres

extension HabitStore {
  /// All that is known of how a habit went, for its statistics; no habit when there is none.
  ///
  /// - Parameter zone: where the person is; nil means the account's zone.
  public func course(
    of id: UUIDBytes, in zone: String?, for secret: TokenSecret
  ) async throws(StoreError) -> Access<HabitCourse> {
    let statement: SQL = """
      select \(unsafeRaw: Caller.column), z.today,
        case when h.id is not null then \(unsafeRaw: Habit.column) end, p.progress,
        array(
          select row(d.day, d.skipped, d.amount_thousandths)
          from habit_days d
          where d.account_id = t.account_id and d.habit_id = h.id
          order by d.day)
      from \(unsafeRaw: Caller.tables)
      \(PersonsDay.lateral(now: session.now, zone: zone))
      left join habits h
        on h.account_id = t.account_id and h.id = \(id) and h.deleted_at is null
      left join habit_progress p on p.account_id = t.account_id and p.habit_id = h.id
      where t.account_id = \(secret.accountID) and t.secret_sha256 = sha256(\(secret.random))
        and \(unsafeRaw: Caller.isValid)
      """
    return try await session.authorized(statement, for: secret, .readHabits) {
      rows throws(PostgresError) in
      let row = try rows[0]
      return HabitCourse(
        today: try row.day(1), habit: row.isNull(2) ? nil : try Habit(row, 2),
        progress: try row.byteaOrNil(3).flatMap { HabitProgress(bytes: $0) },
        days: try row.list(4, fieldCount: 3) { fields throws(PostgresError) in
          (day: try fields.day(), value: try HabitDayValue(&fields))
        })
    }
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
