public import KirokuCore
internal import Postgres

extension Measures {
  /// Whether people come back, week by week.
  ///
  /// - Parameter weeks: 1…`Retention.maxWeeks`.
  public func retention(
    weeks: Int, of cohort: Cohort
  ) async throws(StoreError) -> Retention {
    // Who performed on days 0–6: the first act that was not undone lies before day 7.
    let statement: SQL = """
      with \(cohort.people(at: session.now)), grouped as (
        select coalesce(p.standing[1] < (7::bigint << 32), false) as is_exposed, p.active_weeks,
          least((p.age - 7) / 7, \(Int32(clamping: weeks))) as mature_weeks, count(*) as people
        from people p
        group by 1, 2, 3
      )
      select w.number::integer,
        coalesce(sum(g.people) filter (where g.is_exposed and g.mature_weeks >= w.number
          and g.active_weeks >> w.number & 1 = 1), 0)::bigint,
        coalesce(sum(g.people) filter (where g.is_exposed and g.mature_weeks >= w.number), 0)::bigint,
        coalesce(sum(g.people) filter (where not g.is_exposed and g.mature_weeks >= w.number
          and g.active_weeks >> w.number & 1 = 1), 0)::bigint,
        coalesce(sum(g.people) filter (where not g.is_exposed and g.mature_weeks >= w.number),
          0)::bigint,
        coalesce(sum(g.people) filter (where g.mature_weeks < w.number), 0)::bigint
      from generate_series(1, \(Int32(clamping: weeks))) as w (number)
      left join grouped g on true
      group by w.number
      order by w.number
      """
    return try await read(statement) { rows throws(PostgresError) in
      Retention(
        weeks: try rows.map { row throws(PostgresError) in
          Retention.Week(
            number: try row.int(0), exposed: Proportion(try row.int(1), of: try row.int(2)),
            others: Proportion(try row.int(3), of: try row.int(4)), immature: try row.int(5))
        })
    }
  }
}
