public import KirokuCore
public import Postgres

/// The statements of the two requests that are measured, exactly as they are run, for a load generator that
/// measures PostgreSQL alone.
public enum BenchmarkStatements {
  /// `GET /v1/entries/suggested`.
  public static func suggested(_ secret: TokenSecret) -> [SQL] {
    [WeightEntryStore.suggestedStatement(secret, limit: 7)]
  }

  /// `POST /v1/entries`: one transaction.
  public static func put(_ put: EntryPut, _ act: Act, _ secret: TokenSecret) -> [SQL] {
    let lock = AccountLock(secret, .writeEntries, operationID: act.operationID)
    return [
      lock.statementSkippingLocked, PutStatements.create(put, act, secret, now: nil),
    ]
  }
}
