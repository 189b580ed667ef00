internal import KirokuCore
internal import Postgres
internal import Synchronization

/// Remembers when tokens were used, to the minute, without a write in the way of a request.
///
/// A token's first use is recorded before it is answered, since from then on its secret is not
/// issued again. Later ones are collected, and written together while the requests go on.
final class TokenUses: Sendable {
  private struct Use: Hashable {
    var account: UUIDBytes
    var token: UUIDBytes
  }

  private struct State {
    var pending: Set<Use> = []
    var isWriting = false
  }

  /// How a token's earlier use stands, as the statement that checked it saw.
  enum Freshness {
    case unused, stale, fresh
  }

  private let database: Database
  private let state = Mutex(State())

  init(database: Database) {
    self.database = database
  }

  /// Notes that a token is used now.
  ///
  /// - Returns: false when its first use could not be recorded, since it was revoked meanwhile.
  func note(
    account: UUIDBytes, token: UUIDBytes, _ freshness: Freshness
  ) async throws(StoreError) -> Bool {
    switch freshness {
    case .fresh: return true
    case .unused: return try await recordFirst(Use(account: account, token: token))
    case .stale:
      let mustStart = state.withLock { state in
        state.pending.insert(Use(account: account, token: token))
        defer { state.isWriting = true }
        return !state.isWriting
      }
      if mustStart { Task { await self.writePending() } }
      return true
    }
  }

  private func recordFirst(_ use: Use) async throws(StoreError) -> Bool {
    do throws(PostgresError) {
      return try await database.withConnection { connection throws(PostgresError) in
        let rows = try await connection.query(
          """
          update tokens set last_used_at = date_trunc('minute', statement_timestamp())
          where account_id = \(use.account) and id = \(use.token) and revoked_at is null
          returning id
          """)
        return !rows.isEmpty
      }
    } catch {
      throw StoreError(error)
    }
  }

  /// Writes until nothing is left. What fails is noted again by the token's next use.
  private func writePending() async {
    while true {
      let uses = state.withLock { state in
        defer { state.pending = [] }
        if state.pending.isEmpty { state.isWriting = false }
        return state.pending
      }
      guard !uses.isEmpty else { return }
      // In one order on every replica, so that two of them cannot wait for each other.
      let sorted = uses.sorted { ($0.account, $0.token) < ($1.account, $1.token) }
      let accounts = sorted.map(\.account)
      let tokens = sorted.map(\.token)
      _ = try? await database.withConnection { connection throws(PostgresError) in
        try await connection.query(
          """
          update tokens t set last_used_at = date_trunc('minute', statement_timestamp())
          from unnest(\(accounts), \(tokens)) as used (account_id, id)
          where t.account_id = used.account_id and t.id = used.id
            and t.last_used_at <= statement_timestamp() - interval '1 minute'
          """)
      }
    }
  }
}
