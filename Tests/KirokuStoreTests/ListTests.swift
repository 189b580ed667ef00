import KirokuCore
import KirokuStore
import Postgres
import Testing

@Suite("Reading entries", .timeLimit(.minutes(2)))
struct ListTests {
  static let start = Instant(unixMicroseconds: 1_760_000_000_000_000)

  /// Walks a list from its first page to its last.
  static func walk(
    _ fixture: StoreFixture, _ filter: EntryFilter = EntryFilter(), limit: Int,
    _ secret: TokenSecret,
    between pages: () async throws -> Void = {}
  ) async throws -> [WeightEntry] {
    var entries: [WeightEntry] = []
    var position: EntryPosition?
    repeat {
      let access = try await fixture.store.entries.list(
        filter, after: position, limit: limit, for: secret)
      guard let page = access.value else { throw Unexpected("the token was refused") }
      entries += page.entries
      position = page.next
      try await pages()
    } while position != nil
    return entries
  }

  @Test("The latest entries come first, no more than asked for")
  func suggested() async throws {
    try await StoreFixture.run { fixture in
      let secret = try await fixture.makeToken()
      let none = try await fixture.store.entries.suggested(for: secret, limit: 7)
      #expect(none.value == [])
      for hour in 0..<9 {
        let at = Self.start.advanced(byMicroseconds: Int64(hour % 5 * 10 + hour) * 3_600_000_000)
        try await fixture.put(Int64(60 + hour), at: at, for: secret)
      }
      let seven = try await fixture.store.entries.suggested(for: secret, limit: 7)
      let entries = try #require(seven.value)
      #expect(entries.count == 7)
      #expect(entries.map(\.recordedAt) == entries.map(\.recordedAt).sorted(by: >))
      #expect(entries.first?.weight.grams == 64_000)
    }
  }

  @Test(
    "Entries of equal times are on one page each, whatever the pages' size", arguments: [1, 3, 7])
  func equalTimes(limit: Int) async throws {
    try await StoreFixture.run { fixture in
      let secret = try await fixture.makeToken()
      var ids: Set<UUIDBytes> = []
      for _ in 0..<15 {
        let id = UUIDBytes.fresh()
        ids.insert(id)
        try await fixture.put(entryID: id, at: Self.start, for: secret)
      }
      let entries = try await Self.walk(fixture, limit: limit, secret)
      #expect(entries.count == 15)
      #expect(Set(entries.map(\.id)) == ids)
    }
  }

  @Test("What lived throughout is on one page each while others come and go")
  func concurrent() async throws {
    try await StoreFixture.run { fixture in
      let secret = try await fixture.makeToken()
      var ids: Set<UUIDBytes> = []
      for number in 0..<60 {
        let id = UUIDBytes.fresh()
        let at = Self.start.advanced(byMicroseconds: Int64(number / 4) * 1_000_000)
        try await fixture.put(entryID: id, at: at, for: secret)
        if number % 5 == 0 { continue }
        ids.insert(id)
      }
      let kept = ids.map { $0 }
      let entries = try await Self.walk(
        fixture, limit: 7, secret,
        between: {
          try await fixture.put(at: Self.start, for: secret)
          try await fixture.put(at: Self.start.advanced(byMicroseconds: 60_000_000), for: secret)
          try await fixture.run(
            """
            delete from weight_entries where account_id = \(secret.accountID)
              and id = (select id from weight_entries where id <> all(\(kept))
                order by recorded_at limit 1)
            """)
        })
      let seen = entries.map(\.id)
      #expect(Set(seen).count == seen.count)
      #expect(Set(seen).isSuperset(of: ids))
    }
  }

  @Test("500 entries are one page")
  func large() async throws {
    try await StoreFixture.run { fixture in
      let secret = try await fixture.makeToken()
      try await withThrowingTaskGroup { group in
        for number in 0..<501 {
          group.addTask {
            let at = Self.start.advanced(byMicroseconds: Int64(number))
            try await fixture.put(at: at, for: secret)
          }
        }
        try await group.waitForAll()
      }
      let page = try await fixture.store.entries.list(
        EntryFilter(), after: nil, limit: 500, for: secret
      ).value
      #expect(page?.entries.count == 500)
      #expect(page?.next == page?.entries.last?.position)
      #expect(page?.entries.last?.recordedAt == Self.start.advanced(byMicroseconds: 1))
    }
  }

  @Test("A range takes in its start and leaves out its end, in time and in local days")
  func ranges() async throws {
    try await StoreFixture.run { fixture in
      let secret = try await fixture.makeToken(
        AccountSettings(timeZone: "Pacific/Kiritimati", dayStartMinutes: 720))
      for hour in 0..<96 {
        let at = Self.start.advanced(byMicroseconds: Int64(hour) * 3_600_000_000)
        try await fixture.put(at: at, for: secret)
      }
      let all = try await Self.walk(fixture, limit: 500, secret)
      let (from, to) = (all[70].recordedAt, all[20].recordedAt)
      let between = try await Self.walk(
        fixture, EntryFilter(from: .instant(from), to: .instant(to)), limit: 9, secret)
      #expect(between == all.filter { $0.recordedAt >= from && $0.recordedAt < to })
      let days = Set(all.map(\.localDay)).sorted()
      let filter = EntryFilter(from: .day(days[1]), to: .day(days[3]))
      let ofDays = try await Self.walk(fixture, filter, limit: 9, secret)
      #expect(ofDays == all.filter { $0.localDay >= days[1] && $0.localDay < days[3] })
      #expect(ofDays.count == 48)
    }
  }

  @Test("Another account's entry and a missing one are the same: none")
  func foreign() async throws {
    try await StoreFixture.run { fixture in
      let (mine, theirs) = (try await fixture.makeToken(), try await fixture.makeToken())
      let id = UUIDBytes.fresh()
      try await fixture.put(entryID: id, for: mine)
      #expect(try await fixture.store.entries.entry(id, for: theirs).value == .some(nil))
      #expect(try await fixture.store.entries.entry(.fresh(), for: theirs).value == .some(nil))
      #expect(try await fixture.store.entries.suggested(for: theirs, limit: 7).value == [])
      // The same id in two accounts is two entries.
      let result = try await fixture.put(99, entryID: id, for: theirs)
      #expect(result.outcome == .created)
      let read = try await fixture.store.entries.entry(id, for: mine).value
      #expect(read??.weight.grams == 65_000)
    }
  }
}
