/// What an operation does, by the name under which it is stored and answered.
public enum OperationKind: String, Sendable, CaseIterable {
  /// On an entry or a habit.
  case put, patch, delete
  /// On a habit's day.
  case set, increment
  /// On an operation.
  case undo, redo
  /// Of an operation, to a device's system: see `DonationRule`.
  case donate

  /// Whether an undo or a redo may name it.
  public var isUndoable: Bool { self != .undo && self != .redo && self != .donate }

  /// How long after it a person can take it back, and bring it back again; in microseconds.
  ///
  /// 24 hours, and 30 days for a delete. Measured between the times at which the person acted, so
  /// that it is the same however late either arrives.
  public var undoWindow: Int64 { (self == .delete ? 30 : 1) * Instant.microsecondsPerDay }

  /// Whether an undo or a redo at `time` is early enough for an operation of this kind.
  public func canBeUndone(at time: Instant, actedAt: Instant) -> Bool {
    time <= actedAt.advanced(byMicroseconds: undoWindow)
  }
}
