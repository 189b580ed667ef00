public import KirokuCore
internal import Postgres

extension WeightEntryStore {
  /// Does what the batched put cannot: an act that is late, named by an undo, conditional, or no put.
  ///
  /// In one transaction of its own: the account is locked, what is needed is read, `KirokuCore`
  /// decides, and the operation with the record it leads to is written.
  public func change(
    _ change: EntryChange, _ act: Act, if condition: EntryCondition = EntryCondition(),
    for secret: TokenSecret
  ) async throws(StoreError) -> Access<Result<EntryResult, EntryResult.Refusal>> {
    try await session.withLockedAccount(act.operationID, for: secret, .writeEntries) {
      account throws(PostgresError) in
      try await EntryTransaction(account: account, change: change, act: act).run(if: condition)
    }
  }
}

/// One act on an entry, under its account's lock.
private struct EntryTransaction {
  let account: LockedAccount
  let change: EntryChange
  let act: Act

  private static let microsecondsPerDay: Int64 = 86_400_000_000

  func run(
    if condition: EntryCondition
  ) async throws(PostgresError) -> Result<EntryResult, EntryResult.Refusal> {
    if let known = try await StoredOperation.find(
      act.operationID, comparing: act.request, in: account)
    {
      return try await repetition(of: known)
    }
    let row = try await EntryRow.find(change.entryID, in: account)
    if condition.isKnown && row == nil { return .failure(.notFound) }
    guard condition.holds(for: row?.entry) else {
      return .failure(.conditionFailed(row?.entry))
    }
    let key = account.key(of: act, version: row?.record.version)
    let latest = account.now.advanced(byMicroseconds: Self.microsecondsPerDay)
    if let recordedAt = change.recordedAt ?? (change.kind == .put ? key.actedAt : nil),
      recordedAt > latest
    {
      return .failure(.recordedInFuture)
    }
    return .success(try await apply(key, to: row))
  }

  /// What a known operation did; where it was another's request, nothing.
  ///
  /// Its record is the one that it was stored with: a put without an id is given a new one each time it is sent.
  private func repetition(
    of known: StoredOperation
  ) async throws(PostgresError) -> Result<EntryResult, EntryResult.Refusal> {
    guard known.isSameRequest, let first = EntryResult.First(rawValue: known.outcome) else {
      return .failure(.operationReused)
    }
    var row: EntryRow?
    if let id = known.recordID { row = try await EntryRow.find(id, in: account) }
    return .success(
      EntryResult(
        outcome: .repeated(first), entry: row?.entry, weight: row?.weight,
        actedAt: known.key.actedAt, serverTime: known.receivedAt))
  }

  private func apply(
    _ key: OperationKey, to row: EntryRow?
  ) async throws(PostgresError) -> EntryResult {
    let id = change.entryID
    let operation = Operation(key: key, change: stateChange)
    let isNamed = try await account.adoptReversals(of: key, change.kind, record: id)
    var (record, isCancelled, isSettled) = (row?.record, false, false)
    let before = row?.record ?? FoldedRecord(state: .absent, version: nil, lastKey: nil)
    if let next = before.applying(operation, isNamedByReversal: isNamed) {
      record = next
    } else {
      var history = try await EntryHistory.load(id, row, in: account)
      if let base = history.base, key <= base.key {
        isSettled = true
      } else {
        history.operations.append(operation)
        isCancelled = history.cancelled.contains(key.operationID)
        // A settled undo no longer counts there, but the version has seen it.
        record = history.folded().raisingVersion(to: row?.record.version)
      }
    }
    let first = isSettled ? .superseded : outcome(from: row, to: record, key)
    var stored = row
    if let record, !isSettled {
      stored = try await EntryRow.store(
        record, of: id, instead: row, createdBy: first == .created ? key.operationID : nil,
        in: account)
    }
    try await account.insert(
      LockedAccount.NewOperation(
        key: key, kind: change.kind, outcome: first.rawValue, recordID: id,
        fields: isSettled ? "{}" : change.fields, isCancelled: isCancelled, isSettled: isSettled),
      act)
    return EntryResult(
      outcome: EntryResult.Outcome(first), entry: stored?.entry, weight: stored?.weight,
      actedAt: key.actedAt, serverTime: account.now)
  }

  private func outcome(
    from row: EntryRow?, to record: FoldedRecord<EntryState>?, _ key: OperationKey
  ) -> EntryResult.First {
    let (old, new) = (row?.record.state.live, record?.state.live)
    if row == nil { return change.kind == .put && new != nil ? .created : .superseded }
    let isNewest = row?.record.lastKey.map { key > $0 } ?? true
    switch change {
    case .put: return old != new || (isNewest && new != nil) ? .updated : .superseded
    case .patch:
      if old != new { return .updated }
      return isNewest && new != nil ? .unchanged : .superseded
    case .delete:
      if old != new { return .updated }
      return new == nil ? .unchanged : .superseded
    }
  }

  /// The act as the fold takes it: zone and day start as they are resolved now.
  private var stateChange: EntryState.Change {
    switch change {
    case .put(let put):
      let settings = account.caller.account.settings
      return .put(
        EntryFields(
          weight: put.draft.weight, recordedAt: put.draft.recordedAt,
          timePrecision: put.timePrecision, note: put.draft.note,
          bodyFatThousandths: put.draft.bodyFatThousandths,
          timeZone: act.timeZone ?? settings.timeZone, dayStartMinutes: settings.dayStartMinutes,
          source: act.source))
    case .patch(_, let patch, _): return .patch(patch)
    case .delete: return .delete
    }
  }
}
