public import KirokuCore
internal import Postgres

/// The people that a measure is about: those whose day 0 is in a range.
public struct Cohort: Sendable, Hashable {
  /// Nil means from the first one on.
  public var from: LocalDay?
  /// The day after the last; nil means all that came since.
  public var to: LocalDay?

  public init(from: LocalDay? = nil, to: LocalDay? = nil) {
    self.from = from
    self.to = to
  }

  /// Its rows of `measured_accounts`, with each person's local day now. That is computed once a time zone and start of
  /// the day, of which there are few.
  func people(at now: Instant?) -> SQL {
    """
    zones as materialized (
      select z.time_zone, z.day_start_minutes,
        ((coalesce(\(now), statement_timestamp()) at time zone z.time_zone)
          - make_interval(mins => z.day_start_minutes))::date as today
      from (select distinct a.time_zone, a.day_start_minutes from accounts a) z
    ), people as (
      select m.*, z.today - m.first_day as age
      from measured_accounts m
      join accounts a on a.account_id = m.account_id
      join zones z on z.time_zone = a.time_zone and z.day_start_minutes = a.day_start_minutes
      where m.first_day >= coalesce(\(from), '-infinity')
        and m.first_day < coalesce(\(to), 'infinity')
    )
    """
  }
}
