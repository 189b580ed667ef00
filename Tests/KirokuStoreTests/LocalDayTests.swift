import KirokuCore
import KirokuStore
import Testing

@Suite("The local day of an entry", .timeLimit(.minutes(2)))
struct LocalDayTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let zone: String
    let dayStart: Int
    let instant: String
    let day: String
    let offset: Int
    var testDescription: String { "\(zone) from \(dayStart): \(instant)" }

    init(_ zone: String, _ dayStart: Int, _ instant: String, _ day: String, _ offset: Int) {
      (self.zone, self.dayStart, self.instant, self.day, self.offset) =
        (zone, dayStart, instant, day, offset)
    }
  }

  static let cases = [
    // A day that starts at three: 02:59 belongs to yesterday.
    Case("Asia/Tokyo", 180, "2026-03-10T02:59:59.999999+09:00", "2026-03-09", 540),
    Case("Asia/Tokyo", 180, "2026-03-10T03:00:00+09:00", "2026-03-10", 540),
    Case("Asia/Tokyo", 0, "2026-03-09T15:00:00Z", "2026-03-10", 540),
    Case("Asia/Tokyo", 720, "2026-03-10T11:59:00+09:00", "2026-03-09", 540),
    // Clocks go forward on 29 March 2026 at 02:00: the day has 23 hours, and starts at three all
    // the same, by the clock on the wall.
    Case("Europe/Berlin", 180, "2026-03-29T00:59:59Z", "2026-03-28", 60),
    Case("Europe/Berlin", 180, "2026-03-29T01:00:00Z", "2026-03-29", 120),
    Case("Europe/Berlin", 0, "2026-03-28T22:59:59Z", "2026-03-28", 60),
    Case("Europe/Berlin", 0, "2026-03-28T23:00:00Z", "2026-03-29", 60),
    Case("Europe/Berlin", 0, "2026-03-29T22:00:00Z", "2026-03-30", 120),
    // And back on 25 October at 03:00: both passes of half past two are before three.
    Case("Europe/Berlin", 180, "2026-10-25T00:30:00Z", "2026-10-24", 120),
    Case("Europe/Berlin", 180, "2026-10-25T01:30:00Z", "2026-10-24", 60),
    Case("Europe/Berlin", 180, "2026-10-25T02:00:00Z", "2026-10-25", 60),
    // Both passes of half past one on 1 November are the same day.
    Case("America/New_York", 0, "2026-11-01T05:30:00Z", "2026-11-01", -240),
    Case("America/New_York", 0, "2026-11-01T06:30:00Z", "2026-11-01", -300),
    Case("America/New_York", 120, "2026-11-01T05:30:00Z", "2026-10-31", -240),
    Case("America/New_York", 120, "2026-11-01T06:30:00Z", "2026-10-31", -300),
    // Offsets that are no whole hours.
    Case("Asia/Kathmandu", 0, "2026-06-01T18:14:59Z", "2026-06-01", 345),
    Case("Asia/Kathmandu", 0, "2026-06-01T18:15:00Z", "2026-06-02", 345),
    Case("Australia/Lord_Howe", 0, "2026-01-01T12:59:59Z", "2026-01-01", 660),
    Case("Australia/Lord_Howe", 0, "2026-01-01T13:00:00Z", "2026-01-02", 660),
    Case("Australia/Lord_Howe", 0, "2026-07-01T13:30:00Z", "2026-07-02", 630),
    // Samoa left out 30 December 2011: the second before is the 29th, the second after the 31st.
    Case("Pacific/Apia", 0, "2011-12-30T09:59:59Z", "2011-12-29", -600),
    Case("Pacific/Apia", 0, "2011-12-30T10:00:00Z", "2011-12-31", 840),
    // Midnight did not exist in São Paulo on 4 November 2018.
    Case("America/Sao_Paulo", 0, "2018-11-04T02:59:59Z", "2018-11-03", -180),
    Case("America/Sao_Paulo", 0, "2018-11-04T03:00:00Z", "2018-11-04", -120),
    Case("UTC", 0, "2024-02-29T23:59:59Z", "2024-02-29", 0),
    Case("UTC", 1, "2024-03-01T00:00:59Z", "2024-02-29", 0),
    // An offset with seconds, -00:44:30: kept to the minute, the day is exact.
    Case("Africa/Monrovia", 0, "1960-01-01T00:44:29Z", "1959-12-31", -45),
    Case("Africa/Monrovia", 0, "1960-01-01T00:44:30Z", "1960-01-01", -45),
    // The ends of the times that are taken.
    Case("Asia/Tokyo", 720, "1900-01-03T00:00:00Z", "1900-01-02", 540),
    Case("Pacific/Kiritimati", 0, "2200-12-29T23:59:59.999999Z", "2200-12-30", 840),
  ]

  @Test("It is the day on the wall, less the day's start, in the zone of the person")
  func vectors() async throws {
    try await StoreFixture.run(now: Instant.range.upperBound) { fixture in
      for vector in Self.cases {
        let secret = try await fixture.makeToken(
          AccountSettings(timeZone: vector.zone, dayStartMinutes: vector.dayStart))
        let result = try await fixture.put(at: try .at(vector.instant), for: secret)
        let entry = try #require(result.entry)
        #expect("\(entry.localDay)" == vector.day, "\(vector.testDescription)")
        #expect(entry.utcOffsetMinutes == vector.offset, "\(vector.testDescription)")
      }
    }
  }

  @Test("The zone of the act wins over the account's, and is kept with the entry")
  func actZone() async throws {
    try await StoreFixture.run { fixture in
      let secret = try await fixture.makeToken(AccountSettings(timeZone: "Asia/Tokyo"))
      let result = try await fixture.put(
        at: try .at("2026-03-10T00:00:00Z"), timeZone: "Pacific/Honolulu", for: secret)
      #expect(result.entry?.timeZone == "Pacific/Honolulu")
      #expect(result.entry?.localDay == LocalDay("2026-03-09"))
      #expect(result.entry?.utcOffsetMinutes == -600)
    }
  }
}
