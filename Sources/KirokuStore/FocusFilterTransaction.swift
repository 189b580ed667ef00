internal import KirokuCore
internal import Postgres

/// One change of a focus filter, under its account's lock.
struct FocusFilterTransaction {
  let account: LockedAccount
  let name: String
  /// Nil takes the filter away.
  let content: FocusFilter.Content?
  let act: Act
  let isKeyed: Bool

  private var clientID: UUIDBytes { act.clientID ?? account.caller.tokenID }

  func run(
    if condition: EntryCondition
  ) async throws(PostgresError) -> Result<FocusFilterResult, FocusFilterResult.Refusal> {
    let old = try await stored()
    if isKeyed, let known = try await KnownChange.find(act, in: account) {
      guard known.isSameRequest else { return .failure(.keyReused) }
      return .success(
        FocusFilterResult(outcome: .repeated, filter: old, serverTime: known.receivedAt))
    }
    guard condition.holds(forRev: old?.rev) else { return .failure(.conditionFailed(old)) }
    if content == nil && old == nil { return .failure(.notFound) }
    var new = old
    if content != old?.content {
      if old == nil, try await isFull() { return .failure(.tooMany) }
      try await account.raise()
      new = content.map {
        FocusFilter(
          clientID: clientID, name: name, content: $0, rev: account.rev, updatedAt: account.now)
      }
      if let new { try await store(new) } else { try await remove() }
    }
    if isKeyed { try await KnownChange.remember(act, in: account) }
    let outcome: FocusFilterResult.Outcome =
      new == old ? .unchanged : old == nil ? .created : .updated
    return .success(FocusFilterResult(outcome: outcome, filter: new, serverTime: account.now))
  }

  private func stored() async throws(PostgresError) -> FocusFilter? {
    let rows = try await account.connection.query(
      """
      select \(unsafeRaw: FocusFilter.columns) from focus_filters f
      where f.account_id = \(account.id) and f.client_id = \(clientID) and f.name = \(name)
      """)
    return try rows.first.flatMap { row throws(PostgresError) in try FocusFilter(row, from: 0) }
  }

  private func isFull() async throws(PostgresError) -> Bool {
    let rows = try await account.connection.query(
      "select count(*) >= \(FocusFilterStore.maxPerAccount) from focus_filters where account_id = \(account.id)"
    )
    return try rows[0].bool(0)
  }

  private func store(_ filter: FocusFilter) async throws(PostgresError) {
    _ = try await account.connection.query(
      """
      insert into focus_filters (rev, updated_at, account_id, client_id, name, hidden_habits,
        hidden_intents)
      values (\(filter.rev), \(filter.updatedAt), \(account.id), \(filter.clientID), \(filter.name),
        \(filter.content.hiddenHabits), \(filter.content.hiddenIntents))
      on conflict on constraint focus_filters_pkey do update set rev = excluded.rev,
        updated_at = excluded.updated_at, hidden_habits = excluded.hidden_habits,
        hidden_intents = excluded.hidden_intents
      """)
  }

  private func remove() async throws(PostgresError) {
    _ = try await account.connection.query(
      """
      delete from focus_filters
      where account_id = \(account.id) and client_id = \(clientID) and name = \(name)
      """)
  }
}

/// A change of what is no record: known by its key alone, it can't be undone.
struct KnownChange {
  let isSameRequest: Bool
  let receivedAt: Instant

  /// The change that was made under the same key; one of another kind is not the same request.
  static func find(_ act: Act, in account: LockedAccount) async throws(PostgresError)
    -> KnownChange?
  {
    let rows = try await account.connection.query(
      """
      select request_hash = substring(sha256(\(act.request)) for 16), received_at
      from account_changes where account_id = \(account.id) and op_id = \(act.operationID)
      """)
    if let row = rows.first {
      return KnownChange(isSameRequest: try row.bool(0), receivedAt: try row.instant(1))
    }
    guard try await account.isKnown(act.operationID) else { return nil }
    return KnownChange(isSameRequest: false, receivedAt: account.now)
  }

  static func remember(_ act: Act, in account: LockedAccount) async throws(PostgresError) {
    _ = try await account.connection.query(
      """
      insert into account_changes (account_id, op_id, request_hash, received_at)
      values (\(account.id), \(act.operationID), substring(sha256(\(act.request)) for 16),
        \(account.now))
      """)
    try await OtherKeys.note(in: account)
  }
}
