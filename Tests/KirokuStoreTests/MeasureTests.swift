import KirokuCore
import Postgres
import TestSupport
import Testing

@testable import KirokuStore

@Suite("Measures", .timeLimit(.minutes(5)))
struct MeasureTests {
  @Test("Equal what is counted from all acts in memory, in random worlds counted bit by bit")
  func randomWorlds() async throws {
    try await StoreFixture.run(now: RandomWorld.now) { fixture in
      try await fixture.store.events.makePartitions()
      for seed in 0..<UInt64(propertyCases(200)) {
        var world = try await RandomWorld(seed, in: fixture)
        for _ in 0..<4 {
          try await world.act()
          if world.pick([true, false]) { try await fixture.rollUp() }
        }
        #expect(try await fixture.rollUp() == 0)
        try await check(&world, fixture, "seed \(seed)")
      }
    }
  }

  @Test("The sums over all accounts are those of their days, after people have left as well")
  func totals() async throws {
    try await StoreFixture.run(now: RandomWorld.now) { fixture in
      try await fixture.store.events.makePartitions()
      for seed in 1_000..<UInt64(1_010) {
        var world = try await RandomWorld(seed, in: fixture)
        try await world.act()
        try await fixture.rollUp()
        for person in world.people.prefix(3) {
          guard case .granted = try await fixture.store.accounts.delete(for: person.secret) else {
            throw Unexpected("the account was not deleted")
          }
        }
        #expect(try await fixture.wrongTotals() == 0, "seed \(seed)")
        let people = world.measured.dropFirst(3)
        let days = try #require(LocalDay("2026-04-01"))..<(try #require(LocalDay("2026-06-20")))
        #expect(
          try await fixture.measures.donations(of: nil, in: days)
            == DonationUse(of: Array(people), in: days), "seed \(seed)")
      }
    }
  }

  private func check(
    _ world: inout RandomWorld, _ fixture: StoreFixture, _ name: Comment
  ) async throws {
    let measures = fixture.measures
    let people = world.measured
    #expect(try await fixture.wrongTotals() == 0, name)
    for _ in 0..<6 {
      var options = AdoptionFunnel.Options()
      options.windowDays = world.pick([1, 2, 7, 28])
      options.times = world.pick([2, 3, 5])
      options.countsDays = world.pick([true, false])
      options.hasDonation = world.pick([true, false])
      options.isOrdered = world.pick([true, false])
      options.countsUndone = world.pick([true, false])
      let cohort = world.pick([
        Cohort(), Cohort(from: LocalDay("2026-05-01"), to: LocalDay("2026-05-28")),
      ])
      let those = people.filter { person in
        person.firstDay >= cohort.from ?? person.firstDay
          && cohort.to.map { person.firstDay < $0 } != false
      }
      #expect(
        try await measures.funnel(options, of: cohort) == AdoptionFunnel(of: those, options), name)
      #expect(
        try await measures.retention(weeks: 10, of: cohort) == Retention(of: those, weeks: 10), name
      )
    }
    for bucket in SourceMix.Bucket.allCases {
      let from = bucket.start(of: try #require(LocalDay("2026-04-20")))
      let days = from..<bucket.end(of: try #require(LocalDay("2026-06-10")))
      let mix = SourceMix(of: people, by: bucket, in: days)
      #expect(try await measures.sources(by: bucket, in: days) == mix, name)
    }
    let days = try #require(LocalDay("2026-04-20"))..<(try #require(LocalDay("2026-06-20")))
    #expect(
      try await measures.donations(of: nil, in: days) == DonationUse(of: people, in: days), name)
  }
}

extension StoreFixture {
  var measures: Measures { Measures(session: store.session) }

  /// Rows of `event_day_totals` that are not the sums of `event_days`, and sums that are missing there.
  func wrongTotals() async throws -> Int64 {
    try await number(
      """
      with sums as (
        select sum(performed)::bigint, sum(undone)::bigint, sum(donated)::bigint,
          count(*) filter (where firsts & 1 > 0), count(*) filter (where firsts & 2 > 0),
          count(*) filter (where firsts & 4 > 0), count(*) filter (where firsts & 8 > 0),
          count(*) filter (where firsts & 16 > 0), count(*) filter (where firsts & 32 > 0),
          count(*) filter (where firsts & 64 > 0), count(*) filter (where firsts & 128 > 0),
          day, intent, source
        from event_days
        where performed + donated > 0
        group by day, intent, source
      ), totals as (
        select * from event_day_totals
        where (performed, undone, donated, source_day_people, source_week_people,
          source_month_people, day_people, week_people, month_people, performers, donors)
          <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
      )
      select count(*) from (
        (select * from sums except select * from totals)
        union all (select * from totals except select * from sums)
      ) wrong
      """)
  }

  @discardableResult
  func rollUp() async throws -> Int {
    try await RollUp(session: store.session).run(within: .seconds(30))
  }
}
