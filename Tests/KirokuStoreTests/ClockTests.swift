import KirokuCore
import KirokuStore
import Postgres
import TestSupport
import Testing

/// Clocks that are wrong, and acts that arrive late.
@Suite("Clocks", .timeLimit(.minutes(2)))
struct ClockTests {
  private static let second: Int64 = 1_000_000
  private static let hour = 3600 * second
  private static let day = 24 * hour

  /// Seconds: by what a phone's clock is wrong, what it tells of that, what its act counts as.
  private static let skews: [(skew: Int64, told: Int64, counted: Int64)] = [
    (259_200, 0, 0), (259_200, -259_200, 0), (-259_200, 0, -259_200), (-259_200, 259_200, 0),
    (1, 0, 0), (-1, 0, -1), (0, 0, 0),
  ]

  @Test("A wrong clock, told or not, never beats a later act for ever", arguments: skews)
  func skew(skew: Int64, told: Int64, counted: Int64) async throws {
    let now = try Instant.at("2026-12-01T07:30:00Z")
    try await StoreFixture.run(now: now) { fixture in
      let secret = try await fixture.makeToken()
      let id = UUIDBytes.fresh()
      let actedAt = now.advanced(byMicroseconds: (skew + told) * Self.second)
      let phone = try await fixture.put(60, entryID: id, actedAt: actedAt, for: secret)
      #expect(phone.actedAt == now.advanced(byMicroseconds: counted * Self.second))
      // Somebody whose clock is right, ten seconds later.
      let later = now.advanced(byMicroseconds: 10 * Self.second)
      fixture.setNow(later)
      let second = try await fixture.put(61, entryID: id, actedAt: later, for: secret)
      #expect(second.outcome == .updated && second.entry?.weight.grams == 61_000)
      #expect(second.entry?.version == later)
    }
  }

  @Test("An upload three hours late is shifted by nothing, and takes its place in the order")
  func late() async throws {
    let now = try Instant.at("2026-12-01T07:30:00Z")
    try await StoreFixture.run(now: now) { fixture in
      let secret = try await fixture.makeToken()
      let id = UUIDBytes.fresh()
      let twoHoursAgo = now.advanced(byMicroseconds: -2 * Self.hour)
      let threeHoursAgo = now.advanced(byMicroseconds: -3 * Self.hour)
      try await fixture.put(61, entryID: id, actedAt: twoHoursAgo, for: secret)
      let late = try await fixture.put(60, entryID: id, actedAt: threeHoursAgo, for: secret)
      #expect(late.actedAt == threeHoursAgo && late.outcome == .superseded)
      #expect(late.entry?.version == twoHoursAgo)
    }
  }

  /// Microseconds: what a phone saw, after the first put's version, and whether its act then holds.
  private static let sightings: [(seen: Int64?, holds: Bool)] = [
    (0, true), (1, true), (-1, false), (nil, false),
    // More than there is to see counts as now.
    (259_200_000_000, true),
  ]

  @Test("With a slow clock a phone changes what it sees, and only that", arguments: sightings)
  func seen(seen: Int64?, holds: Bool) async throws {
    let now = try Instant.at("2026-12-01T07:30:00Z")
    try await StoreFixture.run(now: now) { fixture in
      let secret = try await fixture.makeToken()
      let id = UUIDBytes.fresh()
      let first = try await fixture.put(60, entryID: id, actedAt: now, for: secret)
      let version = try #require(first.entry?.version)
      fixture.setNow(now.advanced(byMicroseconds: Self.second))
      let slow = try await fixture.put(
        61, entryID: id, actedAt: now.advanced(byMicroseconds: -3 * Self.day),
        seen: seen.map { version.advanced(byMicroseconds: $0) }, for: secret)
      #expect((slow.entry?.weight.grams == 61_000) == holds)
      // Whatever it told of what it saw, the next act on what is there now wins.
      let next = try await fixture.put(
        62, entryID: id, actedAt: now.advanced(byMicroseconds: -3 * Self.day),
        seen: slow.entry?.version, for: secret)
      #expect(next.entry?.weight.grams == 62_000)
    }
  }
}
