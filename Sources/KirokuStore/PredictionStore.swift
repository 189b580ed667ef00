public import KirokuCore
internal import Postgres

/// When a person is likely to do again what they did.
public struct PredictionStore: Sendable {
  let session: StoreSession

  /// The newest acts that are looked at; seventy a day for the eight weeks.
  static let maxActs = 4_000
  /// Intents, each with the habit that it was performed on, and habits that are told: those done most.
  static let maxPredictions = 100

  /// Predicts from the person's own acts of the last eight weeks, in one statement.
  ///
  /// - Parameter zone: where the person is; nil means the account's zone. Acts are of the local day and time at which they
  ///   were done, wherever that was.
  public func predictions(
    in zone: String?, for secret: TokenSecret
  ) async throws(StoreError) -> Access<Predictions> {
    let statement = Self.statement(in: zone, for: secret, now: session.now)
    return try await session.authorized(statement, for: secret, .readShortcuts) {
      rows throws(PostgresError) in
      let row = try rows[0]
      let (caller, _) = try Caller.read(row, accountID: secret.accountID)
      let today = try row.day(1)
      let (past, start) = (PastDays(before: today), caller.account.settings.dayStartMinutes)
      return Predictions(
        today: today, timeZone: try row.text(2),
        all: try row.list(3, fieldCount: 3) { fields throws(PostgresError) in
          let subject = Predictions.Subject(
            intent: try fields.textOrNil(), habit: try fields.idOrNil())
          var moments: [LocalMoment] = []
          try fields.forEachInt32 { minutes in
            moments.append(LocalMoment(minutesAfterStart: Int(minutes), of: today))
          }
          return (subject, ActPrediction(from: moments, past, dayStartMinutes: start))
        })
    }
  }

  static func statement(in zone: String?, for secret: TokenSecret, now: Instant?) -> SQL {
    """
    select \(unsafeRaw: Caller.column), z.today, z.zone,
      array(
        select row(g.intent, g.habit_id, coalesce(array_agg(distinct g.minute)
          filter (where g.minute >= -1440 * \(Int32(RecentDays.count)) and g.minute < 0), '{}'))
        from (
          select p.intent, p.habit_id, (c.day - z.today) * 1440
            + (c.minute - a.day_start_minutes + 1440) % 1440 as minute
          from (
            select * from (
              \(unsafeRaw: operations) union all \(unsafeRaw: events)
            ) c
            order by c.at desc, c.intent, c.habit_id
            limit \(maxActs)
          ) c
          cross join lateral (
            select c.intent, c.habit_id where c.intent is not null
            union all select null, c.habit_id where c.habit_id is not null
          ) p
          where c.habit_id is null or c.habit_id in (select h.id from habits h
            where h.account_id = t.account_id and h.deleted_at is null and not h.archived)
        ) g
        group by g.intent, g.habit_id
        order by count(*) desc, g.intent nulls last, g.habit_id nulls first
        limit \(maxPredictions))
    from \(unsafeRaw: Caller.tables)
    \(PersonsDay.lateral(now: now, zone: zone))
    cross join lateral (select w.now - interval '58 days' as first) s
    where t.account_id = \(secret.accountID) and t.secret_sha256 = sha256(\(secret.random))
      and \(unsafeRaw: Caller.isValid)
    """
  }

  /// Writes: those with an intent, and those on a habit's day; an import is no act of a moment.
  private static let operations: StaticString = """
    select o.key_at as at, o.intent collate "C" as intent, case when o.record_day is not null then o.record_id end
        as habit_id,
      ((o.key_at at time zone o.time_zone) - make_interval(mins => o.day_start_minutes))::date as day,
      (extract(hour from o.key_at at time zone o.time_zone) * 60
        + extract(minute from o.key_at at time zone o.time_zone))::integer as minute
    from operations o
    where o.account_id = t.account_id and o.key_at >= s.first
      and o.kind in ('put', 'patch', 'delete', 'set', 'increment') and not o.cancelled
      and o.source is distinct from 'import' and o.batch_id is null
      and (o.intent is not null or o.record_day is not null)
    """

  /// Intents that wrote nothing; one that tells of a write is that write.
  private static let events: StaticString = """
    select e.occurred_at, e.intent, null::uuid, e.local_day,
      (extract(hour from e.occurred_at at time zone e.time_zone) * 60
        + extract(minute from e.occurred_at at time zone e.time_zone))::integer
    from events e
    where e.account_id = t.account_id and e.occurred_at >= s.first
      and e.month >= date_trunc('month', s.first at time zone 'UTC')::date
      and e.name = 'intent_performed' and e.intent is not null and not exists (
        select from operations o
        where o.account_id = e.account_id and o.op_id = coalesce(e.op_id, e.event_id)
          and (o.intent is not null or o.cancelled))
    """
}

/// What a person is likely to do, and when.
public struct Predictions: Sendable {
  /// What is done: an intent, on a habit where it is of one; or a habit, by whatever way.
  public struct Subject: Hashable, Sendable {
    public let intent: String?
    public let habit: UUIDBytes?
  }

  /// The person's day.
  public let today: LocalDay
  /// In which that is today.
  public let timeZone: String
  /// What was done most first.
  public let all: [(subject: Subject, prediction: ActPrediction)]
}
