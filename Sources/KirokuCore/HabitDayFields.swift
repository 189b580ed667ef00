/// What a client gives to be written of a day: of the right types, nothing else known.
public struct HabitDayFields: Sendable {
  /// Of a check; null clears it.
  public var done: Update<Bool> = .keep
  /// Of a counted habit, in thousandths; null clears it.
  public var count: Update<Int64> = .keep
  public var skipped: Bool?
  public var note: Update<String> = .keep
  /// Whether a state was given that could not be read: then none is missing.
  public var hasUnreadable = false

  public init() {}
}

extension HabitDaySet {
  /// Checks every rule that does not need the habit.
  ///
  /// A client may send a day back as it read it: of `done`, `count` and `skipped` those that are null or false say no more than
  /// that nothing is recorded, unless another says what is.
  ///
  /// - Throws: all that is wrong, with pointers into the record's shape.
  public init(_ given: HabitDayFields) throws(Faults) {
    var checks = HabitChecks()
    if case .set(let note) = given.note { checks.note(note) }
    var values: [HabitDayValue] = []
    var kind: HabitKind?
    if case .set(let isDone) = given.done {
      values.append(isDone ? .done : .notDone)
      kind = .check
    }
    if case .set(let amount) = given.count {
      HabitDayRules.check(amount, in: HabitDayRules.amounts, at: "/count", &checks)
      if !values.isEmpty { checks.add(.conflictingFields, at: "/count", ["other": "done"]) }
      values.append(.amount(amount))
      kind = .count
    }
    if given.skipped == true {
      if !values.isEmpty {
        let other = given.done.isSet ? "done" : "count"
        checks.add(.conflictingFields, at: "/skipped", ["other": other])
      }
      values.append(.skipped)
    }
    let saysNothing = given.done == .keep && given.count == .keep && given.skipped == nil
    if saysNothing && given.note == .keep && !given.hasUnreadable {
      checks.add(.required, at: "/done")
    }
    guard checks.faults.isEmpty else { throw Faults(checks.faults) }
    self.init(value: values.first ?? (saysNothing ? nil : .empty), note: given.note)
    self.kind = kind
  }

  /// What is wrong with it on a habit of a kind.
  public func fault(on kind: HabitKind) -> Fault? {
    guard let own = self.kind, own != kind else { return nil }
    let pointer = own == .check ? "/done" : "/count"
    return Fault(.wrongHabitKind, at: pointer, ["kind": kind.rawValue])
  }
}

/// The rules of an increment of a day's amount.
public enum HabitIncrement {
  /// What is wrong with the amount to add, in thousandths; below 0 it takes away.
  public static func fault(thousandths: Int64) -> Fault? {
    var checks = HabitChecks()
    HabitDayRules.check(thousandths, in: HabitDayRules.increments, at: "/by", &checks)
    // Nothing to add is no act.
    return checks.faults.first ?? (thousandths == 0 ? Fault(.required, at: "/by") : nil)
  }

  /// What is wrong with an increment on a habit of a kind.
  public static func fault(on kind: HabitKind) -> Fault? {
    kind == .count ? nil : Fault(.wrongHabitKind, at: "/by", ["kind": kind.rawValue])
  }
}

extension HabitDayRules {
  /// In thousandths, as everything here.
  public static let amounts: ClosedRange<Int64> = 0...maxAmountThousandths
  public static let increments: ClosedRange<Int64> = -maxAmountThousandths...maxAmountThousandths

  fileprivate static func check(
    _ thousandths: Int64, in range: ClosedRange<Int64>, at pointer: String,
    _ checks: inout HabitChecks
  ) {
    if range.contains(thousandths) { return }
    checks.add(
      .outOfRange, at: pointer,
      [
        "minimum": decimalText(thousandths: range.lowerBound),
        "maximum": decimalText(thousandths: range.upperBound),
        "value": decimalText(thousandths: thousandths),
      ])
  }
}

extension Update {
  fileprivate var isSet: Bool {
    if case .set = self { true } else { false }
  }
}
