/// What a record of one kind is after some of its operations: a value that changes are applied to, oldest key first.
///
/// Applying must depend on the state and the change alone. The order of keys is the order of truth; nothing here knows
/// when anything arrived.
public protocol RecordState: Hashable, Sendable {
  associatedtype Change: Hashable, Sendable

  /// The record before its first operation.
  static var absent: Self { get }
  mutating func apply(_ change: Change, actedAt: Instant)
}

/// One act on a record that changes it: a put, a patch, a delete, a set, an increment.
public struct Operation<Change: Hashable & Sendable>: Hashable, Sendable {
  public let key: OperationKey
  public let change: Change

  public init(key: OperationKey, change: Change) {
    self.key = key
    self.change = change
  }

  public var id: UUIDBytes { key.operationID }
}

/// An undo, or a redo, of one operation. Whichever names that operation with the greatest key holds.
public struct Reversal: Hashable, Sendable {
  public let key: OperationKey
  /// The operation that is cancelled, or is no more.
  public let target: UUIDBytes
  /// True for an undo, false for a redo.
  public let cancels: Bool

  public init(key: OperationKey, target: UUIDBytes, cancels: Bool) {
    self.key = key
    self.target = target
    self.cancels = cancels
  }
}

/// A record's operations, and the state that follows from them.
///
/// The one rule of the product: apply the operations in the order of their keys and leave the cancelled ones out. So
/// the state does not depend on the order of arrival, an act that comes late is as good as one that came in time, and
/// undoing one act leaves every other as it was.
///
/// Older operations may have been folded into a ``base``; operations at or below its key are no part of a history.
public struct RecordHistory<State: RecordState>: Sendable {
  /// What the operations before the horizon came to, and the key of the last of them.
  public struct Base: Hashable, Sendable {
    public let state: State
    public let key: OperationKey

    public init(state: State, key: OperationKey) {
      self.state = state
      self.key = key
    }
  }

  public var base: Base?
  public var operations: [Operation<State.Change>]
  public var reversals: [Reversal]

  public init(
    base: Base? = nil, operations: [Operation<State.Change>] = [], reversals: [Reversal] = []
  ) {
    self.base = base
    self.operations = operations
    self.reversals = reversals
  }

  /// The operations that are cancelled: the newest undo or redo that names them is an undo.
  public var cancelled: Set<UUIDBytes> {
    var newest: [UUIDBytes: Reversal] = [:]
    for reversal in reversals {
      if let known = newest[reversal.target], known.key > reversal.key { continue }
      newest[reversal.target] = reversal
    }
    return Set(newest.values.lazy.filter(\.cancels).map(\.target))
  }

  /// Folds the operations into the record's state.
  ///
  /// Linear in the number of operations, after sorting them.
  public func folded() -> FoldedRecord<State> {
    let cancelled = cancelled
    let ordered = operations.sorted { $0.key < $1.key }
    var state = base?.state ?? .absent
    for operation in ordered where !cancelled.contains(operation.id) {
      state.apply(operation.change, actedAt: operation.key.actedAt)
    }
    let keys = [base?.key, ordered.last?.key, reversals.map(\.key).max()].compactMap(\.self)
    return FoldedRecord(
      state: state, version: keys.map(\.effectiveAt).max(),
      lastKey: [base?.key, ordered.last?.key].compactMap(\.self).max())
  }

  /// Folds the longest prefix of operations, in the order of keys, that `isSettled` holds for into the base.
  ///
  /// Changes no state. An operation that is named by a reversal which is not settled stays, and so does all after it:
  /// the reversal may yet be reversed.
  ///
  /// - Returns: the ids of the operations and reversals that are no longer needed.
  public mutating func settle(where isSettled: (UUIDBytes) -> Bool) -> Set<UUIDBytes> {
    let cancelled = cancelled
    let open = Set(reversals.filter { !isSettled($0.key.operationID) }.map(\.target))
    let ordered = operations.sorted { $0.key < $1.key }
    let prefix = ordered.prefix { isSettled($0.id) && !open.contains($0.id) }
    guard let last = prefix.last else { return [] }
    var state = base?.state ?? .absent
    for operation in prefix where !cancelled.contains(operation.id) {
      state.apply(operation.change, actedAt: operation.key.actedAt)
    }
    base = Base(state: state, key: last.key)
    operations = Array(ordered.dropFirst(prefix.count))
    let settled = Set(prefix.map(\.id))
    let spent = reversals.filter { settled.contains($0.target) }
    reversals.removeAll { settled.contains($0.target) }
    return settled.union(spent.map(\.key.operationID))
  }
}

/// A record's state with what later operations are measured against.
public struct FoldedRecord<State: RecordState>: Hashable, Sendable {
  public let state: State
  /// The greatest effective time among all operations, undos and redos; nil for a record without any.
  public let version: Instant?
  /// The greatest key among the operations that change the record, cancelled ones included.
  public let lastKey: OperationKey?

  public init(state: State, version: Instant?, lastKey: OperationKey?) {
    self.state = state
    self.version = version
    self.lastKey = lastKey
  }

  /// The state after one more operation, when that follows without looking at the earlier ones: its key is the
  /// greatest, and no reversal names it. Nil otherwise: fold the history.
  public func applying(
    _ operation: Operation<State.Change>, isNamedByReversal: Bool
  ) -> FoldedRecord? {
    guard !isNamedByReversal else { return nil }
    if let lastKey, operation.key <= lastKey { return nil }
    var next = state
    next.apply(operation.change, actedAt: operation.key.actedAt)
    let version = max(version ?? operation.key.effectiveAt, operation.key.effectiveAt)
    return FoldedRecord(state: next, version: version, lastKey: operation.key)
  }

  /// The same with a version at least as great: for what the operations at hand no longer tell.
  public func raisingVersion(to other: Instant?) -> FoldedRecord {
    FoldedRecord(
      state: state, version: [version, other].compactMap(\.self).max(), lastKey: lastKey)
  }
}
