public import KirokuCore
internal import Postgres

extension WeightEntryStore {
  /// What a trend is made of: the first reading of each local day before `end`, in the order of
  /// days, and the goal.
  ///
  /// One row a day, however often a person weighs themselves.
  public func dailyReadings(
    before end: LocalDay?, for proof: Proof
  ) async throws(StoreError) -> Access<WeightCourse> {
    try await session.authorized(
      Self.readingsStatement(before: end, for: proof, now: session.now), for: proof, .readEntries
    ) {
      rows throws(PostgresError) in
      var course = WeightCourse(goalGrams: try rows.first?.int32OrNil(1).map(Int64.init))
      guard let row = rows.first, !row.isNull(2) else { return course }
      course.readings = try rows.map { row throws(PostgresError) in
        WeightTrend.Reading(
          day: try row.day(2), recordedAt: try row.instant(3), grams: Int64(try row.int32(4)))
      }
      return course
    }
  }

  static func readingsStatement(
    before end: LocalDay?, for proof: Proof, now: Instant? = nil
  ) -> SQL {
    """
    select \(unsafeRaw: Caller.column), a.weight_goal_grams, e.local_day, e.recorded_at, e.weight_grams
    from \(unsafeRaw: Caller.tables)
    left join lateral (
      select distinct on (e.local_day) e.local_day, e.recorded_at, e.weight_grams
      from weight_entries e
      where e.account_id = t.account_id and e.deleted_at is null
        and e.local_day < coalesce(\(end), 'infinity')
      order by e.local_day, e.recorded_at, e.id
    ) e on true
    where \(proof.condition(now: now))
    """
  }
}

/// How a person's weight went, day by day, and where it is to go.
public struct WeightCourse: Hashable, Sendable {
  /// In the order of their days, one each.
  public internal(set) var readings: [WeightTrend.Reading] = []
  public let goalGrams: Int64?
}
