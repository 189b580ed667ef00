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

  private func check(
    _ world: inout RandomWorld, _ fixture: StoreFixture, _ name: Comment
  ) async throws {
    let measures = fixture.measures
    let people = world.measured
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

  @discardableResult
  func rollUp() async throws -> Int {
    try await RollUp(session: store.session).run(within: .seconds(30))
  }
}
