public import KirokuCore
internal import Postgres

extension AccountStore {
  /// Every table with rows of an account, the one with its lock last. A test holds this list to the
  /// database's catalog.
  static let tables: [StaticString] = [
    "weight_entries", "weight_entry_bases", "habits", "habit_bases", "habit_days",
    "habit_day_bases", "habit_progress", "focus_filters", "operations", "donations", "events",
    "account_changes", "pairings", "recovery_codes", "dashboard_sessions", "tokens", "accounts",
    // After the account: see `RollUp.count`.
    "event_days", "measured_accounts", "account_revisions",
  ]

  /// Removes every row of the caller's account. Nothing brings it back.
  public func delete(for secret: TokenSecret) async throws(StoreError) -> Access<Void> {
    try await session.withLockedAccount(for: secret, .manageAccount) {
      account throws(PostgresError) in
      account.endsCallersToken = true
      account.endsTokens = true
      _ = try await account.connection.pipeline(
        Self.tables.map { table in
          table.description == "event_days"
            ? EventDayTotals.remove(account.id)
            : "delete from \(unsafeRaw: table) where account_id = \(account.id)"
        })
    }
  }
}
