public import KirokuCore
internal import Postgres

/// The feed of changes: by which a device keeps its copy of an account.
///
/// Each record has the account's revision at its last change, and revisions are given under the account's lock: whoever
/// sees one sees all before it. So the records above a revision are all that changed since, each once, as it is now.
public struct ChangeStore: Sendable {
  let session: StoreSession

  /// The changes after a cursor, or all there is without one, in one snapshot.
  ///
  /// - Parameters:
  ///   - limit: records, 1 or more; a page is longer only where one revision has more.
  ///   - timeZone: where the person is; nil means the account's zone.
  ///   - client: whose donations are told; nil means the token's id.
  public func page(
    after cursor: FeedCursor?, limit: Int, in timeZone: String? = nil, of client: UUIDBytes? = nil,
    for secret: TokenSecret
  ) async throws(StoreError) -> Access<Result<FeedPage, FeedRefusal>> {
    let statement = Self.statement(
      secret, after: cursor, limit: limit, in: timeZone, of: client, now: session.now)
    return try await session.authorized(statement, for: secret, .sync) {
      rows throws(PostgresError) in
      try Self.page(of: rows, after: cursor, limit: limit, of: secret.accountID)
    }
  }

  /// The account's newest revision, without noting that the token was used: streams ask again and again.
  public func head(for secret: TokenSecret) async throws(StoreError) -> Access<Void> {
    let statement: SQL = """
      select \(unsafeRaw: Caller.column)
      from \(unsafeRaw: Caller.tables)
      where t.account_id = \(secret.accountID) and t.secret_sha256 = sha256(\(secret.random))
        and \(unsafeRaw: Caller.isValid)
      """
    return try await session.read(statement) { rows throws(PostgresError) in
      guard let row = rows.first else { return .unauthorized }
      let (caller, _) = try Caller.read(row, accountID: secret.accountID)
      return caller.scope.allows(.sync) ? .granted(caller, ()) : .forbidden(caller)
    }
  }

  /// Whether the feed can be followed from a cursor; nil is anywhere.
  public func position(
    _ cursor: FeedCursor?, for secret: TokenSecret
  ) async throws(StoreError) -> Access<Bool> {
    let statement: SQL = """
      select \(unsafeRaw: Caller.column), a.feed_horizon_rev
      from \(unsafeRaw: Caller.tables)
      where t.account_id = \(secret.accountID) and t.secret_sha256 = sha256(\(secret.random))
        and \(unsafeRaw: Caller.isValid)
      """
    return try await session.authorized(statement, for: secret, .sync) {
      rows throws(PostgresError) in
      let account = try Caller.read(rows[0], accountID: secret.accountID).0.account
      return cursor?.isValid(for: account, horizon: try rows[0].int64(1)) ?? true
    }
  }

  static func page(
    of rows: Rows, after cursor: FeedCursor?, limit: Int, of accountID: UUIDBytes
  ) throws(PostgresError) -> Result<FeedPage, FeedRefusal> {
    let first = try rows[0]
    let account = try Caller.read(first, accountID: accountID).0.account
    let horizon = try first.int64(2)
    if let cursor, !cursor.isValid(for: account, horizon: horizon) {
      return .failure(.cursorExpired)
    }
    let changes =
      first.isNull(5)
      ? [] : try rows.map { row throws(PostgresError) in try FeedChange(row, from: 5) }
    return .success(
      FeedPage(
        changes, limit: limit, after: cursor, of: account, serverTime: try first.instant(1),
        today: try first.day(4), shortcutsVersion: try first.text(3)))
  }

  /// Rows of the caller, the time, the feed's horizon, the version of the shortcuts, the person's day, and a change each.
  ///
  /// A full sync leaves out what was gone before it began. Days of a habit that is gone are left out always: devices drop
  /// them with it, and its return changes every one of them. Donations are told to the client on whose device they live,
  /// beside them by what that device's system knows them.
  static func statement(
    _ secret: TokenSecret, after cursor: FeedCursor?, limit: Int, in timeZone: String? = nil,
    of client: UUIDBytes? = nil, now: Instant?
  ) -> SQL {
    let account = secret.accountID
    let rev = cursor?.rev ?? 0
    // Of an incremental pull every deletion counts.
    let deletionsFrom = cursor == nil ? Int64.max : cursor?.fullSyncStart ?? 0
    let count = Int64(limit) + 1
    return """
      select \(unsafeRaw: Caller.column), coalesce(\(now), clock_timestamp()), a.feed_horizon_rev,
        \(unsafeRaw: ShortcutsVersion.column), z.today, c.type, c.id, c.day, c.rev, c.version_at,
        c.beside, c.value
      from \(unsafeRaw: Caller.tables)
      \(PersonsDay.lateral(now: now, zone: timeZone))
      left join lateral (
        select * from (
          (select 'entry' as type, e.id, null::date as day, e.rev, e.version_at, null::record as beside,
            case when e.deleted_at is null then \(unsafeRaw: WeightEntry.column) end as value
          from weight_entries e
          where e.account_id = \(account) and e.rev > \(rev)
            and (e.deleted_at is null or e.rev > \(deletionsFrom))
          order by e.rev fetch first \(count) rows with ties)
          union all
          (select 'habit', h.id, null, h.rev, h.version_at, null,
            case when h.deleted_at is null then \(unsafeRaw: Habit.column) end
          from habits h
          where h.account_id = \(account) and h.rev > \(rev)
            and (h.deleted_at is null or h.rev > \(deletionsFrom))
          order by h.rev fetch first \(count) rows with ties)
          union all
          (select 'day', d.habit_id, d.day, d.rev, d.version_at, \(unsafeRaw: Habit.column),
            \(unsafeRaw: HabitDay.column)
          from habit_days d
          join habits h on h.account_id = d.account_id and h.id = d.habit_id and h.deleted_at is null
          where d.account_id = \(account) and d.rev > \(rev)
          order by d.rev fetch first \(count) rows with ties)
          union all
          (select 'donation', n.id, null, n.rev, n.donated_at, row(n.identifier),
            case when n.deleted_at is null then \(unsafeRaw: Donation.column) end
          from donations n
          where n.account_id = \(account) and n.client_id = coalesce(\(client), t.id) and n.rev > \(rev)
            and (n.deleted_at is null or n.rev > \(deletionsFrom))
          order by n.rev fetch first \(count) rows with ties)
        ) every_change
        order by rev fetch first \(count) rows with ties
      ) c on true
      where t.account_id = \(account) and t.secret_sha256 = sha256(\(secret.random))
        and \(unsafeRaw: Caller.isValid)
      order by c.rev
      """
  }
}
