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
    try await session.authorized(
      SuggestedEntries(secret: secret, limit: limit).read, for: secret, .readEntries
    ) { _, row throws(PostgresError) in
      try WeightEntry.list(row, 2)
    }
  }

  /// The entry with an id; nil when there is none, or it is another account's.
  public func entry(
    _ id: UUIDBytes, for secret: TokenSecret
  ) async throws(StoreError) -> Access<WeightEntry?> {
    let statement: SQL = """
      select \(unsafeRaw: Caller.column), array(
        select \(unsafeRaw: WeightEntry.column)
        from weight_entries e
        where e.account_id = t.account_id and e.id = \(id) and e.deleted_at is null
      )
      from \(unsafeRaw: Caller.tables)
      where t.account_id = \(secret.accountID) and t.secret_sha256 = sha256(\(secret.random))
        and \(unsafeRaw: Caller.isValid)
      """
    switch try await entries(statement, for: secret) {
    case .unauthorized: return .unauthorized
    case .forbidden(let caller): return .forbidden(caller)
    case .granted(let caller, let entries): return .granted(caller, entries.first)
    }
  }

  /// Runs a statement whose one row is the caller and an array of entries; there is none without a valid token.
  func entries(
    _ statement: SQL, for secret: TokenSecret
  ) async throws(StoreError) -> Access<[WeightEntry]> {
    try await session.authorized(statement, for: secret, .readEntries) {
      rows throws(PostgresError) in
      guard let row = rows.first else { return [] }
      return try WeightEntry.list(row, 1)
    }
  }
}
