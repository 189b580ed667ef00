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
    let statement: SQL = """
      select \(unsafeRaw: Caller.column), z.today, z.zone,
        array(select h.id from habits h
          where h.account_id = t.account_id and h.deleted_at is null and not h.archived),
        array(
          select row(c.intent, c.habit_id, c.day, c.minute)
          from (\(unsafeRaw: Self.operations) union all \(unsafeRaw: Self.events)) c
          order by c.at desc, c.intent, c.habit_id
          limit \(Self.maxActs))
      from \(unsafeRaw: Caller.tables)
      \(PersonsDay.lateral(now: session.now, zone: zone))
      cross join lateral (select w.now - interval '58 days' as first) s
      where t.account_id = \(secret.accountID) and t.secret_sha256 = sha256(\(secret.random))
        and \(unsafeRaw: Caller.isValid)
      """
    return try await session.authorized(statement, for: secret, .readShortcuts) {
      rows throws(PostgresError) in
      let row = try rows[0]
      let (caller, _) = try Caller.read(row, accountID: secret.accountID)
      var acts = ActsBySubject(
        habits: Set(try row.uuids(3).map { UUIDBytes($0) }),
        dayStartMinutes: caller.account.settings.dayStartMinutes)
      var list = try row.composites(4, fieldCount: 4)
      while var fields = try list.next() {
        let intent = try fields.textOrNil()
        let habit = try fields.idOrNil()
        acts.add(intent, habit, on: try fields.day(), atMinute: Int(try fields.int32()))
      }
      return Predictions(
        today: try row.day(1), timeZone: try row.text(2), acts, limit: Self.maxPredictions)
    }
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

/// A person's acts, by what was done.
struct ActsBySubject {
  private(set) var moments: [Predictions.Subject: [LocalMoment]] = [:]
  /// Those that there are: nobody wants to be reminded of others.
  let habits: Set<UUIDBytes>
  let dayStartMinutes: Int

  init(habits: Set<UUIDBytes>, dayStartMinutes: Int) {
    self.habits = habits
    self.dayStartMinutes = dayStartMinutes
  }

  /// - Parameter minute: after midnight, on the wall.
  mutating func add(
    _ intent: String?, _ habit: UUIDBytes?, on day: LocalDay, atMinute minute: Int
  ) {
    if let habit, !habits.contains(habit) { return }
    let moment = LocalMoment(day, minute: minute - dayStartMinutes)
    if let intent {
      moments[Predictions.Subject(intent: intent, habit: habit), default: []].append(moment)
    }
    if let habit {
      moments[Predictions.Subject(intent: nil, habit: habit), default: []].append(moment)
    }
  }
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

  init(today: LocalDay, timeZone: String, _ acts: ActsBySubject, limit: Int) {
    self.today = today
    self.timeZone = timeZone
    all = acts.moments.sorted { left, right in
      if left.value.count != right.value.count { return left.value.count > right.value.count }
      return left.key.order < right.key.order
    }.prefix(limit).map { subject, moments in
      (
        subject,
        ActPrediction(from: moments, today: today, dayStartMinutes: acts.dayStartMinutes)
      )
    }
  }
}

extension Predictions.Subject {
  /// Intents by name, then habits.
  fileprivate var order: (Int, String, UUIDBytes) {
    (intent == nil ? 1 : 0, intent ?? "", habit ?? .none)
  }
}
