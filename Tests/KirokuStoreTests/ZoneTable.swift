import KirokuCore

/// What clocks showed in some places, written down by hand from the public record: an account of zones that owes
/// nothing to PostgreSQL's.
struct ZoneTable: Sendable {
  let name: String
  /// Seconds since 1970, and the minutes east of UTC from then on; the first entry holds before as well.
  let offsets: [(from: Int, minutes: Int)]
  /// The seconds since 1970 that the table knows.
  let known: Range<Int>

  /// - Parameters:
  ///   - changes: `YYYY-MM-DDThh:mmZ` and the offset from then on.
  init(_ name: String, from: String, until: String, before: Int, _ changes: [(String, Int)]) {
    self.name = name
    known = Self.seconds(from)..<Self.seconds(until)
    offsets = [(known.lowerBound, before)] + changes.map { (Self.seconds($0.0), $0.1) }
  }

  private static func seconds(_ text: String) -> Int {
    let minutes = text.dropLast()
    guard let instant = try? Instant(rfc3339: minutes + ":00Z") else { return 0 }
    return Int(instant.unixMicroseconds / 1_000_000)
  }

  func offsetMinutes(at seconds: Int) -> Int {
    var minutes = offsets[0].minutes
    for change in offsets where change.from <= seconds { minutes = change.minutes }
    return minutes
  }

  /// The person's day: the calendar's on the wall, so many minutes ago by the clock.
  ///
  /// - Returns: days since 1970.
  func localDay(at seconds: Int, dayStart: Int) -> Int {
    let onTheWall = seconds + (offsetMinutes(at: seconds) - dayStart) * 60
    var day = onTheWall / 86_400
    while day * 86_400 > onTheWall { day -= 1 }
    return day
  }

  /// When the person's next day begins: the first whole minute of a later day, looked for minute by minute.
  func nextDay(after seconds: Int, dayStart: Int) -> Int {
    let today = localDay(at: seconds, dayStart: dayStart)
    var minute = seconds / 60 + 1
    while localDay(at: minute * 60, dayStart: dayStart) <= today { minute += 1 }
    return minute * 60
  }

  static let all = [
    // The European Union: last Sundays of March and October at 01:00 UTC.
    ZoneTable(
      "Europe/Berlin", from: "2024-01-01T00:00Z", until: "2026-12-30T00:00Z", before: 60,
      [
        ("2024-03-31T01:00Z", 120), ("2024-10-27T01:00Z", 60), ("2025-03-30T01:00Z", 120),
        ("2025-10-26T01:00Z", 60), ("2026-03-29T01:00Z", 120), ("2026-10-25T01:00Z", 60),
      ]),
    // The United States: second Sunday of March, first of November, at two on the wall.
    ZoneTable(
      "America/New_York", from: "2024-01-01T00:00Z", until: "2026-12-30T00:00Z", before: -300,
      [
        ("2024-03-10T07:00Z", -240), ("2024-11-03T06:00Z", -300), ("2025-03-09T07:00Z", -240),
        ("2025-11-02T06:00Z", -300), ("2026-03-08T07:00Z", -240), ("2026-11-01T06:00Z", -300),
      ]),
    ZoneTable(
      "Asia/Kathmandu", from: "2024-01-01T00:00Z", until: "2026-12-30T00:00Z", before: 345, []),
    // Half an hour, on the first Sundays of April and October at two on the wall.
    ZoneTable(
      "Australia/Lord_Howe", from: "2024-01-01T00:00Z", until: "2026-12-30T00:00Z", before: 660,
      [
        ("2024-04-06T15:00Z", 630), ("2024-10-05T15:30Z", 660), ("2025-04-05T15:00Z", 630),
        ("2025-10-04T15:30Z", 660), ("2026-04-04T15:00Z", 630), ("2026-10-03T15:30Z", 660),
      ]),
    // Brazil changed at midnight: in spring there was none, in autumn the hour before it came twice.
    ZoneTable(
      "America/Sao_Paulo", from: "2016-01-01T00:00Z", until: "2019-12-30T00:00Z", before: -120,
      [
        ("2016-02-21T02:00Z", -180), ("2016-10-16T03:00Z", -120), ("2017-02-19T02:00Z", -180),
        ("2017-10-15T03:00Z", -120), ("2018-02-18T02:00Z", -180), ("2018-11-04T03:00Z", -120),
        ("2019-02-17T02:00Z", -180),
      ]),
    // Samoa changed sides of the date line, and had no 30 December 2011.
    ZoneTable(
      "Pacific/Apia", from: "2011-01-01T00:00Z", until: "2012-12-30T00:00Z", before: -600,
      [
        ("2011-04-02T14:00Z", -660), ("2011-09-24T14:00Z", -600), ("2011-12-30T10:00Z", 840),
        ("2012-03-31T14:00Z", 780), ("2012-09-29T14:00Z", 840),
      ]),
  ]
}
