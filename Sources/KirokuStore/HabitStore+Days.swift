public import KirokuCore
internal import Postgres

extension HabitStore {
  /// One day of a habit; no habit when there is none.
  ///
  /// - Parameters:
  ///   - day: nil means today.
  ///   - zone: where the person is; nil means the account's zone.
  public func day(
    _ day: LocalDay?, of id: UUIDBytes, in zone: String?, for secret: TokenSecret
  ) async throws(StoreError) -> Access<HabitDays> {
    try await days(
      """
      left join habit_days d on d.account_id = t.account_id and d.habit_id = h.id
        and d.day = coalesce(\(day), z.today)
      """, of: id, in: zone, for: secret)
  }

  /// What was recorded of a habit, a day each, in the order of days; no habit when there is none.
  ///
  /// - Parameter end: not included; nil means all that there are.
  public func days(
    from first: LocalDay?, before end: LocalDay?, of id: UUIDBytes, in zone: String?,
    for secret: TokenSecret
  ) async throws(StoreError) -> Access<HabitDays> {
    try await days(
      """
      left join lateral (
        select d.* from habit_days d
        where d.account_id = t.account_id and d.habit_id = h.id
          and d.day >= coalesce(\(first), '-infinity') and d.day < coalesce(\(end), 'infinity')
        order by d.day
      ) d on true
      """, of: id, in: zone, for: secret)
  }

  private func days(
    _ join: SQL, of id: UUIDBytes, in zone: String?, for secret: TokenSecret
  ) async throws(StoreError) -> Access<HabitDays> {
    let statement: SQL = """
      select \(unsafeRaw: Caller.column), z.today,
        case when h.id is not null then \(unsafeRaw: Habit.column) end,
        case when d.day is not null then \(unsafeRaw: HabitDay.column) end
      from \(unsafeRaw: Caller.tables)
      \(PersonsDay.lateral(now: session.now, zone: zone))
      left join habits h
        on h.account_id = t.account_id and h.id = \(id) and h.deleted_at is null
      \(join)
      where t.account_id = \(secret.accountID) and t.secret_sha256 = sha256(\(secret.random))
        and \(unsafeRaw: Caller.isValid)
      """
    return try await session.authorized(statement, for: secret, .readDays) {
      rows throws(PostgresError) in
      let first = try rows[0]
      return HabitDays(
        today: try first.day(1), habit: first.isNull(2) ? nil : try Habit(first, 2),
        days: first.isNull(3)
          ? [] : try rows.map { row throws(PostgresError) in try HabitDay(row, 3) })
    }
  }

  /// One day of each habit that is not archived, in the order of habits.
  ///
  /// - Parameter day: nil means today.
  public func day(
    _ day: LocalDay?, in zone: String?, for secret: TokenSecret
  ) async throws(StoreError) -> Access<DayOfHabits> {
    let statement: SQL = """
      select \(unsafeRaw: Caller.column), z.today, h.habit, h.day
      from \(unsafeRaw: Caller.tables)
      \(PersonsDay.lateral(now: session.now, zone: zone))
      left join lateral (
        select \(unsafeRaw: Habit.column) as habit,
          case when d.day is not null then \(unsafeRaw: HabitDay.column) end as day
        from habits h
        left join habit_days d on d.account_id = t.account_id and d.habit_id = h.id
          and d.day = coalesce(\(day), z.today)
        where h.account_id = t.account_id and h.deleted_at is null and not h.archived
        order by h.position, h.created_at, h.id
      ) h on true
      where t.account_id = \(secret.accountID) and t.secret_sha256 = sha256(\(secret.random))
        and \(unsafeRaw: Caller.isValid)
      """
    return try await session.authorized(statement, for: secret, .readDays) {
      rows throws(PostgresError) in
      let today = try rows[0].day(1)
      let day = day ?? today
      let habits = try Self.habits(rows, 2)
      let days = try rows.map { row throws(PostgresError) in
        row.isNull(3) ? nil : try HabitDay(row, 3)
      }
      return DayOfHabits(
        today: today, day: day,
        habits: zip(habits, days).map { ($0, $1 ?? HabitDay(habitID: $0.id, day: day)) })
    }
  }
}

/// Days of one habit.
public struct HabitDays: Sendable {
  /// The person's day.
  public let today: LocalDay
  /// Nil where there is none.
  public let habit: Habit?
  /// Only those on which something was recorded, in the order of days.
  public let days: [HabitDay]

  /// A day of the habit, empty where nothing was recorded.
  public func day(_ day: LocalDay, of id: UUIDBytes) -> HabitDay {
    days.first { $0.day == day } ?? HabitDay(habitID: id, day: day)
  }
}

/// One day of all habits.
public struct DayOfHabits: Sendable {
  /// The person's day.
  public let today: LocalDay
  /// The day that was asked for.
  public let day: LocalDay
  public let habits: [(habit: Habit, day: HabitDay)]
}
