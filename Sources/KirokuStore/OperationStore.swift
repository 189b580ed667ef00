public import KirokuCore
internal import Postgres

/// `operations` as acts of their own: undo, redo, and the history.
public struct OperationStore: Sendable {
  let session: StoreSession

  /// Cancels an operation, or un-cancels it; nothing else is touched.
  ///
  /// It is kept as an operation itself, also when it changes nothing or when what it names has not
  /// arrived, since the newest act on an operation has to hold in every order of arrival.
  public func reverse(
    _ reversal: ReversalRequest, _ act: Act, for secret: TokenSecret
  ) async throws(StoreError) -> Access<Result<ReversalResult, ReversalResult.Refusal>> {
    try await session.withLockedAccount(act.operationID, for: secret, .undo) {
      account throws(PostgresError) in
      try await ReversalTransaction(account: account, request: reversal, act: act).run()
    }
  }
}

/// An undo or a redo as it is asked for.
public struct ReversalRequest: Sendable {
  /// What is undone or redone.
  public enum Target: Sendable, Equatable {
    case operation(UUIDBytes)
    /// What was done together.
    case batch(UUIDBytes)
    /// The newest act of an intent, by whichever client of the account.
    case newestOfIntent(String)
    /// The newest act of the client that asks.
    case newestOfClient
  }

  public var target: Target
  /// True for an undo, false for a redo.
  public var cancels: Bool

  public init(_ target: Target, cancels: Bool) {
    self.target = target
    self.cancels = cancels
  }

  var kind: OperationKind { cancels ? .undo : .redo }
}

/// What an undo or a redo did.
public struct ReversalResult: Sendable {
  public enum Outcome: String, Sendable {
    case undone, alreadyUndone, redone, alreadyRedone
    /// A later undo or redo of the same operation was stored before, and holds.
    case superseded
    /// What it names has not arrived.
    case pending
  }

  public enum Refusal: Error, Sendable, Equatable {
    /// The operation's id was used before, for something else.
    case operationReused
    /// No operation is of the kind that was asked for.
    case nothingFound
    /// What is named is an undo or a redo itself.
    case notUndoable
    /// The act was too long ago.
    case windowPassed
    /// What is named is part of its record's base.
    case settled
  }

  /// The operation that was named.
  public struct Target: Sendable {
    public let operationID: UUIDBytes
    public let kind: OperationKind
    public let actedAt: Instant
    /// The record that it is on.
    public let record: RecordReference
    /// The weight that it wrote, where that is known.
    public let weight: Weight?
  }

  public let outcome: Outcome
  /// Whether the undo or redo was known: this is what it did when it first arrived.
  public let isRepeated: Bool
  /// Nil while it has not arrived.
  public let target: Target?
  /// The entry as it is now; nil when it is gone, or not known.
  public let entry: WeightEntry?
  /// The act's time after times in the future were shifted to now.
  public let actedAt: Instant
  /// When the undo or redo arrived, by the database's clock.
  public let serverTime: Instant
}

/// One undo or redo, under its account's lock.
private struct ReversalTransaction {
  let account: LockedAccount
  let request: ReversalRequest
  let act: Act

  typealias Outcome = Result<ReversalResult, ReversalResult.Refusal>

  func run() async throws(PostgresError) -> Outcome {
    if let known = try await StoredOperation.find(
      act.operationID, comparing: act.request, in: account)
    {
      return try await repetition(of: known)
    }
    guard let target = try await target() else {
      guard case .operation(let id) = request.target else { return .failure(.nothingFound) }
      // An undo that names itself would wait for itself.
      guard id != act.operationID else { return .failure(.notUndoable) }
      return .success(try await wait(for: id))
    }
    guard let record = target.recordID, target.kind.isUndoable else {
      return .failure(.notUndoable)
    }
    if target.isSettled { return .failure(.settled) }
    let row = try await EntryRow.find(record, in: account)
    let key = account.key(of: act, version: row?.record.version)
    guard target.kind.canBeUndone(at: key.actedAt, actedAt: target.key.actedAt) else {
      return .failure(.windowPassed)
    }
    return .success(try await apply(key, to: target, of: record, row))
  }

  private func target() async throws(PostgresError) -> StoredOperation? {
    switch request.target {
    case .operation(let id): try await StoredOperation.find(id, comparing: [], in: account)
    case .newestOfIntent(let intent):
      try await StoredOperation.newest(intent: intent, client: nil, in: account)
    case .newestOfClient:
      try await StoredOperation.newest(
        intent: nil, client: act.clientID ?? account.caller.tokenID, in: account)
    case .batch: nil  // Only imports make batches.
    }
  }

  private func repetition(of known: StoredOperation) async throws(PostgresError) -> Outcome {
    guard known.isSameRequest, let outcome = ReversalResult.Outcome(rawValue: known.outcome),
      let targetID = known.targetID
    else { return .failure(.operationReused) }
    // What was waited for may have turned out to be an undo, of which there is nothing to say.
    let found = try await StoredOperation.find(targetID, comparing: [], in: account)
    let target = found.flatMap { $0.kind.isUndoable ? $0 : nil }
    var entry: WeightEntry?
    if let record = target?.recordID {
      entry = try await EntryRow.find(record, in: account)?.entry
    }
    return .success(
      result(
        outcome, known.key, target, entry, isRepeated: true, serverTime: known.receivedAt))
  }

  /// Keeps an undo or a redo of what has not arrived: when it does, it is cancelled at once.
  private func wait(for target: UUIDBytes) async throws(PostgresError) -> ReversalResult {
    let rows = try await account.connection.query(
      """
      select max(key_at) from operations
      where account_id = \(account.id) and target_op_id = \(target)
      """)
    let newest = try rows[0].instantOrNil(0)
    let key = account.key(of: act, version: nil, after: newest)
    try await account.insert(
      LockedAccount.NewOperation(
        key: key, kind: request.kind, outcome: ReversalResult.Outcome.pending.rawValue,
        targetID: target), act)
    _ = try await account.connection.query(
      """
      update account_revisions set pending_reversals = pending_reversals + 1
      where account_id = \(account.id)
      """)
    return result(.pending, key, nil, nil)
  }

  private func apply(
    _ key: OperationKey, to target: StoredOperation, of record: UUIDBytes, _ row: EntryRow?
  ) async throws(PostgresError) -> ReversalResult {
    var history = try await EntryHistory.load(record, row, in: account)
    let id = target.key.operationID
    let wasCancelled = history.cancelled.contains(id)
    history.reversals.append(Reversal(key: key, target: id, cancels: request.cancels))
    let isCancelled = history.cancelled.contains(id)
    let stored = try await EntryRow.store(
      history.folded().raisingVersion(to: row?.record.version), of: record, instead: row,
      createdBy: nil, in: account)
    if isCancelled != wasCancelled {
      _ = try await account.connection.query(
        """
        update operations set cancelled = \(isCancelled)
        where account_id = \(account.id) and op_id = \(id)
        """)
    }
    let outcome: ReversalResult.Outcome =
      if isCancelled != request.cancels {
        .superseded
      } else if request.cancels {
        wasCancelled ? .alreadyUndone : .undone
      } else {
        wasCancelled ? .redone : .alreadyRedone
      }
    try await account.insert(
      LockedAccount.NewOperation(
        key: key, kind: request.kind, outcome: outcome.rawValue, recordID: record, targetID: id),
      act)
    return result(outcome, key, target, stored.entry)
  }

  private func result(
    _ outcome: ReversalResult.Outcome, _ key: OperationKey, _ target: StoredOperation?,
    _ entry: WeightEntry?, isRepeated: Bool = false, serverTime: Instant? = nil
  ) -> ReversalResult {
    ReversalResult(
      outcome: outcome, isRepeated: isRepeated,
      target: target.flatMap { target in
        target.recordID.map {
          ReversalResult.Target(
            operationID: target.key.operationID, kind: target.kind, actedAt: target.key.actedAt,
            record: .entry($0), weight: target.weight)
        }
      },
      entry: entry, actedAt: key.actedAt, serverTime: serverTime ?? account.now)
  }
}
