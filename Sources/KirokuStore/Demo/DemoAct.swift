internal import KirokuCore

/// Something that a made-up person did and that is written: an operation, before it is known what it comes to.
struct DemoAct: Sendable {
  enum Change: Sendable {
    case putEntry(UUIDBytes, EntryFields)
    case patchEntry(UUIDBytes, EntryPatch)
    case putHabit(UUIDBytes, HabitFields)
    case patchHabit(UUIDBytes, HabitPatch)
    case setDay(DayID, HabitDaySet)
    case incrementDay(DayID, thousandths: Int64)
    case undo(UUIDBytes)
    /// On the act's local day.
    case donate(DonationDraft, on: LocalDay)
  }

  let id: UUIDBytes
  let at: Instant
  var receivedAt: Instant
  let clientID: UUIDBytes
  let source: Source
  let intent: String?
  let sessionID: UUIDBytes?
  let timeZone: String
  let change: Change

  var kind: OperationKind {
    switch change {
    case .putEntry, .putHabit: .put
    case .patchEntry, .patchHabit: .patch
    case .setDay: .set
    case .incrementDay: .increment
    case .undo: .undo
    case .donate: .donate
    }
  }

  /// The habit that it is on, or on a day of.
  var habitID: UUIDBytes? {
    switch change {
    case .setDay(let id, _), .incrementDay(let id, _): id.habit
    case .putHabit(let id, _), .patchHabit(let id, _): id
    case .putEntry, .patchEntry, .undo, .donate: nil
    }
  }
}

/// Something that they did and that writes nothing.
struct DemoEvent: Sendable {
  let event: Event
  let at: Instant
  let receivedAt: Instant
  let clientID: UUIDBytes
  let timeZone: String
}

/// The names of the App Intents that a tracker's app has.
enum DemoIntent {
  static let logWeight = "LogWeight"
  static let complete = "CompleteHabit"
  static let add = "AddToHabit"
  static let undo = "UndoLast"
  static let showStreak = "ShowStreak"
}
