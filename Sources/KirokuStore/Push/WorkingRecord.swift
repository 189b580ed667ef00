internal import KirokuCore

/// A state of which some is answered: what a person sees of a record that there is.
protocol StoredState: RecordState {
  associatedtype Live: Hashable & Sendable
  /// Nil for a record that is gone, or never was.
  var live: Live? { get }
}

extension EntryState: StoredState {}
extension HabitState: StoredState {}
extension HabitDayState: StoredState {
  var live: HabitDayState? { self }
}

/// What is kept of a record in its table's row.
struct RecordRow<State: StoredState>: Sendable {
  let record: FoldedRecord<State>
  /// The account's revision at the record's last change; 0 for one that was never there.
  let rev: Int64
  let createdAt: Instant
  let updatedAt: Instant
  /// Since when it is gone.
  let deletedAt: Instant?
  /// The operation that made the row by creating the record.
  let createdBy: UUIDBytes?
}

/// A record while operations are applied to it. Pure: it is told what is stored.
struct WorkingRecord<State: StoredState> {
  /// What was stored before; nil where nothing was ever done to it.
  let row: RecordRow<State>?
  private(set) var current: FoldedRecord<State>
  /// Whether anything was done to it, here or before.
  private(set) var isKnown: Bool
  private(set) var createdBy: UUIDBytes?
  /// All that was done to it and is not settled, where that was needed.
  private(set) var history: RecordHistory<State>?

  init(row: RecordRow<State>?, history: RecordHistory<State>?) {
    self.row = row
    self.history = history
    current = row?.record ?? FoldedRecord(state: .absent, version: nil, lastKey: nil)
    isKnown = row != nil
    createdBy = row?.createdBy
  }

  /// What one operation does.
  struct Step {
    let before: State
    let after: State
    /// Whether nothing was done to the record later.
    let isNewest: Bool
    /// Whether an undo that came before it holds.
    let isCancelled: Bool
    /// Whether it lies at or below the base, and so changes nothing.
    let isSettled: Bool
  }

  /// What an operation would do; nil where the record's history is needed to tell, and was not given.
  ///
  /// - Parameter reversals: undos and redos that waited for it.
  mutating func apply(
    _ operation: Operation<State.Change>, named reversals: [Reversal]
  ) -> Step? {
    let before = current.state
    let isNewest = current.lastKey.map { operation.key > $0 } ?? true
    var (isCancelled, isSettled) = (false, false)
    if let next = current.applying(operation, isNamedByReversal: !reversals.isEmpty) {
      current = next
      history?.insert(operation)
    } else {
      guard let base = history.map(\.base) else { return nil }
      if let base, operation.key <= base.key {
        isSettled = true
      } else {
        history?.insert(operation)
        history?.reversals += reversals
        isCancelled = refold().contains(operation.id)
      }
    }
    isKnown = true
    return Step(
      before: before, after: current.state, isNewest: isNewest, isCancelled: isCancelled,
      isSettled: isSettled)
  }

  /// Notes which operation made the record.
  mutating func wasCreated(by operation: UUIDBytes) {
    if row == nil && createdBy == nil { createdBy = operation }
  }

  /// Takes an undo or a redo in.
  ///
  /// - Returns: whether its target was and is cancelled; nil where the history is needed.
  mutating func apply(_ reversal: Reversal) -> (was: Bool, is: Bool)? {
    guard let before = history?.cancelled else { return nil }
    history?.reversals.append(reversal)
    let after = refold()
    return (before.contains(reversal.target), after.contains(reversal.target))
  }

  /// - Returns: the operations that are cancelled.
  private mutating func refold() -> Set<UUIDBytes> {
    guard let history else { return [] }
    // What is settled no longer counts in the history, but the version has seen it.
    current = history.folded().raisingVersion(to: current.version)
    return history.cancelled
  }
}

extension RecordHistory {
  /// Keeps the operations in the order of their keys, which spares the fold its sorting.
  fileprivate mutating func insert(_ operation: Operation<State.Change>) {
    if let last = operations.last, last.key < operation.key { return operations.append(operation) }
    var (low, high) = (0, operations.count)
    while low < high {
      let middle = (low + high) / 2
      if operations[middle].key < operation.key { low = middle + 1 } else { high = middle }
    }
    operations.insert(operation, at: low)
  }
}
