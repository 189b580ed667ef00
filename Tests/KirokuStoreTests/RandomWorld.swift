import Foundation
import KirokuCore
import KirokuStore
import Postgres
import TestSupport

/// People who act at random, in the database and in memory.
struct RandomWorld {
  static let now = Instant(unixMicroseconds: 1_781_524_800_000_000)  // 2026-06-15T12:00:00Z
  private static let day: Int64 = 86_400_000_000
  private static let zones = ["UTC", "Asia/Tokyo", "America/Los_Angeles", "Pacific/Kiritimati"]
  private static let intents = ["LogWeight", "ToggleHabit", "Undo"]

  let fixture: StoreFixture
  var random: SeededGenerator
  private(set) var people: [Person] = []

  struct Person {
    let secret: TokenSecret
    let settings: AccountSettings
    let madeAt: Instant
    var operations: [Operation] = []
    var events: [Event] = []
    var donations: [Donation] = []
  }

  struct Donation {
    let id: UUIDBytes
    let operation: Operation
    let intent: String
    let at: Instant
  }

  struct Operation {
    let id: UUIDBytes
    let at: Instant
    let zone: String
    let intent: String?
    let source: Source?
    let isImport: Bool
    var isCancelled = false
  }

  init(_ seed: UInt64, in fixture: StoreFixture) async throws {
    self.fixture = fixture
    random = SeededGenerator(state: seed)
    for table in [
      "event_days", "event_day_totals", "measured_accounts", "events", "donations", "operations",
    ] as [StaticString] {
      try await fixture.run("delete from \(unsafeRaw: table)")
    }
    try await fixture.run("delete from accounts")
    try await fixture.run("delete from account_revisions")
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      let settings = AccountSettings(
        timeZone: pick(Self.zones), dayStartMinutes: pick([0, 180, 720]))
      guard let secret = try await fixture.makeAccount(settings)[.app] else { continue }
      let madeAt = Self.now.advanced(
        byMicroseconds: -Int64.random(in: 0...70 * Self.day, using: &random))
      try await fixture.run(
        "update accounts set created_at = \(madeAt) where account_id = \(secret.accountID)")
      people.append(Person(secret: secret, settings: settings, madeAt: madeAt))
    }
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  /// Mostly in the first days, where the borders are; sometimes before the account was made.
  private mutating func time(of person: Person) -> Instant {
    let days = chance(60) ? Int64(9) : 65
    let time = person.madeAt.advanced(
      byMicroseconds: Int64.random(in: -2 * Self.day...days * Self.day, using: &random))
    return min(time, Self.now)
  }

  /// Lets everybody do some things, in no order, and undo some of what they did before.
  mutating func act() async throws {
    for index in people.indices where chance(70) {
      for _ in 0..<Int.random(in: 0...6, using: &random) { try await write(index) }
      if chance(60) { try await post(index) }
      if chance(40) { try await donate(index) }
      if chance(50) { try await undo(index) }
    }
  }

  private mutating func write(_ index: Int) async throws {
    let person = people[index]
    let isImport = chance(10)
    let operation = Operation(
      id: .random(using: &random), at: time(of: person),
      zone: chance(80) ? person.settings.timeZone : pick(Self.zones),
      intent: chance(60) ? pick(Self.intents) : nil,
      source: isImport ? .import : pick([.app, .siri, .widget, nil]), isImport: isImport)
    people[index].operations.append(operation)
    let account = person.secret.accountID
    // A write that changes nothing locks the account's row and leaves it as it is.
    let raises: Int64 = chance(70) ? 1 : 0
    _ = try await fixture.database.transaction { connection throws(PostgresError) in
      _ = try await connection.query(
        "select rev from account_revisions where account_id = \(account) for update")
      _ = try await connection.query(
        """
        insert into operations (acted_at, key_at, received_at, day_start_minutes, account_id, op_id,
          record_id, client_id, record_type, kind, outcome, time_zone, source, intent, request_hash,
          fields)
        values (\(operation.at), \(operation.at), \(Self.now),
          \(Int16(person.settings.dayStartMinutes)), \(account), \(operation.id), \(operation.id),
          \(account), 'entry', 'put', 'created', \(operation.zone), \(operation.source?.rawValue),
          \(operation.intent), '', '{}')
        """)
      guard raises > 0 else { return }
      _ = try await connection.query(
        "update account_revisions set rev = rev + \(raises) where account_id = \(account)")
    }
  }

  /// A donation of what was done, as it is stored; sometimes deleted right away.
  private mutating func donate(_ index: Int) async throws {
    let person = people[index]
    guard let operation = person.operations.randomElement(using: &random) else { return }
    let donation = Donation(
      id: .random(using: &random), operation: operation, intent: pick(Self.intents),
      at: time(of: person))
    people[index].donations.append(donation)
    let account = person.secret.accountID
    let day = Self.day(operation.at, operation.zone, person.settings.dayStartMinutes)
    let isDeleted = chance(30)
    _ = try await fixture.database.transaction { connection throws(PostgresError) in
      _ = try await connection.query(
        "update account_revisions set rev = rev + 1 where account_id = \(account)")
      _ = try await connection.query(
        """
        insert into operations (acted_at, key_at, received_at, day_start_minutes, account_id, op_id,
          target_op_id, client_id, kind, outcome, settled, time_zone, request_hash, fields)
        values (\(donation.at), \(donation.at), \(Self.now), 0, \(account), \(donation.id),
          \(operation.id), \(account), 'donate', 'created', true, 'UTC', '', '{}')
        """)
      // A client of its own: each donates once a day.
      _ = try await connection.query(
        """
        insert into donations (donated_at, rev, created_at, deleted_at, local_day, account_id, id,
          op_id, client_id, intent, identifier)
        values (\(donation.at), 1, \(Self.now), case when \(isDeleted) then \(Self.now) end, \(day),
          \(account), \(donation.id), \(operation.id), \(donation.id), \(donation.intent), 'd')
        """)
    }
  }

  private mutating func undo(_ index: Int) async throws {
    guard !people[index].operations.isEmpty else { return }
    let place = Int.random(in: 0..<people[index].operations.count, using: &random)
    people[index].operations[place].isCancelled.toggle()
    let operation = people[index].operations[place]
    let account = people[index].secret.accountID
    _ = try await fixture.database.transaction { connection throws(PostgresError) in
      _ = try await connection.query(
        "select rev from account_revisions where account_id = \(account) for update")
      _ = try await connection.query(
        """
        update operations set cancelled = \(operation.isCancelled)
        where account_id = \(account) and op_id = \(operation.id)
        """)
    }
  }

  private mutating func post(_ index: Int) async throws {
    let person = people[index]
    var batch: [Event] = []
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      var event = Event(
        id: .random(using: &random),
        name: pick([Event.performed, Event.performed, Event.donated, Event.opened, "custom"]))
      if chance(20), let operation = person.operations.randomElement(using: &random) {
        if let donation = person.donations.last, chance(30) {
          // It tells of the donation, if the intents are the same.
          (event.name, event.operationID) = (Event.donated, donation.id)
        } else if chance(50) {
          event.operationID = operation.id
        } else {
          // An event is known by its id within a month.
          (event.id, event.occurredAt) = (operation.id, operation.at)
        }
      }
      if event.occurredAt == nil { event.occurredAt = time(of: person) }
      event.timeZone = chance(80) ? nil : pick(Self.zones)
      if event.name != Event.opened { event.intent = pick(Self.intents) }
      event.source = pick([.app, .spotlight, nil])
      batch.append(event)
      if chance(15) { batch.append(event) }
    }
    if chance(20) { batch += person.events.prefix(2) }
    guard
      case .granted(_, let receipt) = try await fixture.store.events.record(
        batch, clientID: nil, for: person.secret)
    else { throw Unexpected("the events were refused") }
    for (event, outcome) in zip(batch, receipt.outcomes) where outcome == .recorded {
      people[index].events.append(event)
    }
    for (event, outcome) in zip(batch, receipt.outcomes) where outcome != .recorded {
      guard people[index].events.contains(where: { $0.id == event.id }) else {
        throw Unexpected("an event is missing")
      }
    }
  }

  // MARK: - The same in memory

  static func day(_ time: Instant, _ zone: String, _ dayStartMinutes: Int) -> LocalDay {
    let date = Date(timeIntervalSince1970: Double(time.unixMicroseconds) / 1e6)
    let offset = TimeZone(identifier: zone)?.secondsFromGMT(for: date) ?? 0
    let seconds =
      Int((Double(time.unixMicroseconds) / 1e6).rounded(.down)) + offset - dayStartMinutes * 60
    return LocalDay(unixDays: Int32((Double(seconds) / 86_400).rounded(.down)))
  }

  var measured: [MeasuredPerson] {
    people.map { person in
      let settings = person.settings
      let days = { (time: Instant, zone: String) in
        Self.day(time, zone, settings.dayStartMinutes)
      }
      let operations = Dictionary(
        uniqueKeysWithValues: person.operations.map { ($0.id, $0) })
      var acts = person.operations.compactMap { operation in
        operation.intent.map {
          MeasuredPerson.Act(
            .performed, at: operation.at, day: days(operation.at, operation.zone), intent: $0,
            source: operation.source, isUndone: operation.isCancelled)
        }
      }
      var present = Set(
        person.operations.filter { !$0.isImport }.map { days($0.at, $0.zone) })
      for event in person.events {
        guard let at = event.occurredAt else { continue }
        let day = days(at, event.timeZone ?? settings.timeZone)
        if event.name == Event.opened { present.insert(day) }
        let operation = operations[event.operationID ?? event.id]
        if event.name == Event.performed && operation?.intent != nil { continue }
        guard [Event.performed, Event.donated].contains(event.name) else { continue }
        let told = event.operationID ?? event.id
        let isDonation = person.donations.contains {
          ($0.id == told || $0.operation.id == told) && $0.intent == event.intent
        }
        if event.name == Event.donated && isDonation { continue }
        acts.append(
          MeasuredPerson.Act(
            event.name == Event.performed ? .performed : .donated, at: at, day: day,
            intent: event.intent ?? "", source: event.source,
            isUndone: operation?.isCancelled ?? false))
      }
      acts += person.donations.map {
        MeasuredPerson.Act(
          .donated, at: $0.at, day: days($0.operation.at, $0.operation.zone), intent: $0.intent,
          source: .app)
      }
      return MeasuredPerson(
        madeAt: person.madeAt, firstDay: days(person.madeAt, settings.timeZone),
        today: days(Self.now, settings.timeZone), acts: acts, presentDays: present)
    }
  }
}
