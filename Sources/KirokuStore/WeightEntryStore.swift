public import KirokuCore
internal import Postgres

/// Reads of `weight_entries`; lists and the trend's readings are in files of their own, as writes are.
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
    select \(unsafeRaw: Caller.column), e.entry
    from \(unsafeRaw: Caller.tables)
    left join lateral (
      select \(unsafeRaw: WeightEntry.column) as entry
      from weight_entries e
      where e.account_id = t.account_id and e.deleted_at is null
      order by e.recorded_at desc, e.id desc limit \(limit)
    ) e on true
    where t.account_id = \(secret.accountID) and t.secret_sha256 = sha256(\(secret.random))
      and \(unsafeRaw: Caller.isValid)
    """
  }

  /// The entry with an id; nil when there is none, or it is another account's.
  public func entry(
    _ id: UUIDBytes, for secret: TokenSecret
  ) async throws(StoreError) -> Access<WeightEntry?> {
    let statement: SQL = """
      select \(unsafeRaw: Caller.column),
        case when e.id is not null then \(unsafeRaw: WeightEntry.column) end
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
  func entries(
    _ statement: SQL, for secret: TokenSecret
  ) async throws(StoreError) -> Access<[WeightEntry]> {
    try await session.authorized(statement, for: secret, .readEntries) {
      rows throws(PostgresError) in
      guard let first = rows.first, !first.isNull(1) else { return [] }
      return try rows.map { row throws(PostgresError) in
        try WeightEntry(row, 1)
      }
    }
  }
}
