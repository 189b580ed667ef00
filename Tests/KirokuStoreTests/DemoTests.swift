import KirokuCore
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import KirokuStore

@Suite("The demonstration", .timeLimit(.minutes(10)))
struct DemoTests {
  static let now = Instant(unixMicroseconds: 1_781_524_800_000_000)  // 2026-06-15T12:00:00Z
  static let until = LocalDay("2026-06-15")

  @Test("Leaves the rows that pushing each act by itself, when it arrived, leaves")
  func sameAsPushes() async throws {
    let filled = try await Self.rows { fixture in
      _ = try await fixture.fill(people: 6)
    }
    let pushed = try await Self.rows { fixture in
      try await fixture.store.events.makePartitions()
      let options = DemoOptions(people: 6, until: try #require(Self.until))
      let clock = try await fixture.demoClock(options)
      for number in 0..<options.people {
        try await fixture.push(DemoTables.Filled(number, options, clock), options)
      }
    }
    for (table, rows) in filled { #expect(rows == pushed[table], "\(table)") }
  }

  @Test("Is the same again in another database, and other people with another seed")
  func reproducible() async throws {
    let (first, second, other) = (
      try await Self.rows { _ = try await $0.fill(people: 25) },
      try await Self.rows { _ = try await $0.fill(people: 25) },
      try await Self.rows { _ = try await $0.fill(seed: 2, people: 25) }
    )
    #expect(first == second)
    for table in ["accounts", "operations", "events", "habit_days"] {
      #expect(first[table] != other[table])
    }
  }

  @Test(
    "Leaves donations as an app does: of its own acts, one a day, gone with acts that were undone")
  func donations() async throws {
    try await StoreFixture.run(now: Self.now) { fixture in
      guard case .made(let report) = try await fixture.fill(people: 150) else {
        throw Unexpected("the demonstration was not made")
      }
      let of = { (condition: StaticString) in
        try await fixture.number(
          """
          select count(*) from donations n
          join operations d on d.account_id = n.account_id and d.op_id = n.id
          join operations o on o.account_id = n.account_id and o.op_id = n.op_id
          where d.kind = 'donate' and d.settled and o.source = 'app' and o.intent = n.intent
            and \(unsafeRaw: condition)
          """)
      }
      #expect(try await of("true") == Int64(report.donations))
      let (active, deleted) = (
        try await of("n.deleted_at is null and not o.cancelled"),
        try await of("n.deleted_at is not null and o.cancelled")
      )
      #expect(active > 1_000 && deleted > 0 && active + deleted == Int64(report.donations))
      // Those that came when their acts were undone are kept as operations alone.
      let discarded = try await fixture.number(
        "select count(*) from operations where kind = 'donate' and outcome = 'superseded'")
      #expect(discarded > 0)
      #expect(
        try await fixture.number("select count(*) from operations where kind = 'donate'")
          >= Int64(report.donations) + discarded)
      #expect(
        try await fixture.number("select count(*) from events where name = 'intent_donated'") == 0)
    }
  }

  @Test("Its first person has donated all along, can be predicted, and has habits to suggest")
  func firstPerson() async throws {
    try await StoreFixture.run(now: Self.now) { fixture in
      guard case .made(let report) = try await fixture.fill(people: 3),
        let token = StoreFixture.tokens(for: report.firstPerson).first(where: { $0.scope == .app })
      else { throw Unexpected("the demonstration was not made") }
      #expect(try await fixture.store.tokens.create(token))
      let (store, secret) = (fixture.store, token.secret)
      guard
        case .granted(_, let page) = try await store.donations.list(
          of: nil, after: nil, limit: 50, for: secret),
        case .granted(_, let predictions) = try await store.predictions.predictions(
          in: nil, for: secret),
        case .granted(_, let choices) = try await store.shortcuts.choices(
          in: nil, focus: nil, of: nil, for: secret)
      else { throw Unexpected("the token was refused") }
      #expect(page.donations.count == 50 && page.next != nil)
      // They weigh themselves in the morning: at 5:45 to 8:30, later on weekends.
      let weighing = try #require(predictions.all.first { $0.subject.intent == "LogWeight" })
      let windows = weighing.prediction.weekdays.flatMap(\.windows)
      #expect(weighing.prediction.isReady && weighing.prediction.weekdays.count == 7)
      #expect(windows.contains { (300...600).contains($0.start) && $0.probability > 300 })
      #expect(Set(predictions.all.compactMap(\.subject.habit)).count >= 3)
      #expect(choices.habits.count == 4)
      #expect(Set(choices.suggested) == Set(choices.habits.map(\.id)))
    }
  }

  @Test("Habits' streaks and scores are what a rebuild makes of their days")
  func rebuild() async throws {
    try await StoreFixture.run(now: Self.now) { fixture in
      _ = try await fixture.fill(people: 60)
      let rebuild = try await fixture.store.habits.rebuild()
      #expect(rebuild.habits > 60 && rebuild.changed == 0)
    }
  }

  @Test("Writes nothing where other accounts are, and nothing twice")
  func refusals() async throws {
    try await StoreFixture.run(now: Self.now) { fixture in
      let stranger = try await fixture.makeToken()
      guard case .occupied(1) = try await fixture.fill(people: 5) else {
        throw Unexpected("it was not refused")
      }
      try await fixture.run("delete from accounts where account_id = \(stranger.accountID)")
      guard case .made(let report) = try await fixture.fill(people: 5) else {
        throw Unexpected("it was refused")
      }
      #expect(report.people == 5 && report.operations > 50 && report.events > 20)
      let operations = try await fixture.number("select count(*) from operations")
      #expect(operations == Int64(report.operations))
      guard case .repeated(let again) = try await fixture.fill(people: 5) else {
        throw Unexpected("it did not know its own")
      }
      #expect(again.people == 5 && again.firstPerson == report.firstPerson)
      // Without a day, those of a day ago will do.
      fixture.setNow(Self.now.advanced(byMicroseconds: 86_400_000_000))
      guard case .repeated(let later) = try await fixture.store.demo.fill(people: 5) else {
        throw Unexpected("it did not know those of yesterday")
      }
      #expect(later.until == Self.until)
      for other in [DemoOptions.defaultSeed + 1, DemoOptions.defaultSeed] {
        guard
          case .occupied(5) = try await fixture.store.demo.fill(
            seed: other, people: 5, until: LocalDay("2026-06-16"))
        else { throw Unexpected("it took others for its own") }
      }
      #expect(try await fixture.number("select count(*) from operations") == operations)
    }
  }

  @Test("Is refused for a year that is not over, or whose events are not kept")
  func untimely() async throws {
    try await StoreFixture.run(now: Self.now) { fixture in
      for day in ["2026-06-16", "2026-05-15"] {
        guard
          case .untimely(let earliest, let latest) = try await fixture.store.demo.fill(
            people: 1, until: LocalDay(day))
        else { throw Unexpected("\(day) was taken") }
        #expect(earliest == LocalDay("2026-05-16") && latest == Self.until)
      }
      #expect(try await fixture.number("select count(*) from accounts") == 0)
    }
  }

  /// A database's rows as texts, by table, but for what hangs on transactions.
  private static func rows(
    _ body: @escaping @Sendable (StoreFixture) async throws -> Void
  ) async throws -> [String: [String]] {
    let found = Mutex<[String: [String]]>([:])
    try await StoreFixture.run(now: now) { fixture in
      try await body(fixture)
      let tables = try await fixture.database.read(
        """
        select c.relname::text from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
          and c.oid not in (select inhrelid from pg_inherits)
        """
      ) { rows throws(PostgresError) in
        try rows.map { row throws(PostgresError) in try row.text(0) }
      }
      var all: [String: [String]] = [:]
      for table in tables where table != "measured_accounts" && table != "event_days" {
        all[table] = try await fixture.texts(of: table)
      }
      let rows = all
      found.withLock { $0 = rows }
    }
    return found.withLock { $0 }
  }
}

extension StoreFixture {
  func fill(
    seed: UInt64 = DemoOptions.defaultSeed, people: Int
  ) async throws -> DemoOutcome {
    try await store.demo.fill(seed: seed, people: people, until: DemoTests.until)
  }

  func demoClock(_ options: DemoOptions) async throws -> DemoClock {
    try await database.transaction { connection throws(PostgresError) in
      try DemoClock(
        try await connection.query(DemoClock.changes(of: DemoWords.zones, options)))
    }
  }

  fileprivate func texts(of table: String) async throws -> [String] {
    try await database.withConnection { connection throws(PostgresError) in
      try await connection.script(
        """
        create or replace function pg_temp.texts() returns setof text language sql as
          'select t::text from \(table) t order by 1';
        """)
      return try await connection.query("select * from pg_temp.texts()").map {
        row throws(PostgresError) in try row.text(0)
      }
    }
  }

  /// Does what a made-up person did, at the time at which it arrived.
  fileprivate func push(
    _ filled: DemoTables.Filled, _ options: DemoOptions
  ) async throws {
    let person = filled.person
    var random = SystemRandomNumberGenerator()
    let secret = TokenSecret(accountID: person.id, using: &random)
    let device = NewToken(id: .fresh(), scope: .app, secret: secret)
    setNow(person.joinedAt)
    _ = try await store.accounts.create(
      person.id, person.settings, epoch: person.epoch, tokens: [device])
    try await run(
      "update accounts set created_at = \(person.joinedAt) where account_id = \(person.id)")
    if let goal = filled.goal {
      var patch = AccountPatch()
      patch.weightGoal = .set(goal)
      _ = try await store.accounts.change(
        patch, Act(operationID: .fresh(), request: []), isKeyed: false, if: EntryCondition(),
        for: secret)
    }
    for kept in filled.books.operations {
      setNow(kept.act.receivedAt)
      let result = try await push([kept.act.pushed(kept.fields)], for: secret, .sync).results
      guard case .stored = result.first?.outcome else {
        throw Unexpected("\(kept.act) came to \(String(describing: result.first?.outcome))")
      }
    }
    for told in filled.events {
      setNow(told.receivedAt)
      guard
        case .granted(_, let receipt) = try await store.events.record(
          [told.event], clientID: told.clientID, for: secret),
        receipt.outcomes == [.recorded], receipt.shiftMicroseconds == 0
      else { throw Unexpected("an event was refused") }
    }
    setNow(DemoTests.now)
    // The tokens are the demonstration's, which nobody has.
    try await run("delete from tokens where account_id = \(person.id)")
    try await run(DemoTables.accounts([filled], label: options.label)[2])
  }
}

extension DemoAct {
  /// - Parameter fields: as they are kept.
  fileprivate func pushed(_ fields: String) throws -> PushedOperation {
    var act = Act(operationID: id, request: id.bytes)
    act.actedAt = at
    act.clientID = clientID
    act.source = source
    act.intent = intent
    act.sessionID = sessionID
    act.timeZone = timeZone
    return PushedOperation(try recordChange(fields), act)
  }

  private func recordChange(_ json: String) throws -> RecordChange {
    switch change {
    case .putEntry(let id, let fields):
      var given = EntryDraft.Fields()
      given.weight = (fields.weight.thousandths, fields.weight.unit)
      given.bodyFatPercent = fields.bodyFatThousandths
      given.note = fields.note
      return .putEntry(EntryPut(entryID: id, draft: try EntryDraft(given), fields: json))
    case .patchEntry(let id, let patch): return .patchEntry(id, patch, fields: json)
    case .putHabit(let id, let fields): return .putHabit(id, fields)
    case .patchHabit(let id, let patch): return .patchHabit(id, patch)
    case .setDay(let id, let set): return .setDay(habit: id.habit, .today, set)
    case .incrementDay(let id, let thousandths):
      return .incrementDay(habit: id.habit, .today, thousandths: thousandths)
    case .undo(let target): return .undo(.operation(target))
    case .donate(let draft, _): return .donate(draft)
    }
  }
}
