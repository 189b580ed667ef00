public import KirokuCore
internal import Postgres

extension Measures {
  /// Whether people come back, week by week.
  ///
  /// - Parameter weeks: 1…`Retention.maxWeeks`.
  public func retention(
    weeks: Int, of cohort: Cohort
  ) async throws(StoreError) -> Retention {
    let weeks = min(max(1, weeks), Retention.maxWeeks)
    // Each person is looked at once, and adds to a column a week.
    var returned: SQL = ""
    for week in 1...weeks {
      returned = """
        \(returned), count(*) filter (where p.active_weeks >> \(Int32(clamping: week)) & 1 = 1)
        """
    }
    // Who performed on days 0–6: the first act that was not undone lies before day 7.
    let statement: SQL = """
      with \(cohort.people(at: session.now))
      select coalesce(p.standing[1] < (7::bigint << 32), false),
        least((p.age - 7) / 7, \(Int32(clamping: weeks)))::integer, count(*)\(returned)
      from people p
      group by 1, 2
      """
    return try await read(statement) { rows throws(PostgresError) in
      let groups = try rows.map { row throws(PostgresError) in
        try Group(row, weeks: weeks)
      }
      return Retention(weeks: (1...weeks).map { Group.week($0, of: groups) })
    }
  }

  /// People whose answer is the same for each week but for whether they came back.
  private struct Group {
    let isExposed: Bool
    /// Weeks after the first one that are over.
    let matureWeeks: Int
    let people: Int
    /// How many of them came back, week 1 first.
    let returned: [Int]

    init(_ row: Row, weeks: Int) throws(PostgresError) {
      isExposed = try row.bool(0)
      matureWeeks = Int(try row.int32(1))
      people = try row.int(2)
      returned = try (0..<weeks).map { week throws(PostgresError) in try row.int(3 + week) }
    }

    static func week(_ number: Int, of groups: [Group]) -> Retention.Week {
      let mature = groups.filter { $0.matureWeeks >= number }
      func proportion(_ isExposed: Bool) -> Proportion {
        let those = mature.filter { $0.isExposed == isExposed }
        return Proportion(
          those.reduce(0) { $0 + $1.returned[number - 1] }, of: those.reduce(0) { $0 + $1.people })
      }
      return Retention.Week(
        number: number, exposed: proportion(true), others: proportion(false),
        immature: groups.reduce(0) { $0 + ($1.matureWeeks < number ? $1.people : 0) })
    }
  }
}
