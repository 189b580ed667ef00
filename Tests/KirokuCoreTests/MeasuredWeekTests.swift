import KirokuCore
import Testing

/// Nine people, reckoned by hand. All made their accounts in the week of Monday 2026-01-05; today is 2026-01-22 (in
/// Tokyo; 2026-01-21 in Los Angeles).
///
/// | | zone | made (local) | performed, by local day | donated | present |
/// | --- | --- | --- | --- | --- | --- |
/// | A | Tokyo | 5th 09:00 | day 0 10:00, day 0 11:00, day 6 23:59:59 | day 0 09:30 | days 0, 6, 7 |
/// | B | Tokyo | 5th 09:00 | day 6 23:59:59, day 7 00:00 twice | – | days 6, 7, 13 |
/// | C | Tokyo | 5th 09:00 | day 0 10:00, undone | – | day 0, day 14 |
/// | D | Los Angeles | 5th 23:00 | day 0 23:30, day 1 00:10, day 1 00:20 | day 1 00:15 | days 0, 1 |
/// | E | Tokyo | 5th 09:00 | day 7 00:00 | – | day 7 |
/// | F | Tokyo | 5th 09:00 | – | – | day 8 |
/// | G | Tokyo | 5th 09:00 | – | day 2 | day 6 |
/// | H | Tokyo | 9th 09:00 | day 1 09:00, day 2, day 3, day 4 (each at 09:00) | day 3 10:00 | days 1–4 |
/// | I | Tokyo | 20th 09:00 | day 0 09:01 | – | day 0 |
private struct MeasuredWeek {
  let people: [MeasuredPerson]

  init() throws {
    func instant(_ text: String) throws -> Instant { try Instant(rfc3339: text) }
    func day(_ text: String) throws -> LocalDay { try #require(LocalDay(text)) }
    func act(
      _ kind: MeasuredPerson.Kind, _ at: String, _ source: Source? = .siri,
      _ isUndone: Bool = false,
      intent: String = "Log"
    ) throws -> MeasuredPerson.Act {
      MeasuredPerson.Act(
        kind, at: try instant(at), day: try day(String(at.prefix(10))), intent: intent,
        source: source, isUndone: isUndone)
    }
    func person(
      _ madeAt: String, _ acts: [MeasuredPerson.Act], present: [Int32], today: String = "2026-01-22"
    ) throws -> MeasuredPerson {
      let first = try day(String(madeAt.prefix(10)))
      return MeasuredPerson(
        madeAt: try instant(madeAt), firstDay: first, today: try day(today), acts: acts,
        presentDays: Set(present.map { LocalDay(unixDays: first.unixDays + $0) }))
    }
    let made = "2026-01-05T09:00:00+09:00"
    people = [
      try person(
        made,
        [
          act(.performed, "2026-01-05T10:00:00+09:00"),
          act(.performed, "2026-01-05T11:00:00+09:00", .widget),
          act(.performed, "2026-01-11T23:59:59+09:00", .widget),
          act(.donated, "2026-01-05T09:30:00+09:00", .app),
        ], present: [0, 6, 7]),
      try person(
        made,
        [
          act(.performed, "2026-01-11T23:59:59+09:00"),
          act(.performed, "2026-01-12T00:00:00+09:00"),
          act(.performed, "2026-01-12T00:00:00+09:00", nil),
        ], present: [6, 7, 13]),
      try person(
        made, [act(.performed, "2026-01-05T10:00:00+09:00", .siri, true)], present: [0, 14]),
      try person(
        "2026-01-05T23:00:00-08:00",
        [
          act(.performed, "2026-01-05T23:30:00-08:00"),
          act(.performed, "2026-01-06T00:10:00-08:00"),
          act(.performed, "2026-01-06T00:20:00-08:00"),
          act(.donated, "2026-01-06T00:15:00-08:00", .app),
        ], present: [0, 1], today: "2026-01-21"),
      try person(made, [act(.performed, "2026-01-12T00:00:00+09:00")], present: [7]),
      try person(made, [], present: [8]),
      try person(made, [act(.donated, "2026-01-07T12:00:00+09:00", .app)], present: [6]),
      try person(
        "2026-01-09T09:00:00+09:00",
        [
          act(.performed, "2026-01-10T09:00:00+09:00"),
          act(.performed, "2026-01-11T09:00:00+09:00"),
          act(.performed, "2026-01-12T09:00:00+09:00"),
          act(.performed, "2026-01-13T09:00:00+09:00"),
          act(.donated, "2026-01-12T10:00:00+09:00", .app),
        ], present: [1, 2, 3, 4]),
      try person(
        "2026-01-20T09:00:00+09:00",
        [act(.performed, "2026-01-20T09:01:00+09:00", .app, intent: "Toggle")], present: [0]),
    ]
  }
}

@Suite("Measures by hand")
struct MeasuredWeekTests {
  private func funnel(_ change: (inout AdoptionFunnel.Options) -> Void = { _ in }) throws
    -> AdoptionFunnel
  {
    var options = AdoptionFunnel.Options()
    change(&options)
    return AdoptionFunnel(of: try MeasuredWeek().people, options)
  }

  @Test("Nine made an account, six performed in days 0–6, three of them three times")
  func usual() throws {
    let funnel = try funnel()
    // A, B, C, D, H and I; E did on day 7 only. Then A, D and H: two of B's three were on day 7.
    #expect(funnel.steps.map(\.people) == [9, 6, 3])
    // Only the 22nd is day 2 of I; all others' day 6 is past.
    #expect(funnel.immature == 1)
    #expect(
      funnel.conversionFromFirst(1).rate == 6.0 / 9 && funnel.conversionFromFirst(2).rate == 3.0 / 9
    )
    #expect(funnel.conversionFromPrevious(2).rate == 3.0 / 6)
    // First acts after: A 3600 s, B 572,399 s, C 3600, D 1800, H 86,400, I 60: median (3600 + 3600) / 2.
    #expect(funnel.steps[1].fromFirst == 3_600_000 && funnel.steps[1].fromPrevious == 3_600_000)
    // Third acts after: A 572,399 s, D 4800, H 259,200; and after the first one 568,799, 3000, 172,800.
    #expect(funnel.steps[2].fromFirst == 259_200_000 && funnel.steps[2].fromPrevious == 172_800_000)
    #expect(funnel.steps[0].fromFirst == 0)
  }

  @Test("Options: undone acts left out, other windows, days instead of acts")
  func options() throws {
    // C's only act was undone.
    #expect(try funnel { $0.countsUndone = false }.steps.map(\.people) == [9, 5, 3])
    // Eight days take in day 7, with E's act and B's other two.
    #expect(try funnel { $0.windowDays = 8 }.steps.map(\.people) == [9, 7, 4])
    // On day 0 alone A did two, and D one.
    #expect(try funnel { $0.windowDays = 1 }.steps.map(\.people) == [9, 4, 0])
    #expect(
      try funnel {
        $0.windowDays = 1
        $0.times = 2
      }.steps.map(\.people) == [9, 4, 1])
    // On three days: H alone. On two: A, D and H.
    #expect(try funnel { $0.countsDays = true }.steps.map(\.people) == [9, 6, 1])
    #expect(
      try funnel {
        $0.countsDays = true
        $0.times = 2
      }.steps.map(\.people) == [9, 6, 3])
  }

  @Test("A donated step, in its order and in any")
  func donated() throws {
    // A, D, G and H donated. After it A did three, D one, H one.
    let ordered = try funnel { $0.hasDonation = true }
    #expect(ordered.steps.map(\.people) == [9, 4, 3, 1])
    // A 1800 s, D 4500, G 183,600 (2 d 3 h), H 262,800 (3 d 1 h): median (4500 + 183,600) / 2.
    #expect(ordered.steps[1].fromFirst == 94_050_000)
    // From the donation to the next act: A 1800, D 300, H 82,800.
    #expect(ordered.steps[2].fromPrevious == 1_800_000)
    let any = try funnel {
      $0.hasDonation = true
      $0.isOrdered = false
    }
    // A, D and H performed at all, and each three times.
    #expect(any.steps.map(\.people) == [9, 4, 3, 3])
    // Both done: A at 3600, D at 4500, H at 262,800.
    #expect(any.steps[2].fromFirst == 4_500_000)
  }

  @Test("Of four who performed in their first week, and four who did not, who came back")
  func retention() throws {
    let retention = Retention(of: try MeasuredWeek().people, weeks: 2)
    // Day 13 is over for all but I. Exposed: A, B, D and H; the others C (undone), E (day 7), F and G.
    // H's day 13 is the 22nd, which is not over: H is immature too.
    let first = retention.weeks[0]
    #expect(first.number == 1 && first.immature == 2)
    #expect(first.exposed == Proportion(2, of: 3))  // A and B on day 7
    #expect(first.others == Proportion(2, of: 4))  // E on day 7, F on day 8; C on day 14 is later
    // Day 20 is the 25th at the earliest.
    #expect(retention.weeks[1].immature == 9)
    #expect(retention.weeks[1].exposed == Proportion(0, of: 0))
    // Too few for rates.
    #expect(first.exposed.rate == nil && first.exposed.difference(from: first.others) == nil)
  }

  @Test("Sources of a week and of days; their shares add up to one")
  func sources() throws {
    let people = try MeasuredWeek().people
    let days = try #require(LocalDay("2026-01-05"))..<(try #require(LocalDay("2026-01-26")))
    let weeks = SourceMix(of: people, by: .week, in: days).periods
    #expect(weeks.map(\.start.description) == ["2026-01-05", "2026-01-12", "2026-01-19"])
    // 5th–11th: A siri 1 and widget 2, B siri 1, C siri 1, D siri 3, H siri 2.
    #expect(weeks[0].sources.map(\.name) == ["siri", "widget"])
    #expect(weeks[0].sources.map(\.events) == [8, 2] && weeks[0].sources.map(\.people) == [5, 1])
    #expect(weeks[0].people == 5 && weeks[0].shares == [800_000, 200_000])
    // 12th–18th: B siri 1 and unknown 1, E siri 1, H siri 2.
    #expect(weeks[1].sources.map(\.name) == ["siri", "unknown"])
    #expect(weeks[1].sources.map(\.events) == [4, 1] && weeks[1].sources.map(\.people) == [3, 1])
    #expect(weeks[1].people == 3)
    #expect(weeks[2].sources == [SourceMix.Count(source: .app, events: 1, people: 1)])
    let first = try #require(SourceMix(of: people, by: .day, in: days).periods.first)
    // A siri 1 and widget 1, C siri 1, D siri 1.
    #expect(first.sources.map(\.events) == [3, 1] && first.people == 3)
    let thirds = SourceMix.Period(
      start: days.lowerBound, people: 3,
      sources: [.app, .siri, .widget].map { SourceMix.Count(source: $0, events: 1, people: 1) })
    #expect(thirds.shares == [333_334, 333_333, 333_333])
  }

  @Test("Buckets begin on Mondays and on the first of months")
  func buckets() throws {
    func text(_ bucket: SourceMix.Bucket, _ day: String) throws -> String {
      let day = try #require(LocalDay(day))
      return "\(bucket.start(of: day))–\(bucket.end(of: day))"
    }
    #expect(try text(.week, "2026-01-11") == "2026-01-05–2026-01-12")
    #expect(try text(.week, "2026-01-12") == "2026-01-12–2026-01-19")
    #expect(try text(.week, "1969-12-31") == "1969-12-29–1970-01-05")
    #expect(try text(.month, "2024-02-29") == "2024-02-01–2024-03-01")
    #expect(try text(.month, "2026-12-31") == "2026-12-01–2027-01-01")
    #expect(try text(.day, "2026-12-31") == "2026-12-31–2027-01-01")
  }

  @Test("Donated and performed, per intent and day")
  func donations() throws {
    let days = try #require(LocalDay("2026-01-05"))..<(try #require(LocalDay("2026-01-13")))
    let rows = DonationUse(of: try MeasuredWeek().people, in: days).rows
    let texts = rows.map {
      "\($0.day) \($0.intent) \($0.donated)/\($0.donors) \($0.performed)/\($0.performers) \($0.undone)"
    }
    #expect(
      texts == [
        "2026-01-05 Log 1/1 4/3 1", "2026-01-06 Log 1/1 2/1 0", "2026-01-07 Log 1/1 0/0 0",
        "2026-01-10 Log 0/0 1/1 0", "2026-01-11 Log 0/0 3/3 0", "2026-01-12 Log 1/1 4/3 0",
      ])
  }
}
