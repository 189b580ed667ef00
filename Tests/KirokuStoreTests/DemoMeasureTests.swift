import Glibc
import KirokuCore
import KirokuStore
import Postgres
import TestSupport
import Testing

@Suite("The demonstration's measures", .timeLimit(.minutes(30)))
struct DemoMeasureTests {
  /// `./dev demo-check` asks for more.
  private static let people =
    getenv("KIROKU_DEMO_PEOPLE").flatMap { Int(String(cString: $0)) } ?? 60

  @Test("Each equals what is counted in memory from all operations and events")
  func naive() async throws {
    try await StoreFixture.run(now: DemoTests.now) { fixture in
      let clock = ContinuousClock()
      let start = clock.now
      guard case .made(let report) = try await fixture.fill(people: Self.people) else {
        throw Unexpected("the demonstration was not made")
      }
      let made = clock.now
      let people = try await fixture.measuredPeople(at: DemoTests.now)
      #expect(people.count == Self.people)
      let compared = try await compare(people, fixture)
      let acts = people.reduce(0) { $0 + $1.acts.count }
      print(
        "demo: \(report.people) people, \(report.operations) operations, \(report.donations) donations and "
          + "\(report.events) events made in \(made - start); \(acts) acts counted in memory; \(compared) measures equal, in "
          + "\(clock.now - made)")
    }
  }

  private func compare(
    _ people: [MeasuredPerson], _ fixture: StoreFixture
  ) async throws -> Int {
    let measures = fixture.measures
    var compared = 0
    let cohorts = [
      Cohort(), Cohort(from: LocalDay("2025-10-01"), to: LocalDay("2026-01-01")),
    ]
    for cohort in cohorts {
      let those = people.filter { person in
        person.firstDay >= cohort.from ?? person.firstDay
          && cohort.to.map { person.firstDay < $0 } != false
      }
      for (hasDonation, countsDays, countsUndone) in [
        (false, false, true), (true, false, true), (true, true, false), (false, true, false),
      ] {
        var options = AdoptionFunnel.Options()
        (options.hasDonation, options.countsDays) = (hasDonation, countsDays)
        options.countsUndone = countsUndone
        let funnel = try await measures.funnel(options, of: cohort)
        #expect(funnel == AdoptionFunnel(of: those, options))
        compared += 1
      }
      let retention = try await measures.retention(weeks: 12, of: cohort)
      #expect(retention == Retention(of: those, weeks: 12))
      compared += 1
    }
    let first = try #require(LocalDay("2025-06-16"))
    let last = try #require(LocalDay("2026-06-14"))
    for bucket in SourceMix.Bucket.allCases {
      let days = bucket.start(of: first)..<bucket.end(of: last)
      let mix = try await measures.sources(by: bucket, in: days)
      #expect(mix == SourceMix(of: people, by: bucket, in: days))
      compared += 1
    }
    let use = try await measures.donations(of: nil, in: first..<last)
    #expect(use == DonationUse(of: people, in: first..<last))
    return compared + 1
  }
}

extension StoreFixture {
  /// Everybody with all that they did, read row by row; days by another account of zones than PostgreSQL's.
  fileprivate func measuredPeople(at now: Instant) async throws -> [MeasuredPerson] {
    try await database.transaction { connection throws(PostgresError) in
      var people: [MeasuredPerson] = []
      let accounts = try await connection.query(
        "select account_id, created_at, time_zone, day_start_minutes from accounts")
      for row in accounts {
        let id = UUIDBytes(try row.uuid(0))
        let madeAt = try Self.instant(row, 1)
        let (zone, start) = (try row.text(2), Int(try row.int16(3)))
        let day = { (time: Instant, zone: String) in RandomWorld.day(time, zone, start) }
        var acts: [MeasuredPerson.Act] = []
        var present: Set<LocalDay> = []
        var undone: [UUIDBytes: Bool] = [:]
        var days: [UUIDBytes: LocalDay] = [:]
        let operations = try await connection.query(
          """
          select op_id, key_at, time_zone, intent, source, cancelled, kind from operations
          where account_id = \(PGUUID(high: id.high, low: id.low))
          """)
        for row in operations {
          let at = try Self.instant(row, 1)
          let local = day(at, try row.text(2))
          // A donation makes nobody present.
          if try row.text(6) != "donate" { present.insert(local) }
          days[UUIDBytes(try row.uuid(0))] = local
          undone[UUIDBytes(try row.uuid(0))] = try row.bool(5)
          guard let intent = try row.textOrNil(3) else { continue }
          acts.append(
            MeasuredPerson.Act(
              .performed, at: at, day: local, intent: intent,
              source: try row.textOrNil(4).flatMap(Source.init), isUndone: try row.bool(5)))
        }
        let events = try await connection.query(
          """
          select name, occurred_at, time_zone, intent, source, op_id from events
          where account_id = \(PGUUID(high: id.high, low: id.low))
          """)
        for row in events {
          let at = try Self.instant(row, 1)
          let local = day(at, try row.text(2))
          let name = try row.text(0)
          if name == Event.opened {
            present.insert(local)
            continue
          }
          let operation = try row.uuidOrNil(5).map { UUIDBytes($0) }
          acts.append(
            MeasuredPerson.Act(
              name == Event.performed ? .performed : .donated, at: at, day: local,
              intent: try row.textOrNil(3) ?? "",
              source: try row.textOrNil(4).flatMap(Source.init),
              isUndone: operation.flatMap { undone[$0] } ?? false))
        }
        let donations = try await connection.query(
          """
          select donated_at, op_id, intent from donations
          where account_id = \(PGUUID(high: id.high, low: id.low))
          """)
        for row in donations {
          guard let day = days[UUIDBytes(try row.uuid(1))] else {
            throw PostgresError(.mismatch, "a donation's act is not there")
          }
          acts.append(
            MeasuredPerson.Act(
              .donated, at: try Self.instant(row, 0), day: day, intent: try row.text(2),
              source: .app))
        }
        people.append(
          MeasuredPerson(
            madeAt: madeAt, firstDay: day(madeAt, zone), today: day(now, zone), acts: acts,
            presentDays: present))
      }
      return people
    }
  }

  private static func instant(_ row: Row, _ column: Int) throws(PostgresError) -> Instant {
    Instant(unixMicroseconds: try row.timestamp(column).unixMicroseconds)
  }
}

extension UUIDBytes {
  fileprivate init(_ id: PGUUID) { self.init(high: id.high, low: id.low) }
}
