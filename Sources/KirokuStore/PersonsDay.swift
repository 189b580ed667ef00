internal import KirokuCore
internal import Postgres

/// The person's day within a statement: what `Caller.tables` are joined with where an answer depends on it.
enum PersonsDay {
  /// `z.today` and `z.zone`, of the account `a`: the wall clock of the zone, less the day's start.
  ///
  /// - Parameters:
  ///   - now: what tests say the time is; else the database does.
  ///   - zone: where the person is; nil means the account's zone.
  static func lateral(now: Instant?, zone: String?) -> SQL {
    """
    cross join lateral (select coalesce(\(zone), a.time_zone) as zone,
        coalesce(\(now), statement_timestamp()) as now) w
    cross join lateral (select w.zone,
        ((w.now at time zone w.zone) - make_interval(mins => a.day_start_minutes))::date as today) z
    """
  }

  /// The instant at which the day after `z.today` begins. Where the clocks jump over it, PostgreSQL takes the
  /// instant of the jump; where it comes twice, the second one.
  static let nextBoundary: StaticString = """
    ((z.today + 1 + make_interval(mins => a.day_start_minutes)) at time zone z.zone)
    """
}
