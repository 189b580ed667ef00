/// How a habit stands on a day.
public struct HabitStanding: Hashable, Sendable {
  /// Loop Habit Tracker's score, 0…1: see ``ScheduleRule/fullness(_:)`` and ``HabitFrequency/multiplier``.
  public var score: Double
  /// Days in a row up to today, as Loop counts: done, skipped, or covered by the days around (``AutomaticDays``). A paused
  /// day is passed over; today, as long as it can still be done, does not end them.
  public var streakDays: Int
  /// Due days and whole periods satisfied in a row: see ``ScheduleRule/outcome(on:of:)``.
  public var streakUnits: Int
  public var bestStreakDays: Int
  public var bestStreakUnits: Int

  public init(
    score: Double, streakDays: Int, streakUnits: Int, bestStreakDays: Int, bestStreakUnits: Int
  ) {
    self.score = score
    self.streakDays = streakDays
    self.streakUnits = streakUnits
    self.bestStreakDays = bestStreakDays
    self.bestStreakUnits = bestStreakUnits
  }

  /// Of a habit without recorded days. Whoever aims at most at something starts with a full score.
  public static func initial(of fields: HabitFields) -> HabitStanding {
    HabitStanding(
      score: fields.target?.direction == .atMost ? 1 : 0, streakDays: 0, streakUnits: 0,
      bestStreakDays: 0, bestStreakUnits: 0)
  }
}

extension HabitStanding {
  /// Adds a day to the score.
  ///
  /// score = score before · m + fullness · (1 − m); a skipped and a paused day leave it as it was.
  mutating func addScore(of day: Int, _ ledger: HabitLedger, _ rule: ScheduleRule) {
    guard ledger[day].isDisjoint(with: [.skipped, .paused]) else { return }
    let first = day - rule.scoreDays + 1
    let sum =
      rule.aim.isCheck
      ? Double(ledger.doneCount(first, through: day))
      : Double(ledger.amount(first, through: day))
    score = score * rule.multiplier + rule.fullness(sum) * (1 - rule.multiplier)
  }

  /// Adds a day to the streak of units.
  mutating func addUnits(of day: Int, _ ledger: HabitLedger, _ rule: ScheduleRule) {
    switch rule.outcome(on: day, of: ledger) {
    case .satisfied: addUnit()
    case .missed: streakUnits = 0
    case .nothing: break
    }
  }

  /// Adds a satisfied unit.
  mutating func addUnit() {
    streakUnits += 1
    bestStreakUnits = max(bestStreakUnits, streakUnits)
  }

  /// Adds a day to the streak of days.
  ///
  /// - Parameter isCovered: by the days around it.
  mutating func addDay(_ day: HabitLedger.Day, isCovered: Bool) {
    if day.contains(.paused) { return }
    if isCovered || !day.isDisjoint(with: [.done, .skipped]) {
      streakDays += 1
      bestStreakDays = max(bestStreakDays, streakDays)
    } else if !day.contains(.open) {
      streakDays = 0
    }
  }
}
