public import KirokuCore
internal import Postgres

/// The snapshot that a widget draws from: one row of one statement, and nothing of it is decoded for who has it already.
public struct WidgetStore: Sendable {
  let session: StoreSession
  private let trends = TrendMemory()

  init(session: StoreSession) {
    self.session = session
  }

  /// The snapshot of the person's day.
  ///
  /// - Parameters:
  ///   - zone: where the person is; nil means the account's zone.
  ///   - focus: the filter that hides habits; nil, and one that there is not, hide nothing.
  ///   - client: whose filter; nil means the token's id.
  ///   - has: whether the caller has the snapshot of that day and account already; then nothing else is read.
  public func snapshot(
    in zone: String?, focus: String?, of client: UUIDBytes?, for secret: TokenSecret,
    unless has: (Caller, LocalDay) -> Bool
  ) async throws(StoreError) -> Access<WidgetSnapshot> {
    let known = trends.trend(of: secret.accountID)
    let statement = Self.statement(
      zone: zone, focus: focus, client: client, knownEntriesRev: known?.entriesRev,
      now: session.now, secret)
    return try await session.authorized(statement, for: secret, .readWidget) {
      rows throws(PostgresError) in
      let row = try rows[0]
      let today = try row.day(1)
      let (caller, _) = try Caller.read(row, accountID: secret.accountID)
      if has(caller, today) { return WidgetSnapshot(today: today, content: nil) }
      let weekStart = caller.account.settings.weekStart
      let weight = try weight(row, known, secret.accountID)
      let habits = try row.list(3, fieldCount: WidgetHabit.fieldCount) {
        fields throws(PostgresError) in
        try WidgetHabit(&fields, on: today, weekStart: weekStart)
      }
      return WidgetSnapshot(
        today: today,
        content: .init(refreshAfter: try row.instant(2), habits: habits, weight: weight))
    }
  }

  /// The trend of entries that did not change is the one that was made of them before.
  private func weight(
    _ row: Row, _ known: TrendMemory.Trend?, _ account: UUIDBytes
  ) throws(PostgresError) -> WidgetWeight? {
    guard !row.isNull(4) else { return nil }
    let entry = try WeightEntry(row, 4)
    let entriesRev = try row.int64(5)
    if let known, known.entriesRev == entriesRev {
      return WidgetWeight(entry: entry, trendThousandths: known.thousandths)
    }
    let readings = try row.list(6, fieldCount: 3) { fields throws(PostgresError) in
      WeightTrend.Reading(
        day: try fields.day(), recordedAt: try fields.instant(), grams: Int64(try fields.int32()))
    }
    let thousandths = WeightTrend(readings).points.last?.trendThousandths
    trends.remember(.init(entriesRev: entriesRev, thousandths: thousandths), of: account)
    return WidgetWeight(entry: entry, trendThousandths: thousandths)
  }

  /// The columns: caller, day, next boundary, habits, latest entry, revision of the entries, and all readings unless
  /// those of that revision are known.
  static func statement(
    zone: String?, focus: String?, client: UUIDBytes?, knownEntriesRev: Int64?, now: Instant?,
    _ secret: TokenSecret
  ) -> SQL {
    """
    select \(unsafeRaw: Caller.column), z.today, \(unsafeRaw: PersonsDay.nextBoundary),
      array(
        select \(unsafeRaw: WidgetHabit.column)
        from habits h
        left join habit_days d
          on d.account_id = h.account_id and d.habit_id = h.id and d.day = z.today
        left join habit_progress p on p.account_id = h.account_id and p.habit_id = h.id
        where h.account_id = t.account_id and h.deleted_at is null and not h.archived
          and h.id <> all (coalesce(f.hidden_habits, '{}'))
        order by h.position, h.created_at, h.id),
      (
        select \(unsafeRaw: WeightEntry.column)
        from weight_entries e
        where e.account_id = t.account_id and e.deleted_at is null
        order by e.recorded_at desc, e.id desc limit 1),
      n.rev,
      case when n.rev is distinct from \(knownEntriesRev) then
        array(
          select row(s.local_day, s.recorded_at, s.weight_grams)
          from (
            select distinct on (e.local_day) e.local_day, e.recorded_at, e.weight_grams
            from weight_entries e
            where e.account_id = t.account_id and e.deleted_at is null
            order by e.local_day, e.recorded_at, e.id) s)
      end
    from \(unsafeRaw: Caller.tables)
    \(PersonsDay.lateral(now: now, zone: zone))
    left join focus_filters f on f.account_id = t.account_id
      and f.client_id = coalesce(\(client), t.id) and f.name = \(focus)
    cross join lateral (
      select max(e.rev) as rev from weight_entries e where e.account_id = t.account_id) n
    where t.account_id = \(secret.accountID) and t.secret_sha256 = sha256(\(secret.random))
      and \(unsafeRaw: Caller.isValid)
    """
  }
}

/// What a widget draws.
public struct WidgetSnapshot: Sendable {
  /// The person's day.
  public let today: LocalDay
  /// Nil where the caller has it already.
  public let content: Content?

  public struct Content: Sendable {
    /// When the person's next day begins.
    public let refreshAfter: Instant
    /// In the order in which the person has put them; archived and hidden ones are no part.
    public let habits: [WidgetHabit]
    /// Nil without entries.
    public let weight: WidgetWeight?
  }
}

/// The latest weight, and where the trend has come to.
public struct WidgetWeight: Sendable {
  public let entry: WeightEntry
  public let trendThousandths: Int64?
}
