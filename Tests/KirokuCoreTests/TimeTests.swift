import KirokuCore
import Testing

@Suite("Days")
struct LocalDayTests {
  @Test(
    "Days are counted from 1970",
    arguments: [
      ("1970-01-01", 0), ("1969-12-31", -1), ("1900-01-01", -25_567), ("1900-03-01", -25_508),
      ("2000-02-29", 11_016), ("2000-03-01", 11_017), ("2026-12-01", 20_788),
      ("2200-12-31", 84_370),
    ] as [(String, Int32)])
  func counted(text: String, days: Int32) {
    #expect(LocalDay(text)?.unixDays == days)
    #expect(LocalDay(unixDays: days).description == text)
  }

  @Test("Every day from 1900 to 2200 follows the one before, and reads back")
  func everyDay() throws {
    let first = try #require(LocalDay("1900-01-01"))
    let last = try #require(LocalDay("2200-12-31"))
    var expected = (year: 1900, month: 1, day: 1)
    for days in first.unixDays...last.unixDays {
      let day = LocalDay(unixDays: days)
      #expect(day.components == expected)
      #expect(LocalDay(day.description) == day)
      expected.day += 1
      if LocalDay(year: expected.year, month: expected.month, day: expected.day) == nil {
        expected = (expected.year, expected.month + 1, 1)
        if expected.month == 13 { expected = (expected.year + 1, 1, 1) }
      }
    }
  }

  @Test(
    "Days that do not exist and other forms are refused",
    arguments: [
      "2026-02-29", "1900-02-29", "2100-02-29", "2026-13-01", "2026-00-01", "2026-01-00",
      "2026-01-32", "2026-04-31", "1899-12-31", "2201-01-01", "0000-01-01", "10000-01-01",
      "37-01-01", "2026-1-1", "2026/01/01", "20260101", "2026-01-01T00:00:00Z", " 2026-01-01",
      "2026-01-0１", "-001-01-01", "+2026-01-01", "",
    ])
  func refused(text: String) {
    #expect(LocalDay(text) == nil)
  }
}

@Suite("Instants")
struct InstantTests {
  static func parse(_ text: String) -> Result<Int64, Instant.ParseFault> {
    Result { () throws(Instant.ParseFault) in
      try Instant(rfc3339: text).unixMicroseconds
    }
  }

  @Test(
    "RFC 3339 is read to the microsecond and answered in UTC",
    arguments: [
      ("1970-01-01T00:00:00Z", 0, "1970-01-01T00:00:00Z"),
      ("2026-12-01T07:30:00Z", 1_796_110_200_000_000, "2026-12-01T07:30:00Z"),
      ("2026-12-01t16:30:00+09:00", 1_796_110_200_000_000, "2026-12-01T07:30:00Z"),
      ("2026-12-01T02:30:00-05:00", 1_796_110_200_000_000, "2026-12-01T07:30:00Z"),
      ("2026-12-01T13:15:00.25+05:45", 1_796_110_200_250_000, "2026-12-01T07:30:00.25Z"),
      ("2026-12-01T07:30:00.000001z", 1_796_110_200_000_001, "2026-12-01T07:30:00.000001Z"),
      ("2026-12-01T07:30:00.123000-00:00", 1_796_110_200_123_000, "2026-12-01T07:30:00.123Z"),
      ("1969-12-31T23:59:59.999999Z", -1, "1969-12-31T23:59:59.999999Z"),
      ("1900-01-01T00:00:00Z", -2_208_988_800_000_000, "1900-01-01T00:00:00Z"),
      ("2200-12-31T23:59:59Z", 7_289_654_399_000_000, "2200-12-31T23:59:59Z"),
      ("1899-12-31T23:30:00-01:00", -2_208_987_000_000_000, "1900-01-01T00:30:00Z"),
    ] as [(String, Int64, String)])
  func read(text: String, microseconds: Int64, printed: String) {
    #expect(Self.parse(text) == .success(microseconds))
    #expect(Instant(unixMicroseconds: microseconds).description == printed)
  }

  @Test(
    "What is no instant is refused with its reason",
    arguments: [
      ("2026-12-01T07:30:00", .missingOffset), ("2026-12-01T07:30:00.5", .missingOffset),
      ("2026-12-01T07:30:00.1234567Z", .tooPrecise), ("2026-12-01T07:30:00.0000000Z", .tooPrecise),
      ("1899-12-31T23:59:59Z", .outOfRange), ("2201-01-01T00:00:00Z", .outOfRange),
      ("1900-01-01T00:30:00+01:00", .outOfRange), ("0000-01-01T00:00:00Z", .outOfRange),
      ("9999-12-31T23:59:59Z", .outOfRange), ("99999-09-11T02:00:00Z", .invalidFormat),
      ("2026-12-01T24:00:00Z", .invalidFormat), ("2026-12-01T23:60:00Z", .invalidFormat),
      ("2016-12-31T23:59:60Z", .invalidFormat), ("2026-02-29T00:00:00Z", .invalidFormat),
      ("2026-13-01T00:00:00Z", .invalidFormat), ("2026-12-32T00:00:00Z", .invalidFormat),
      ("2026-12-01 07:30:00Z", .invalidFormat), ("2026-12-01T07:30Z", .invalidFormat),
      ("2026-12-01T07:30:00.Z", .invalidFormat), ("2026-12-01T07:30:00,5Z", .invalidFormat),
      ("2026-12-01T07:30:00+0900", .invalidFormat), ("2026-12-01T07:30:00+24:00", .invalidFormat),
      ("2026-12-01T07:30:00+09:60", .invalidFormat), ("2026-12-01T07:30:00Z ", .invalidFormat),
      ("2026-12-01T07:30:00 JST", .invalidFormat), ("2026-12-01", .invalidFormat),
      ("1796110200", .invalidFormat), ("", .invalidFormat), ("now", .invalidFormat),
    ] as [(String, Instant.ParseFault)])
  func refused(text: String, fault: Instant.ParseFault) {
    #expect(Self.parse(text) == .failure(fault))
  }

  @Test("A clock on the wall is so many minutes from UTC, on either side of midnight")
  func wallClock() throws {
    let instant = try Instant(rfc3339: "2026-12-01T07:30:05Z")
    let tokyo = WallClock(instant, utcOffsetMinutes: 540)
    #expect(tokyo.day == LocalDay("2026-12-01") && tokyo.hour == 16 && tokyo.minute == 30)
    let honolulu = WallClock(instant, utcOffsetMinutes: -600)
    #expect(honolulu.day == LocalDay("2026-11-30") && honolulu.hour == 21)
    #expect(honolulu.second == 5 && honolulu.microsecond == 0)
  }

  @Test("Moving an instant stops at the ends of 64 bits")
  func saturates() {
    #expect(Instant(unixMicroseconds: .max).advanced(byMicroseconds: 1).unixMicroseconds == .max)
    #expect(Instant(unixMicroseconds: .min).advanced(byMicroseconds: -1).unixMicroseconds == .min)
  }

  @Test(
    "The ends of 64 bits are printed as something, without a trap", arguments: [Int64.min, .max])
  func extremes(microseconds: Int64) {
    let instant = Instant(unixMicroseconds: microseconds)
    #expect(instant.description.hasSuffix("Z"))
    for language in Language.allCases {
      for offset in [-1440, 0, 1440] {
        let subtitle = EntryDisplay.subtitle(
          recordedAt: instant, utcOffsetMinutes: offset, in: language)
        #expect(!subtitle.isEmpty)
      }
    }
    #expect(LocalDay(unixDays: microseconds < 0 ? .min : .max).description.utf8.count == 10)
  }
}
