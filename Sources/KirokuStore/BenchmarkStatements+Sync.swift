public import KirokuCore
public import Postgres

extension BenchmarkStatements {
  /// `POST /v1/sync` with entries that are new, and the answer's changes: its round trips, each as its statements.
  ///
  /// - Parameters:
  ///   - puts: each with its act.
  ///   - now: when they are said to arrive.
  public static func push(
    _ puts: [(put: EntryPut, act: Act)], _ secret: TokenSecret, now: Instant
  ) -> [[SQL]] {
    let context = PushContext(
      accountID: secret.accountID, settings: AccountSettings(), tokenID: secret.accountID,
      scope: .app, now: now, pendingReversals: 0, otherKeys: [])
    let operations = puts.map { PushedOperation(.putEntry($0.put), $0.act) }
    var decision = PushDecision(operations, actedAt: operations.map { _ in nil }, context)
    _ = decision.decide()
    let reads = PushReads(decision).statements
    // Nothing is found of what is new.
    decision.known.add([], otherwise: nil)
    decision.entries.rows.add([], otherwise: nil)
    _ = decision.decide()
    let writes = PushWrites(decision, after: 0)
    return [
      [
        "begin", AccountLock(secret, .sync).waitingStatement,
        StoreSession.accountStatement(secret, in: nil, now: nil),
      ],
      ["savepoint push"],
      reads,
      [
        RevisionTable.raise(writes, of: secret.accountID),
        OperationTable.insert(decision.kept, context),
        EntryTable.write(writes.entries, of: secret.accountID),
      ],
      ["release savepoint push"],
      ["commit"],
      pull(secret, limit: puts.count),
    ]
  }

  /// `GET /v1/changes`: a page of so many changes.
  public static func pull(_ secret: TokenSecret, limit: Int) -> [SQL] {
    [ChangeStore.statement(secret, after: nil, limit: limit, now: nil)]
  }
}
