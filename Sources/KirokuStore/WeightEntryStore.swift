public import KirokuCore
internal import Postgres

/// Reads of `weight_entries`; its writes are in `WeightEntryStore+Put.swift`.
public struct WeightEntryStore: Sendable {
  let session: StoreSession

  /// The latest entries, newest first: what an intent offers without being asked.
  ///
  /// - Parameter limit: at most so many.
  public func suggested(
    for secret: TokenSecret, limit: Int
  ) async throws(StoreError) -> Access<[WeightEntry]> {
    try await entries(Self.suggestedStatement(secret, limit: limit), for: secret)
  }

  static func suggestedStatement(_ secret: TokenSecret, limit: Int) -> SQL {
    """
    select \(unsafeRaw: Caller.columns),
      \(unsafeRaw: WeightEntry.columns)
    from \(unsafeRaw: Caller.tables)
    left join lateral (
      select \(unsafeRaw: WeightEntry.columns)
      from weight_entries e
      where e.account_id = t.account_id and e.deleted_at is null
      order by e.recorded_at desc, e.id desc limit \(limit)
    ) e on true
    where t.account_id = \(secret.accountID) and t.secret_sha256 = sha256(\(secret.random))
      and \(unsafeRaw: Caller.isValid)
    """
  }

  /// A page of entries, newest first, equal times by id.
  ///
  /// Any entry that exists from the first page to the last is on exactly one of them.
  ///
  /// - Parameter limit: at most so many.
  public func list(
    _ filter: EntryFilter, after position: EntryPosition?, limit: Int, for secret: TokenSecret
  ) async throws(StoreError) -> Access<EntryPage> {
    // One more than asked for tells whether there is a next page.
    let statement: SQL = """
      select \(unsafeRaw: Caller.columns),
        \(unsafeRaw: WeightEntry.columns)
      from \(unsafeRaw: Caller.tables)
      left join lateral (
        select \(unsafeRaw: WeightEntry.columns)
        from weight_entries e
        where e.account_id = t.account_id and e.deleted_at is null
          and e.recorded_at >= coalesce(\(filter.earliest), '-infinity')
          and e.recorded_at < coalesce(\(filter.latest), 'infinity')
          and (e.recorded_at, e.id) < (coalesce(\(position?.recordedAt), 'infinity'),
            coalesce(\(position?.id), 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
          and e.local_day >= coalesce(\(filter.firstDay), '-infinity')
          and e.local_day < coalesce(\(filter.endDay), 'infinity')
        order by e.recorded_at desc, e.id desc limit \(limit + 1)
      ) e on true
      where t.account_id = \(secret.accountID) and t.secret_sha256 = sha256(\(secret.random))
        and \(unsafeRaw: Caller.isValid)
      """
    switch try await entries(statement, for: secret) {
    case .unauthorized: return .unauthorized
    case .forbidden(let caller): return .forbidden(caller)
    case .granted(let caller, let entries):
      let page = Array(entries.prefix(limit))
      let next = entries.count > limit ? page.last?.position : nil
      return .granted(caller, EntryPage(entries: page, next: next))
    }
  }

  /// The entry with an id; nil when there is none, or it is another account's.
  public func entry(
    _ id: UUIDBytes, for secret: TokenSecret
  ) async throws(StoreError) -> Access<WeightEntry?> {
    let statement: SQL = """
      select \(unsafeRaw: Caller.columns),
        \(unsafeRaw: WeightEntry.columns)
      from \(unsafeRaw: Caller.tables)
      left join weight_entries e
        on e.account_id = t.account_id and e.id = \(id) and e.deleted_at is null
      where t.account_id = \(secret.accountID) and t.secret_sha256 = sha256(\(secret.random))
        and \(unsafeRaw: Caller.isValid)
      """
    switch try await entries(statement, for: secret) {
    case .unauthorized: return .unauthorized
    case .forbidden(let caller): return .forbidden(caller)
    case .granted(let caller, let entries): return .granted(caller, entries.first)
    }
  }

  /// Runs a statement whose rows are the caller and an entry each, or one row without an entry.
  private func entries(
    _ statement: SQL, for secret: TokenSecret
  ) async throws(StoreError) -> Access<[WeightEntry]> {
    try await session.authorized(statement, for: secret, .readEntries) {
      rows throws(PostgresError) in
      guard let first = rows.first, !first.isNull(Caller.columnCount) else { return [] }
      return try rows.map { row throws(PostgresError) in
        try WeightEntry(row, from: Caller.columnCount)
      }
    }
  }
}

/// Which entries a list holds.
public struct EntryFilter: Hashable, Sendable {
  /// Included.
  public var from: Bound?
  /// Not included.
  public var to: Bound?

  public init(from: Bound? = nil, to: Bound? = nil) {
    self.from = from
    self.to = to
  }

  /// A border in time, or between local days as they are stored with the entries.
  public enum Bound: Hashable, Sendable {
    case instant(Instant)
    case day(LocalDay)

    var instant: Instant? { if case .instant(let instant) = self { instant } else { nil } }
    var day: LocalDay? { if case .day(let day) = self { day } else { nil } }
  }

  var firstDay: LocalDay? { from?.day }
  var endDay: LocalDay? { to?.day }

  /// The instants between which the entries lie, wide enough for every zone and day start: local
  /// days are no part of the index, times are.
  var earliest: Instant? {
    from?.instant ?? firstDay.map { Self.midnight($0).advanced(byMicroseconds: -Self.margin) }
  }
  var latest: Instant? {
    to?.instant ?? endDay.map { Self.midnight($0).advanced(byMicroseconds: Self.margin) }
  }

  private static let microsecondsPerDay: Int64 = 86_400_000_000
  /// Zones lie within 16 hours of UTC, a day starts at noon at the latest.
  private static let margin = 2 * microsecondsPerDay

  private static func midnight(_ day: LocalDay) -> Instant {
    Instant(unixMicroseconds: Int64(day.unixDays) * microsecondsPerDay)
  }
}

/// A part of a list.
public struct EntryPage: Sendable {
  public let entries: [WeightEntry]
  /// After which entry the next page begins; nil at the end.
  public let next: EntryPosition?
}
