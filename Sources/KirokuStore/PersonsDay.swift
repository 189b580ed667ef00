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

  /// The same for each member of a shared read, by its `m.now` and `m.zone`. `offset 0` keeps the planner from writing what
  /// a column is made of wherever it is used: then it would be computed again for each of a member's habits.
  static let ofMember: StaticString = """
    cross join lateral (select coalesce(m.zone, a.time_zone) as zone,
        coalesce(m.now, statement_timestamp()) as now) w
    cross join lateral (select w.zone,
        ((w.now at time zone w.zone) - make_interval(mins => a.day_start_minutes))::date as today
      offset 0) z
    """

  /// The instant after `w.now` at which the day after `z.today` begins: the first one whose wall clock, less the day's start,
  /// shows a later day. Computed once, by `offset 0` as above: each reading of a zone costs PostgreSQL about a microsecond.
  ///
  /// PostgreSQL's own reading of a wall clock (`usual`) is the second one where the clocks go back over it, and lies after
  /// the jump by as much as the wall clock lies within it where they go forward. So the wall clock is read with the
  /// offset that held before as well, and the jump is looked for, to the second, in the hour (or day) that it leaves out.
  static let nextBoundary: StaticString = """
    (select case
        when b.first > w.now and (b.first at time zone z.zone) = b.wall then b.first
        when (b.usual at time zone z.zone) = b.wall then b.usual
        else (
          select min(t.second)
          from (
            select min(m.minute) as minute
            from generate_series(b.usual - ((b.usual at time zone z.zone) - b.wall), b.usual,
              interval '1 minute') m (minute)
            where (m.minute at time zone z.zone) >= b.wall
          ) m, generate_series(m.minute - interval '59 seconds', m.minute,
            interval '1 second') t (second)
          where (t.second at time zone z.zone) >= b.wall
        )
      end
      from (
        select u.wall, u.usual,
          (u.wall - ((u.before at time zone z.zone) - (u.before at time zone 'UTC')))
            at time zone 'UTC' as first
        from (
          select d.wall, d.usual, d.usual - interval '26 hours' as before
          from (
            select e.wall, e.wall at time zone z.zone as usual
            from (
              select z.today + 1 + make_interval(mins => a.day_start_minutes) as wall offset 0
            ) e offset 0
          ) d
        ) u offset 0
      ) b)
    """
}
