internal import KirokuCore

// Undo and redo: they cancel, or un-cancel, one operation.

extension PushDecision {
  /// An operation that an undo or a redo names.
  struct Named {
    let key: OperationKey
    let kind: OperationKind
    let record: RecordReference?
    let isSettled: Bool
    let weight: Weight?

    /// What is told of it; nil for what can't be undone.
    var target: ReversalResult.Target? {
      guard let record, kind.isUndoable else { return nil }
      return ReversalResult.Target(
        operationID: key.operationID, kind: kind, actedAt: key.actedAt, record: record,
        weight: weight)
    }
  }

  /// The operation with an id, stored before or here; nil while it has to be read, nil within where there is none.
  mutating func named(_ id: UUIDBytes) -> Named?? {
    if let place = places[id] { return .some(Named(kept[place], operations)) }
    guard let stored = known[id] else { return nil }
    return .some(stored.map(Named.init))
  }

  mutating func decideReversal(
    _ index: Int, of target: ReversalRequest.Target, cancels: Bool
  ) -> PushDraft? {
    let found: Named?
    switch target {
    case .operation(let id):
      // An undo that names itself would wait for itself.
      guard id != operations[index].act.operationID else { return rejected(.notUndoable) }
      guard let known = named(id) else { return nil }
      guard let known else {
        guard !context.otherKeys.contains(id) else { return rejected(.notUndoable) }
        return wait(index, for: id, cancels: cancels)
      }
      found = known
    case .newestOfIntent, .newestOfClient:
      guard let stored = newest[index] else { return nil }
      found = stored.map(Named.init)
    case .batch: found = nil  // Only imports make batches.
    }
    guard let found else { return rejected(.nothingFound) }
    guard let target = found.target else { return rejected(.notUndoable) }
    if context.scope == .widget, !target.record.isDay { return rejected(.scopeTooSmall) }
    if found.isSettled { return rejected(.settled, of: target.record) }
    noteChange(at: found.key.effectiveAt)
    var draft: PushDraft? =
      switch target.record {
      case .entry(let id): reverse(index, target, id, in: \.entries, cancels)
      case .habit(let id): reverse(index, target, id, in: \.habits, cancels)
      case .day(let habit, let day):
        reverse(index, target, DayID(habit: habit, day: day), in: \.days, cancels)
      }
    draft?.target = target
    return draft
  }

  private mutating func reverse<ID, State>(
    _ index: Int, _ target: ReversalResult.Target, _ id: ID,
    in records: WritableKeyPath<PushDecision, RecordSet<ID, State>>, _ cancels: Bool
  ) -> PushDraft? {
    look(at: target.record)
    let waiting = reversals(waitingFor: operations[index].act.operationID)
    let known = cancels ? donations.ofActs[target.operationID] : []
    guard let record = self[keyPath: records][id], record.history != nil, let waiting,
      let donated = known
    else {
      _ = self[keyPath: records].histories[id]
      return nil
    }
    let key = key(index, version: record.current.version)
    guard target.kind.canBeUndone(at: key.actedAt, actedAt: target.actedAt) else {
      return rejected(.windowPassed, of: target.record)
    }
    let reversal = Reversal(key: key, target: target.operationID, cancels: cancels)
    guard let effect = self[keyPath: records].apply(reversal, to: id) else { return nil }
    if effect.is != effect.was {
      mark(target.operationID, isCancelled: effect.is)
      if effect.is { donationChanges.withdraw(donated, of: target.operationID) }
    }
    adopt(waiting, for: key, cancels ? .undo : .redo, on: target.record)
    let outcome: PushResult.First =
      if effect.is != cancels {
        .superseded
      } else if cancels {
        effect.was ? .alreadyUndone : .undone
      } else {
        effect.was ? .redone : .alreadyRedone
      }
    return keep(
      KeptOperation(
        key: key, act: operations[index].act, kind: cancels ? .undo : .redo, outcome: outcome,
        reference: target.record, targetID: target.operationID))
  }

  private mutating func mark(_ operation: UUIDBytes, isCancelled: Bool) {
    if let place = places[operation] {
      kept[place].isCancelled = isCancelled
    } else {
      cancelled[operation] = isCancelled
    }
  }

  // MARK: - Those that wait

  /// Keeps an undo or a redo of what has not arrived: when it does, it is cancelled at once.
  private mutating func wait(_ index: Int, for target: UUIDBytes, cancels: Bool) -> PushDraft? {
    guard let others = reversals(waitingFor: target),
      let waiting = reversals(waitingFor: operations[index].act.operationID)
    else { return nil }
    let key = key(index, version: others.map(\.reversal.key.effectiveAt).max())
    let kind: OperationKind = cancels ? .undo : .redo
    adopt(waiting, for: key, kind, on: nil)
    return keep(
      KeptOperation(
        key: key, act: operations[index].act, kind: kind, outcome: .pending, targetID: target,
        isOfDaysOnly: context.scope == .widget))
  }

  /// The undos and redos that were kept before the operation with an id; nil while they have to be read.
  mutating func reversals(waitingFor id: UUIDBytes) -> [WaitingReversal]? {
    let here = kept.lazy.filter { $0.isWaiting && $0.targetID == id }.map {
      WaitingReversal(
        reversal: Reversal(key: $0.key, target: id, cancels: $0.kind == .undo),
        isOfDaysOnly: $0.isOfDaysOnly)
    }
    // Nearly always nobody waits, and nothing has to be read.
    if context.pendingReversals == 0 { return Array(here) }
    guard let stored = waiting[id] else { return nil }
    return stored + here
  }

  /// Takes those that waited into the record's history, but for those that count for nothing.
  ///
  /// - Parameter record: nil where what they waited for waits itself.
  mutating func adopt(
    _ waiting: [WaitingReversal], for key: OperationKey, _ kind: OperationKind,
    on record: RecordReference?
  ) {
    for one in waiting {
      let id = one.reversal.key.operationID
      var counts = false
      if kind.isUndoable, let record { counts = one.counts(for: key, kind, on: record) }
      if let place = places[id] {
        kept[place].reference = counts ? record : nil
        kept[place].isSettled = !counts
      } else {
        adopted[id] = .some(counts ? record : nil)
      }
    }
  }
}

extension KeptOperation {
  /// Whether it is an undo or a redo of what has not arrived.
  var isWaiting: Bool { outcome == .pending && reference == nil && !isSettled }
}

extension RecordReference {
  var isDay: Bool {
    if case .day = self { true } else { false }
  }
}

extension PushDecision.Named {
  init(_ stored: StoredOperation) {
    key = stored.key
    kind = stored.kind
    record = stored.record
    isSettled = stored.isSettled
    weight = stored.weight
  }

  init(_ kept: KeptOperation, _ operations: [PushedOperation]) {
    key = kept.key
    kind = kept.kind
    record = kept.reference
    isSettled = kept.isSettled
    let change = operations.first { $0.act.operationID == kept.key.operationID }?.change
    weight =
      switch change {
      case .putEntry(let put): put.draft.weight
      case .patchEntry(_, let patch, _): patch.weight
      default: nil
      }
  }
}
