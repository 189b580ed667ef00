public import KirokuCore
internal import Postgres

extension Measures {
  /// From where intents are performed, bucket by bucket.
  ///
  /// People are counted by adding up those whose first act of a bucket it was: see `event_days.firsts`.
  ///
  /// - Parameter days: of whole buckets.
  public func sources(
    by bucket: SourceMix.Bucket, in days: Range<LocalDay>
  ) async throws(StoreError) -> SourceMix {
    let statement: SQL = """
      select b.start, b.source, sum(b.performed)::bigint, sum(b.source_people)::bigint,
        (sum(sum(b.people)) over (partition by b.start))::bigint
      from (
        select \(bucket.start) as start, d.source, d.performed, d.\(bucket.peopleOfSource) as source_people,
          d.\(bucket.people) as people
        from event_day_totals d
        where d.performed > 0 and d.day >= \(days.lowerBound) and d.day < \(days.upperBound)
      ) b
      group by b.start, b.source
      order by b.start, b.source
      """
    return try await read(statement) { rows throws(PostgresError) in
      var periods: [(start: LocalDay, people: Int, sources: [SourceMix.Count])] = []
      for row in rows {
        let start = try row.day(0)
        if periods.last?.start != start { periods.append((start, try row.int(4), [])) }
        let count = SourceMix.Count(
          source: Source(rawValue: try row.text(1)), events: try row.int(2), people: try row.int(3))
        periods[periods.count - 1].sources.append(count)
      }
      return SourceMix(
        bucket: bucket,
        periods: periods.map {
          SourceMix.Period(start: $0.start, people: $0.people, sources: $0.sources)
        })
    }
  }

  /// How often intents were donated and performed, day by day.
  ///
  /// - Parameter intent: nil for all.
  public func donations(
    of intent: String?, in days: Range<LocalDay>
  ) async throws(StoreError) -> DonationUse {
    let statement: SQL = """
      select d.day, d.intent, sum(d.donated)::bigint, sum(d.donors)::bigint, sum(d.performed)::bigint,
        sum(d.performers)::bigint, sum(d.undone)::bigint
      from event_day_totals d
      where d.day >= \(days.lowerBound) and d.day < \(days.upperBound) and d.intent <> ''
        and d.performed + d.donated > 0 and (\(intent) is null or d.intent = \(intent))
      group by d.day, d.intent
      """
    return try await read(statement) { rows throws(PostgresError) in
      DonationUse(
        rows: try rows.map { row throws(PostgresError) in
          DonationUse.Row(
            day: try row.day(0), intent: try row.text(1), donated: try row.int(2),
            donors: try row.int(3), performed: try row.int(4), performers: try row.int(5),
            undone: try row.int(6))
        })
    }
  }
}

extension SourceMix.Bucket {
  /// The first day of the bucket in which `d.day` lies; 1900-01-01 was a Monday.
  fileprivate var start: SQL {
    switch self {
    case .day: "d.day"
    case .week: "d.day - (d.day - date '1900-01-01') % 7"
    case .month: "date_trunc('month', d.day::timestamp)::date"
    }
  }

  /// Columns of `event_day_totals`.
  fileprivate var peopleOfSource: SQL {
    switch self {
    case .day: "source_day_people"
    case .week: "source_week_people"
    case .month: "source_month_people"
    }
  }

  fileprivate var people: SQL {
    switch self {
    case .day: "day_people"
    case .week: "week_people"
    case .month: "month_people"
    }
  }
}
