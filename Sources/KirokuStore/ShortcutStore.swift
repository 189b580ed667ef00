public import KirokuCore
internal import Postgres

/// What App Shortcuts may name: the choices of their parameters. Their phrases are compiled into an app.
public struct ShortcutStore: Sendable {
  let session: StoreSession

  /// The habits that a shortcut may name.
  ///
  /// - Parameters:
  ///   - zone: where the person is; nil means the account's zone.
  ///   - focus: the filter that hides habits and intents; nil, and one that there is not, hide nothing.
  ///   - client: whose filter; nil means the token's id.
  public func choices(
    in zone: String?, focus: String?, of client: UUIDBytes?, for secret: TokenSecret
  ) async throws(StoreError) -> Access<ShortcutChoices> {
    let statement = Self.statement(
      in: zone, focus: focus, of: client, for: secret, now: session.now)
    return try await session.authorized(statement, for: secret, .readShortcuts) {
      rows throws(PostgresError) in
      let row = try rows[0]
      return ShortcutChoices(
        today: try row.day(1), hiddenIntents: try row.texts(2),
        habits: try row.list(3, fieldCount: 3) { fields throws(PostgresError) in
          ShortcutChoices.Habit(
            id: try fields.id(), name: try fields.text(),
            days: RecentDays(bits: try fields.int64()))
        }, version: try row.text(4))
    }
  }

  static func statement(
    in zone: String?, focus: String?, of client: UUIDBytes?, for secret: TokenSecret, now: Instant?
  ) -> SQL {
    """
    select \(unsafeRaw: Caller.column), z.today, coalesce(f.hidden_intents, '{}'), array(
      select row(h.id, h.name, n.days)
      from habits h
      cross join lateral (
        select coalesce(bit_or(1::bigint << (z.today - d.day)), 0) as days from habit_days d
        where d.account_id = h.account_id and d.habit_id = h.id
          and d.day >= z.today - \(RecentDays.count)::int and d.day <= z.today
          and d.amount_thousandths is not null) n
      where h.account_id = t.account_id and h.deleted_at is null and not h.archived
        and h.id <> all (coalesce(f.hidden_habits, '{}'))
      order by h.position, h.created_at, h.id), \(unsafeRaw: ShortcutsVersion.column)
    from \(unsafeRaw: Caller.tables)
    \(PersonsDay.lateral(now: now, zone: zone))
    left join focus_filters f on f.account_id = t.account_id
      and f.client_id = coalesce(\(client), t.id) and f.name = \(focus)
    where t.account_id = \(secret.accountID) and t.secret_sha256 = sha256(\(secret.random))
      and \(unsafeRaw: Caller.isValid)
    """
  }
}

/// The choices of shortcuts' parameters.
public struct ShortcutChoices: Sendable {
  public struct Habit: Sendable {
    public let id: UUIDBytes
    public let name: String
    /// On which something was recorded.
    let days: RecentDays
  }

  /// The person's day.
  public let today: LocalDay
  /// What the Focus hides, by the names of App Intents.
  public let hiddenIntents: [String]
  /// In the order in which the person has put them.
  public let habits: [Habit]
  /// Of the set of all choices, hidden ones too, whatever their order: the one that a push answers.
  public let version: String

  /// Days over which is counted how often a habit is recorded, where nothing else tells two apart.
  private static let countedDays = 28

  /// Ids, what is likely on this weekday first; what is equally likely by how often it was recorded of late, then in the
  /// person's order. The time of the day is left out, so that the order holds for as long as the answer's tag: a day.
  public var suggested: [UUIDBytes] {
    habits.enumerated().map { place, habit in
      (
        id: habit.id,
        order: (
          -habit.days.todaysProbability, -habit.days.recorded(within: Self.countedDays), place
        )
      )
    }.sorted { $0.order < $1.order }.map(\.id)
  }
}
