import KirokuCore
import Postgres
import TestSupport
import Testing

@testable import KirokuStore

@Suite("Local days against a table of zones", .timeLimit(.minutes(2)))
struct LocalDayPropertyTests {
  /// An instant, a place and a day's start.
  struct Case {
    let table: ZoneTable
    let seconds: Int
    let dayStart: Int

    /// Half of the instants lie within two days of a change of the clocks, many day starts in what it leaves out or
    /// repeats.
    init(using random: inout SeededGenerator) {
      table = ZoneTable.all.randomElement(using: &random) ?? ZoneTable.all[0]
      let change = table.offsets.randomElement(using: &random)?.from ?? table.known.lowerBound
      let near = change + .random(in: -180_000...180_000, using: &random)
      let far = Int.random(in: table.known, using: &random)
      let isNear = Bool.random(using: &random) && table.known.contains(near)
      seconds = isNear ? near : far
      dayStart =
        [0, 60, 75, 90, 120, 150, 179, 180, 210].randomElement(using: &random).flatMap {
          Bool.random(using: &random) ? $0 : nil
        } ?? .random(in: 0...720, using: &random)
    }
  }

  /// What the store's own fragments say of each case.
  struct Answer {
    let dayOfPut: LocalDay
    let offsetMinutes: Int
    let today: LocalDay
    let nextBoundary: Instant
  }

  static func answers(_ cases: [Case], _ fixture: StoreFixture) async throws -> [Answer] {
    try await fixture.database.read(
      """
      select \(unsafeRaw: PutStatements.localTime), z.today, \(unsafeRaw: PersonsDay.nextBoundary)
      from unnest(\(cases.map(\.table.name)), \(cases.map { Int64($0.seconds) }),
        \(cases.map { Int64($0.dayStart) })) with ordinality c (zone, seconds, day_start, number)
      cross join lateral (select to_timestamp(c.seconds) as recorded_at, c.zone,
        c.day_start::integer as account_day_start) f
      cross join lateral (select c.zone as time_zone,
        c.day_start::integer as day_start_minutes) a
      cross join lateral (select c.zone, to_timestamp(c.seconds) as now) w
      cross join lateral (select c.zone,
        ((w.now at time zone w.zone) - make_interval(mins => a.day_start_minutes))::date as today) z
      order by c.number
      """
    ) { rows throws(PostgresError) in
      var answers: [Answer] = []
      for row in rows {
        answers.append(
          Answer(
            dayOfPut: try row.day(0), offsetMinutes: Int(try row.int16(1)),
            today: try row.day(2), nextBoundary: try row.instant(3)))
      }
      return answers
    }
  }

  @Test("The day of a record, today, and the start of the next day, near every kind of change")
  func agrees() async throws {
    try await StoreFixture.run { fixture in
      var random = SeededGenerator(state: 4 + propertySeed)
      for _ in 0..<max(1, propertyCases(200_000) / 200_000) {
        let cases = (0..<2_000).map { _ in Case(using: &random) }
        let answers = try await Self.answers(cases, fixture)
        try #require(answers.count == cases.count)
        for (one, answer) in zip(cases, answers) {
          let what = "\(one.table.name) at \(one.seconds), day start \(one.dayStart)"
          let day = one.table.localDay(at: one.seconds, dayStart: one.dayStart)
          try #require(Int(answer.dayOfPut.unixDays) == day, "\(what)")
          try #require(Int(answer.today.unixDays) == day, "\(what)")
          try #require(
            answer.offsetMinutes == one.table.offsetMinutes(at: one.seconds), "\(what)")
          let next = one.table.nextDay(after: one.seconds, dayStart: one.dayStart)
          try #require(
            answer.nextBoundary == Instant(unixMicroseconds: Int64(next) * 1_000_000), "\(what)")
        }
      }
    }
  }

  struct Boundary: Sendable {
    let zone: String
    let dayStart: Int
    let now: String
    let next: String
  }

  @Test(
    "Next days that begin where clocks jump",
    arguments: [
      // Half past two does not exist on 29 March: the day begins with the jump from two to three.
      Boundary(
        zone: "Europe/Berlin", dayStart: 150, now: "2026-03-28T12:00:00Z",
        next: "2026-03-29T01:00:00Z"),
      // It comes twice on 25 October: the first one counts.
      Boundary(
        zone: "Europe/Berlin", dayStart: 150, now: "2026-10-24T12:00:00Z",
        next: "2026-10-25T00:30:00Z"),
      // Seen from the second pass before half past two, when it is yesterday again.
      Boundary(
        zone: "Europe/Berlin", dayStart: 150, now: "2026-10-25T01:10:00Z",
        next: "2026-10-25T01:30:00Z"),
      Boundary(
        zone: "America/Sao_Paulo", dayStart: 0, now: "2018-11-03T12:00:00Z",
        next: "2018-11-04T03:00:00Z"),
      // Samoa's 30 December, which had no hours of its own, lasts until three on the 31st for those whose day starts then.
      Boundary(
        zone: "Pacific/Apia", dayStart: 0, now: "2011-12-30T00:00:00Z",
        next: "2011-12-30T10:00:00Z"),
      Boundary(
        zone: "Pacific/Apia", dayStart: 180, now: "2011-12-30T09:00:00Z",
        next: "2011-12-30T10:00:00Z"),
      Boundary(
        zone: "Pacific/Apia", dayStart: 180, now: "2011-12-30T10:00:00Z",
        next: "2011-12-30T13:00:00Z"),
      // 29 February at three.
      Boundary(
        zone: "Asia/Tokyo", dayStart: 180, now: "2028-02-28T17:59:59Z",
        next: "2028-02-28T18:00:00Z"),
      Boundary(
        zone: "Asia/Tokyo", dayStart: 180, now: "2028-02-28T18:00:00Z",
        next: "2028-02-29T18:00:00Z"),
    ])
  func jumps(boundary: Boundary) async throws {
    try await StoreFixture.run { fixture in
      let next = try await fixture.database.read(
        """
        select \(unsafeRaw: PersonsDay.nextBoundary)
        from (select \(boundary.zone) as time_zone,
          \(Int64(boundary.dayStart))::integer as day_start_minutes) a
        \(PersonsDay.lateral(now: try .at(boundary.now), zone: nil))
        """
      ) { rows throws(PostgresError) in try rows[0].instant(0) }
      #expect(next == (try .at(boundary.next)))
    }
  }
}
