internal import KirokuCore

/// Facts of one kind as far as they were read. What was asked for and not known yet, it notes.
struct Facts<Key: Hashable & Sendable, Value> {
  private var known: [Key: Value] = [:]
  private(set) var missing: Set<Key> = []

  /// Nil while it has to be read first.
  subscript(key: Key) -> Value? {
    mutating get {
      if let value = known[key] { return value }
      missing.insert(key)
      return nil
    }
  }

  /// Takes what was read of the missing ones.
  ///
  /// - Parameter otherwise: what stands for one that was not found.
  mutating func add(_ found: [(Key, Value)], otherwise: Value) {
    for key in missing { known.updateValue(otherwise, forKey: key) }
    for (key, value) in found { known.updateValue(value, forKey: key) }
    missing = []
  }
}

/// The records of one kind that a push touches: what was read of them, and what they become.
struct RecordSet<ID: Hashable & Sendable, State: StoredState> {
  /// Nil within for what there is not.
  var rows = Facts<ID, RecordRow<State>?>()
  var histories = Facts<ID, RecordHistory<State>>()
  private var working: [ID: WorkingRecord<State>] = [:]

  var isComplete: Bool { rows.missing.isEmpty && histories.missing.isEmpty }

  /// Forgets all decisions, and keeps what was read.
  mutating func reset() { working = [:] }

  /// The record as it is by now; nil while it has to be read first.
  subscript(id: ID) -> WorkingRecord<State>? {
    mutating get {
      if let record = working[id] { return record }
      guard let row = rows[id] else { return nil }
      let record = WorkingRecord(row: row, history: histories.ifKnown(id))
      working[id] = record
      return record
    }
  }

  /// Applies an operation to a record whose row is known.
  ///
  /// - Returns: nil while more has to be read.
  mutating func apply(
    _ operation: Operation<State.Change>, to id: ID, named reversals: [Reversal]
  ) -> WorkingRecord<State>.Step? {
    guard var record = self[id] else { return nil }
    guard let step = record.apply(operation, named: reversals) else {
      _ = histories[id]
      return nil
    }
    working[id] = record
    return step
  }

  /// Applies an undo or a redo.
  ///
  /// - Returns: nil while more has to be read.
  mutating func apply(_ reversal: Reversal, to id: ID) -> (was: Bool, is: Bool)? {
    guard var record = self[id] else { return nil }
    guard let effect = record.apply(reversal) else {
      _ = histories[id]
      return nil
    }
    working[id] = record
    return effect
  }

  mutating func created(_ id: ID, by operation: UUIDBytes) {
    working[id]?.wasCreated(by: operation)
  }

  /// The records that were asked for, changed or not.
  var all: [ID: WorkingRecord<State>] { working }
}

extension Facts {
  /// The value, without noting that it is missing.
  func ifKnown(_ key: Key) -> Value? { known[key] }
}
