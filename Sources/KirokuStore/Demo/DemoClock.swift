internal import KirokuCore
internal import Postgres

/// What clocks show in the made-up people's zones, as PostgreSQL says it.
struct DemoClock: Sendable {
  private static let daySeconds: Int64 = 86_400
  /// Of each zone, seconds since 1970 and the minutes east of UTC from then on; the first holds before as well.
  private let offsets: [String: [(from: Int64, minutes: Int64)]]

  /// The statement that tells when the offsets change; these zones' clocks change on the hour of UTC.
  static func changes(of zones: [String], _ options: DemoOptions) -> SQL {
    """
    with hours as (
      select z.name, h.at, (extract(epoch from (h.at at time zone z.name)
        - (h.at at time zone 'UTC')) / 60)::int8 as minutes
      from unnest(\(zones)) as z (name), generate_series(
        \(options.end.advanced(byMicroseconds: -400 * 86_400_000_000)),
        \(options.end.advanced(byMicroseconds: 3 * 86_400_000_000)), interval '1 hour') as h (at)
    )
    select c.name, extract(epoch from c.at)::int8, c.minutes
    from (
      select h.*, lag(h.minutes) over (partition by h.name order by h.at) as before from hours h
    ) c
    where c.before is distinct from c.minutes
    order by c.name, c.at
    """
  }

  init(_ rows: Rows) throws(PostgresError) {
    var offsets: [String: [(from: Int64, minutes: Int64)]] = [:]
    for row in rows {
      offsets[try row.text(0), default: []].append((try row.int64(1), try row.int64(2)))
    }
    self.offsets = offsets
  }

  private func minutes(at seconds: Int64, _ zone: String) -> Int64 {
    guard let changes = offsets[zone], let first = changes.first else { return 0 }
    return changes.last { $0.from <= seconds }?.minutes ?? first.minutes
  }

  /// When a clock on the wall shows so many minutes after a day's midnight; where it skips them, shortly after.
  func instant(_ day: LocalDay, minute: Int, _ zone: String) -> Instant {
    let wall = Int64(day.unixDays) * Self.daySeconds + Int64(minute) * 60
    let guess = wall - minutes(at: wall, zone) * 60
    return Instant(unixMicroseconds: (wall - minutes(at: guess, zone) * 60) * 1_000_000)
  }

  /// The local day, as PostgreSQL computes it.
  func day(of instant: Instant, _ zone: String, dayStartMinutes: Int) -> LocalDay {
    let seconds = instant.unixMicroseconds / 1_000_000
    let wall = seconds + (minutes(at: seconds, zone) - Int64(dayStartMinutes)) * 60
    return LocalDay(unixDays: Int32(clamping: wall / Self.daySeconds))
  }
}
