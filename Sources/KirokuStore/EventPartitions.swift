internal import KirokuCore
internal import Postgres

/// The months of which raw events are kept, as partitions of `events`.
enum EventPartitions {
  /// Raw events are kept for so many days at least.
  static let keptDays = 400
  /// Partitions of so many months to come are made ahead, so that a server that cannot make any has time to be mended.
  static let monthsAhead = 3
  /// The key of the advisory lock under which partitions are made and dropped and accounts are counted: "measure".
  static let lockKey: Int64 = 0x6D_6561_7375_7265

  /// The time that the partitions cover; nil without any.
  static func read(
    on connection: WorkConnection
  ) async throws(PostgresError) -> Range<Instant>? {
    let rows = try await connection.query(
      """
      select min(p.month)::timestamp at time zone 'UTC',
        (max(p.month) + interval '1 month')::timestamp at time zone 'UTC'
      from \(months) p
      """)
    guard let lower = try rows[0].instantOrNil(0), let upper = try rows[0].instantOrNil(1) else {
      return nil
    }
    return lower..<upper
  }

  /// A partition is named after its month: `events_2026_12`.
  static let months: SQL = """
    (select to_date(right(c.relname, 7), 'YYYY_MM') as month, c.relname::text as name
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'events'::regclass)
    """

  /// Makes those that are missing, in one statement: the names are of months, made in PostgreSQL.
  ///
  /// Attached and not created in place: that lets events be written meanwhile.
  static func make(_ now: Instant?) -> SQL {
    """
    select kiroku_make_event_partition(wanted.month::date)
    from (select coalesce(\(now), statement_timestamp()) at time zone 'UTC' as now) t,
      generate_series(date_trunc('month', t.now - make_interval(days => \(Int32(keptDays)))),
        t.now + make_interval(months => \(Int32(monthsAhead))), interval '1 month') as wanted (month)
    where wanted.month::date not in (select p.month from \(months) p)
    order by wanted.month
    """
  }

  /// Drops those whose last moment is more than `days` days ago.
  static func drop(_ now: Instant?, olderThanDays days: Int) -> SQL {
    """
    select p.month, kiroku_drop_event_partition(p.month)
    from \(months) p
    where (p.month + interval '1 month')::timestamp at time zone 'UTC'
      <= coalesce(\(now), statement_timestamp()) - make_interval(days => \(Int32(clamping: days)))
    order by p.month
    """
  }
}

extension EventStore {
  /// Makes the partitions of the months to come, and of those past whose events are still taken. Does nothing where all
  /// are there; replicas that do it together do it once.
  public func makePartitions() async throws(StoreError) {
    try await session.transaction { connection throws(PostgresError) in
      _ = try await connection.query("select pg_advisory_xact_lock(\(EventPartitions.lockKey))")
      _ = try await connection.query(EventPartitions.make(session.now))
    }
  }

  /// Drops raw events that are older than so many days, by whole months. What they came to stays.
  ///
  /// - Returns: how many months were dropped.
  public func purge(keepingDays days: Int = EventStore.keptDays) async throws(StoreError) -> Int {
    guard try await RollUp(session: session).run(within: .seconds(3_600)) == 0 else {
      throw StoreError("what happened could not be counted within an hour; no event is dropped")
    }
    return try await session.transaction { connection throws(PostgresError) in
      _ = try await connection.query("select pg_advisory_xact_lock(\(EventPartitions.lockKey))")
      return try await connection.query(
        EventPartitions.drop(session.now, olderThanDays: days)
      ).count
    }
  }

  /// See ``purge(keepingDays:)``.
  public static let keptDays = EventPartitions.keptDays
}
