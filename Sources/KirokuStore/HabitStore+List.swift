public import KirokuCore
internal import Postgres

extension HabitStore {
  /// A page of habits, in the order in which the person has put them.
  ///
  /// - Parameter limit: at most so many.
  public func list(
    _ filter: HabitFilter, after place: HabitPosition?, limit: Int, in zone: String?,
    for secret: TokenSecret
  ) async throws(StoreError) -> Access<HabitPage> {
    let statement: SQL = """
      select \(unsafeRaw: Caller.column), z.today, h.habit
      from \(unsafeRaw: Caller.tables)
      \(PersonsDay.lateral(now: session.now, zone: zone))
      left join lateral (
        select \(unsafeRaw: Habit.column) as habit
        from habits h
        where h.account_id = t.account_id and h.deleted_at is null
          and coalesce(h.archived = \(filter.isArchived), true)
          and coalesce(h.name ilike \(filter.namePattern), true)
          and \(Self.condition(after: place))
        order by h.position, h.created_at, h.id limit \(limit + 1)
      ) h on true
      where t.account_id = \(secret.accountID) and t.secret_sha256 = sha256(\(secret.random))
        and \(unsafeRaw: Caller.isValid)
      """
    return try await session.authorized(statement, for: secret, .readHabits) {
      rows throws(PostgresError) in
      // One more than asked for tells whether there is a next page.
      let habits = try Self.habits(rows, 2)
      let page = Array(habits.prefix(limit))
      return HabitPage(
        today: try rows[0].day(1), habits: page,
        next: habits.count > limit ? page.last?.place : nil)
    }
  }

  private static func condition(after place: HabitPosition?) -> SQL {
    guard let place else { return "true" }
    return """
      (h.position, h.created_at, h.id) > (\(place.position), \(place.createdAt), \(place.id))
      """
  }
}

/// Which habits a list holds: those that fit everything that is not nil.
public struct HabitFilter: Hashable, Sendable {
  public var isArchived: Bool?
  /// What the name holds somewhere, in whichever case.
  public var nameText: String?

  public init(isArchived: Bool? = nil, nameText: String? = nil) {
    self.isArchived = isArchived
    self.nameText = nameText
  }

  var namePattern: String? { nameText.map(LikePattern.containing) }
}
