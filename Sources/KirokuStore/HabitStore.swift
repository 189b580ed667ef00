public import KirokuCore
internal import Postgres

/// Reads of `habits` and what belongs to them; writes are pushes. Lists, days and the course of a habit are in files of
/// their own.
public struct HabitStore: Sendable {
  let session: StoreSession

  /// The habit with an id, and the person's day; no habit when there is none, or it is another account's.
  ///
  /// - Parameter zone: where the person is; nil means the account's zone.
  public func habit(
    _ id: UUIDBytes, in zone: String?, for secret: TokenSecret
  ) async throws(StoreError) -> Access<HabitOnDay> {
    let statement: SQL = """
      select \(unsafeRaw: Caller.column), z.today,
        case when h.id is not null then \(unsafeRaw: Habit.column) end
      from \(unsafeRaw: Caller.tables)
      \(PersonsDay.lateral(now: session.now, zone: zone))
      left join habits h
        on h.account_id = t.account_id and h.id = \(id) and h.deleted_at is null
      where t.account_id = \(secret.accountID) and t.secret_sha256 = sha256(\(secret.random))
        and \(unsafeRaw: Caller.isValid)
      """
    return try await session.authorized(statement, for: secret, .readHabits) {
      rows throws(PostgresError) in
      let row = try rows[0]
      return HabitOnDay(
        today: try row.day(1), habit: row.isNull(2) ? nil : try Habit(row, 2))
    }
  }

  /// The habits with these ids, in their order; those that there are not are left out.
  public func habits(
    _ ids: [UUIDBytes], in zone: String?, for secret: TokenSecret
  ) async throws(StoreError) -> Access<HabitPage> {
    let statement: SQL = """
      select \(unsafeRaw: Caller.column), z.today, h.habit
      from \(unsafeRaw: Caller.tables)
      \(PersonsDay.lateral(now: session.now, zone: zone))
      left join lateral (
        select wanted.place, \(unsafeRaw: Habit.column) as habit
        from unnest(\(ids)) with ordinality as wanted (id, place)
        join habits h on h.account_id = t.account_id and h.id = wanted.id and h.deleted_at is null
      ) h on true
      where t.account_id = \(secret.accountID) and t.secret_sha256 = sha256(\(secret.random))
        and \(unsafeRaw: Caller.isValid)
      order by h.place
      """
    return try await session.authorized(statement, for: secret, .readHabits) {
      rows throws(PostgresError) in
      HabitPage(today: try rows[0].day(1), habits: try Self.habits(rows, 2), next: nil)
    }
  }

  /// The habits in a column; one row without a habit is a list without any.
  static func habits(_ rows: Rows, _ column: Int) throws(PostgresError) -> [Habit] {
    guard let first = rows.first, !first.isNull(column) else { return [] }
    return try rows.map { row throws(PostgresError) in try Habit(row, column) }
  }
}

/// A habit, on the person's day: which schedule holds is a matter of the day.
public struct HabitOnDay: Sendable {
  public let today: LocalDay
  /// Nil where there is none.
  public let habit: Habit?
}

/// A part of a list of habits.
public struct HabitPage: Sendable {
  /// The person's day.
  public let today: LocalDay
  public let habits: [Habit]
  /// After which habit the next page begins; nil at the end.
  public let next: HabitPosition?
}

/// A place in the order of habits: by position, equal ones in the order of their making.
public struct HabitPosition: Hashable, Sendable {
  public let position: Int32
  public let createdAt: Instant
  public let id: UUIDBytes

  public init(position: Int32, createdAt: Instant, id: UUIDBytes) {
    self.position = position
    self.createdAt = createdAt
    self.id = id
  }
}

extension Habit {
  /// Where the habit stands in a list.
  public var place: HabitPosition {
    HabitPosition(position: fields.position, createdAt: createdAt, id: id)
  }
}
