internal import KirokuCore
internal import Postgres

extension HabitStore {
  /// What a rebuild found.
  public struct Rebuild: Sendable, Equatable {
    /// Habits that there are.
    public var habits = 0
    /// Those whose streaks and score were not what their days come to.
    public var changed = 0

    public init(habits: Int = 0, changed: Int = 0) {
      self.habits = habits
      self.changed = changed
    }
  }

  /// Computes the streaks and scores of all accounts' habits anew from their days.
  ///
  /// It finds nothing to change, unless a newer program counts otherwise than the one that stored them. Safe to end at any
  /// time, and to run beside the server: an account is locked for a few habits at once.
  public func rebuild() async throws(StoreError) -> Rebuild {
    var rebuild = Rebuild()
    var last: UUIDBytes?
    while true {
      let accounts = try await accounts(after: last)
      for account in accounts { try await rebuild.add(account, in: session) }
      guard accounts.count == Self.accountsAtOnce else { return rebuild }
      last = accounts.last
    }
  }

  private static let accountsAtOnce = 100

  /// The next accounts that have habits.
  private func accounts(after last: UUIDBytes?) async throws(StoreError) -> [UUIDBytes] {
    let statement: SQL = """
      select a.account_id from accounts a
      where (\(last == nil) or a.account_id > \(last))
        and exists (select from habits h where h.account_id = a.account_id)
      order by a.account_id limit \(Self.accountsAtOnce)
      """
    return try await session.transaction { connection throws(PostgresError) in
      try await connection.query(statement).map { row throws(PostgresError) in try row.id(0) }
    }
  }
}

extension HabitStore.Rebuild {
  fileprivate mutating func add(
    _ account: UUIDBytes, in session: StoreSession
  ) async throws(StoreError) {
    var last: UUIDBytes?
    repeat {
      let after = last
      let step = try await session.transaction {
        connection throws(PostgresError) -> (count: Int, changed: Int, last: UUIDBytes?) in
        _ = try await connection.query(
          "select rev from account_revisions where account_id = \(account) for update")
        let rows = try await connection.query(
          "select week_start from accounts where account_id = \(account)")
        // Nil where it was deleted meanwhile.
        guard let weekStart = try rows.first?.int(0) else { return (0, 0, nil) }
        return try await HabitProgressTable.rebuild(
          account, after: after, weekStart: weekStart, on: connection)
      }
      habits += step.count
      changed += step.changed
      last = step.last
    } while last != nil
  }
}
