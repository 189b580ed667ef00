public import KirokuCore
internal import Postgres

extension WeightEntryStore {
  /// The first reading of each local day before `end`, in the order of days: what a trend is made of.
  ///
  /// One row a day, however often a person weighs themselves.
  public func dailyReadings(
    before end: LocalDay?, for secret: TokenSecret
  ) async throws(StoreError) -> Access<[WeightTrend.Reading]> {
    try await session.authorized(
      Self.readingsStatement(before: end, for: secret), for: secret, .readEntries
    ) {
      rows throws(PostgresError) in
      guard let row = rows.first, !row.isNull(1) else { return [] }
      return try rows.map { row throws(PostgresError) in
        WeightTrend.Reading(
          day: try row.day(1), recordedAt: try row.instant(2), grams: Int64(try row.int32(3)))
      }
    }
  }

  static func readingsStatement(before end: LocalDay?, for secret: TokenSecret) -> SQL {
    """
    select \(unsafeRaw: Caller.column), e.local_day, e.recorded_at, e.weight_grams
    from \(unsafeRaw: Caller.tables)
    left join lateral (
      select distinct on (e.local_day) e.local_day, e.recorded_at, e.weight_grams
      from weight_entries e
      where e.account_id = t.account_id and e.deleted_at is null
        and e.local_day < coalesce(\(end), 'infinity')
      order by e.local_day, e.recorded_at, e.id
    ) e on true
    where t.account_id = \(secret.accountID) and t.secret_sha256 = sha256(\(secret.random))
      and \(unsafeRaw: Caller.isValid)
    """
  }
}
