public import KirokuCore
internal import Postgres

/// The measures over all accounts, for those who may see them.
public struct MeasureStore: Sendable {
  let session: StoreSession

  /// Checks a token of analytics. No token of an account is one.
  ///
  /// - Returns: what reads the measures; there is no other way to get it.
  public func authenticate(
    _ secret: TokenSecret
  ) async throws(StoreError) -> Measures? {
    let isKnown = try await session.read(
      """
      select last_used_at is null or last_used_at <= statement_timestamp() - interval '1 minute'
      from analytics_tokens
      where secret_sha256 = sha256(\(secret.random)) and revoked_at is null
        and \(secret.accountID) = \(UUIDBytes.none)
      """
    ) { rows throws(PostgresError) in
      try rows.first.map { row throws(PostgresError) in try row.bool(0) }
    }
    guard let isStale = isKnown else { return nil }
    if isStale {
      try await session.transaction { connection throws(PostgresError) in
        _ = try await connection.query(
          """
          update analytics_tokens set last_used_at = statement_timestamp()
          where secret_sha256 = sha256(\(secret.random))
          """)
      }
    }
    return Measures(session: session)
  }

  /// Counts what was done since the last time, without haste: after each small part it pauses nine times as long, so
  /// that it takes a tenth of a connection at most.
  ///
  /// - Parameter pause: waits so long; false ends the work.
  public func rollUpGently(
    pause: (Duration) async -> Bool
  ) async throws(StoreError) {
    _ = try await RollUp(session: session).run(within: .seconds(3_600)) { taken in
      await pause(taken * 9)
    }
  }
}

/// Reads the measures. Made only where a token of analytics was found valid.
public struct Measures: Sendable {
  let session: StoreSession

  /// A measure waits so long for what was done meanwhile to be counted.
  private static let rollUpLimit: Duration = .seconds(2)

  /// Counts what was done since the last time.
  ///
  /// - Returns: how many accounts were written to and are not counted yet; usually 0.
  public func catchUp() async throws(StoreError) -> Int {
    try await RollUp(session: session).run(within: Self.rollUpLimit)
  }

  func read<Value>(
    _ statement: SQL, _ decode: (Rows) throws(PostgresError) -> Value
  ) async throws(StoreError) -> Value {
    try await session.transaction { connection throws(PostgresError) in
      // Compiling the statement would take longer than running it; a plan for any range would not be shared among
      // processes, since it would expect few rows.
      let rows = try await connection.pipeline([
        "set local jit = off", "set local plan_cache_mode = force_custom_plan", statement,
      ])
      return try decode(rows[2])
    }
  }
}
