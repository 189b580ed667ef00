/// A habit's day as its operations make it. See ``RecordHistory``.
///
/// A day needs no put: before its first operation it is empty. Its value and its note are separate: whoever writes one
/// leaves the other as it was.
public struct HabitDayState: RecordState {
  /// What an operation does to a day.
  public enum Change: Hashable, Sendable {
    /// Writes the value, the note, or both.
    case set(HabitDaySet)
    /// Adds to the amount, in thousandths; below 0 it takes away.
    case increment(Int64)
  }

  public var value: HabitDayValue
  public var note: String?

  public init(value: HabitDayValue = .empty, note: String? = nil) {
    self.value = value
    self.note = note
  }

  public static let absent = HabitDayState()

  public mutating func apply(_ change: Change, actedAt: Instant) {
    switch change {
    case .set(let set):
      if let new = set.value { value = new }
      note = set.note.applied(to: note)
    case .increment(let thousandths):
      value = .amount(value.amountThousandths.addingAmount(thousandths))
    }
  }
}

/// What a `set` writes of a day.
public struct HabitDaySet: Hashable, Sendable {
  /// Nil leaves the value as it is; `.empty` clears it.
  public var value: HabitDayValue?
  public var note: Update<String>
  /// The kind of habit that the value is spelled for; nil where it suits both. Whoever knows the habit's kind asks
  /// ``fault(on:)``; a set that is stored is applied whatever the kind.
  public var kind: HabitKind?

  public init(value: HabitDayValue? = nil, note: Update<String> = .keep) {
    self.value = value
    self.note = note
  }
}

/// What was recorded for a habit on a day.
public enum HabitDayValue: Hashable, Sendable {
  /// Nothing was recorded.
  case empty
  /// An amount in thousandths, 0…10¹². Of a check, 1,000 is done and 0 is not done.
  case amount(Int64)
  /// The person let the day pass on purpose.
  case skipped

  public static let done = HabitDayValue.amount(1_000)
  public static let notDone = HabitDayValue.amount(0)

  /// 0 where none was recorded, and for a skipped day.
  public var amountThousandths: Int64 {
    if case .amount(let amount) = self { amount } else { 0 }
  }
}

/// The limits of what is recorded for a day.
public enum HabitDayRules {
  /// 10⁹, in thousandths.
  public static let maxAmountThousandths: Int64 = 1_000_000_000_000
}

extension Int64 {
  /// The sum of two amounts in thousandths, held within 0…10¹².
  fileprivate func addingAmount(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    if overflow { return other < 0 ? 0 : HabitDayRules.maxAmountThousandths }
    return Swift.min(Swift.max(sum, 0), HabitDayRules.maxAmountThousandths)
  }
}
