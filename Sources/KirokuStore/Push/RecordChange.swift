public import KirokuCore

/// What one operation does, in types: a change of a record, or of whether another operation counts.
public enum RecordChange: Sendable {
  case putEntry(EntryPut)
  /// `fields` is the patch as JSON.
  case patchEntry(UUIDBytes, EntryPatch, fields: String)
  case deleteEntry(UUIDBytes)
  case putHabit(UUIDBytes, HabitFields)
  case patchHabit(UUIDBytes, HabitPatch)
  case deleteHabit(UUIDBytes)
  case setDay(habit: UUIDBytes, DayReference, HabitDaySet)
  /// Adds to the day's amount; below 0 it takes away.
  case incrementDay(habit: UUIDBytes, DayReference, thousandths: Int64)
  /// Stored as the `set` that it became: the opposite of what was shown, where that is what is stored; else nothing.
  case toggleDay(habit: UUIDBytes, DayReference, shown: Bool)
  case undo(ReversalRequest.Target)
  case redo(ReversalRequest.Target)
  /// Tells that a device's system was told of an operation.
  case donate(DonationDraft)

  /// The kind that is stored.
  public var kind: OperationKind {
    switch self {
    case .putEntry, .putHabit: .put
    case .patchEntry, .patchHabit: .patch
    case .deleteEntry, .deleteHabit: .delete
    case .setDay, .toggleDay: .set
    case .incrementDay: .increment
    case .undo: .undo
    case .redo: .redo
    case .donate: .donate
    }
  }
}

/// Which day of a habit is meant.
public enum DayReference: Hashable, Sendable {
  case day(LocalDay)
  /// The local day of the acted time, in the operation's zone and by the account's start of the day.
  case today
}
