public import KirokuCore

/// An operation as it is pushed, through whichever door.
public struct PushedOperation: Sendable {
  public var change: RecordChange
  public var act: Act
  /// What has to hold of the record; sync asks for nothing. On a day, `isKnown` and `exists` are of its habit.
  public var condition: EntryCondition

  public init(
    _ change: RecordChange, _ act: Act, if condition: EntryCondition = EntryCondition()
  ) {
    self.change = change
    self.act = act
    self.condition = condition
  }
}

/// A record as it is now.
public enum RecordValue: Hashable, Sendable {
  /// Nil when it is gone.
  case entry(WeightEntry?)
  /// Nil when it is gone.
  case habit(Habit?)
  /// With the habit that it is of, as it is now.
  case day(HabitDay, of: Habit)
  /// A day of a habit that is gone, or no record at all.
  case none
}

/// What a pushed operation did.
public struct PushResult: Sendable {
  public enum Outcome: Sendable, Equatable {
    /// The operation was stored, and did this.
    case stored(First)
    /// A toggle did not find what was shown: nothing was stored.
    case notAsShown
    /// The operation was known: this is what it did when it first arrived.
    case repeated(First)
    /// Nothing was stored.
    case rejected(PushRejection)
  }

  /// What an operation did when it first arrived.
  public enum First: String, Sendable, Equatable {
    /// There is a new record.
    case created
    /// The record was changed.
    case updated
    /// What was done later, or the record's being gone, hides the act.
    case superseded
    /// The record was so before.
    case unchanged
    case undone, alreadyUndone, redone, alreadyRedone
    /// What it undoes or redoes has not arrived.
    case pending
  }

  public let outcome: Outcome
  /// Which record it is on; nil while that is not known. A day that was said to be today is the day that it was.
  public let reference: RecordReference?
  /// The record as it is after the whole push.
  public let record: RecordValue
  /// What was weighed by an entry, be it gone; nil where that is not known.
  public let weight: Weight?
  /// The habit, or the day's habit, as it was put last, be it gone.
  public let habit: HabitFields?
  /// The habit's streaks and score after the whole push; nil where nothing is recorded.
  public let progress: HabitProgress?
  /// What an undo or a redo names, where it has arrived.
  public let target: ReversalResult.Target?
  /// What there is of a donation that was pushed; nil where none was recorded, or it is deleted.
  public let donation: Donation?
  /// The donations that were deleted since the act that an undo names was undone; empty for all else.
  public let withdrawn: [Donation]
  /// Whether the device is to donate the operation's intent now; nil where it was not done in the app, or has no intent.
  public let recommendsDonation: Bool?
  /// The act's time after times in the future were shifted to now.
  public let actedAt: Instant
  /// When the operation arrived, by the database's clock: a repeat answers as the first time.
  public let serverTime: Instant
}

/// Why a pushed operation was refused; nothing of it was stored.
public enum PushRejection: Error, Sendable, Equatable {
  /// The operation's id was used before, for something else.
  case operationReused
  /// The record is of a time more than 24 hours after now.
  case inTheFuture
  /// There has never been such a record.
  case notFound
  /// The condition does not hold for the record as it is.
  case conditionFailed
  /// What it writes does not fit the habit as it is: to its kind, or to how many schedules it may have had.
  case unfit(Fault)
  /// It makes a habit, and the account has as many as it may have.
  case tooManyHabits
  /// It adds to what is settled: it came too late to count. Or what it undoes is settled.
  case settled
  /// Nothing of the kind that was asked for was done.
  case nothingFound
  /// What is to be undone is an undo or a redo itself.
  case notUndoable
  /// What is to be undone was done too long ago.
  case windowPassed
  /// A widget may undo what was done on days, and nothing else.
  case scopeTooSmall
  /// What is donated is not known: it was not saved yet.
  case unknownAct
  /// What is donated was not done in the app, or by no person.
  case notDonatable
  /// The database refuses a value of it: a fault in the check before.
  case unstorable
}

/// What came of a push.
public struct PushAnswer: Sendable {
  /// In the order of the operations.
  public let results: [PushResult]
  /// The account's revision and epoch afterwards.
  public let rev: Int64
  public let epoch: Int64
  /// When the push arrived, by the database's clock.
  public let serverTime: Instant
  /// By how much all acted times were moved down, since the newest of them lay in the future; 0 for nothing.
  public let shiftMicroseconds: Int64
  /// The local day of the push's arrival: in the account's zone, or in that of the one operation pushed.
  public let today: LocalDay
}
