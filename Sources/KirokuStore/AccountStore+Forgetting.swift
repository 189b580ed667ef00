internal import KirokuCore
internal import Postgres

extension AccountStore {
  /// What was forgotten.
  public struct Forgotten: Sendable, Equatable {
    /// Tokens that had ended.
    public var tokens = 0
    /// Pairing codes that nobody can claim any more.
    public var pairings = 0
    /// Keys of changes of settings.
    public var keys = 0
    /// Sessions of the dashboard that are over.
    public var sessions = 0

    public init(tokens: Int = 0, pairings: Int = 0, keys: Int = 0, sessions: Int = 0) {
      self.tokens = tokens
      self.pairings = pairings
      self.keys = keys
      self.sessions = sessions
    }
  }

  /// Deletes what is of no more use to anybody: tokens that ended before the horizon, keys of changes of settings that
  /// arrived before it, pairing codes that were claimed before it, and those that nobody claimed in their ten minutes;
  /// and sessions of the dashboard that are over.
  ///
  /// A key protects from a repeat for as long as its row is there, so until the horizon. The code that nobody claimed
  /// protects from nothing, but stands in the way of the same code for another account. Safe to end at any time, and to
  /// run beside the server.
  ///
  /// - Parameter horizonDays: what is younger stays.
  public func forget(horizonDays: Int) async throws(StoreError) -> Forgotten {
    let days = Int32(clamping: horizonDays)
    var forgotten = Forgotten()
    var last = UUIDBytes.none
    while let end = try await endOfSome(after: last) {
      forgotten.add(try await forget(after: last, through: end, days: days))
      last = end
    }
    forgotten.add(try await forgetForAnalytics(days: days))
    return forgotten
  }

  private static let accountsAtOnce = 1_000

  /// The last of the next accounts; nil after the last of all.
  private func endOfSome(after last: UUIDBytes) async throws(StoreError) -> UUIDBytes? {
    let statement: SQL = """
      select account_id from accounts where account_id > \(last)
      order by account_id limit \(Self.accountsAtOnce)
      """
    return try await session.read(statement) { rows throws(PostgresError) in
      rows.isEmpty ? nil : try rows[rows.count - 1].id(0)
    }
  }

  private func forget(
    after last: UUIDBytes, through end: UUIDBytes, days: Int32
  ) async throws(StoreError) -> Forgotten {
    try await session.transaction { connection throws(PostgresError) in
      let rows = try await connection.query(
        """
        with horizon as (
          select n.at, n.at - make_interval(days => \(days)) as settled
          from (select coalesce(\(session.now), clock_timestamp()) as at) n
        ), ended as (
          delete from tokens t using horizon h
          where t.account_id > \(last) and t.account_id <= \(end)
            and least(t.revoked_at, t.expires_at) < h.settled
          returning 1
        ), unclaimed as (
          delete from pairings p using horizon h
          where p.account_id > \(last) and p.account_id <= \(end)
            and p.expires_at < case when p.claimed_at is null then h.at else h.settled end
          returning 1
        ), keys as (
          delete from account_changes c using horizon h
          where c.account_id > \(last) and c.account_id <= \(end) and c.received_at < h.settled
          returning 1
        ), sessions as (
          delete from dashboard_sessions s using horizon h
          where s.account_id > \(last) and s.account_id <= \(end) and s.expires_at < h.at
          returning 1
        )
        select (select count(*) from ended), (select count(*) from unclaimed),
          (select count(*) from keys), (select count(*) from sessions)
        """)
      return Forgotten(
        tokens: Int(try rows[0].int64(0)), pairings: Int(try rows[0].int64(1)),
        keys: Int(try rows[0].int64(2)), sessions: Int(try rows[0].int64(3)))
    }
  }

  private func forgetForAnalytics(days: Int32) async throws(StoreError) -> Forgotten {
    try await session.transaction { connection throws(PostgresError) in
      let rows = try await connection.query(
        """
        with horizon as (
          select coalesce(\(session.now), clock_timestamp()) as at
        ), ended as (
          delete from analytics_tokens k using horizon h
          where k.revoked_at < h.at - make_interval(days => \(days)) returning 1
        ), sessions as (
          delete from dashboard_sessions s using horizon h
          where s.account_id = \(UUIDBytes.none) and s.expires_at < h.at returning 1
        )
        select (select count(*) from ended), (select count(*) from sessions)
        """)
      return Forgotten(
        tokens: Int(try rows[0].int64(0)), sessions: Int(try rows[0].int64(1)))
    }
  }
}

extension AccountStore.Forgotten {
  fileprivate mutating func add(_ other: AccountStore.Forgotten) {
    tokens += other.tokens
    pairings += other.pairings
    keys += other.keys
    sessions += other.sessions
  }
}
