/// Whether a habit is due on a day, whatever is recorded for the day itself.
public enum Dueness: String, Hashable, Sendable, CaseIterable {
  /// It is to be done, or was.
  case due
  /// The days before it have all that its week, month or span of days asks for.
  case met
  /// No day of the schedule.
  case rest
  /// The habit rests.
  case paused
}

extension ScheduleRule {
  func dueness(on day: Int, of ledger: HabitLedger) -> Dueness {
    if ledger[day].contains(.paused) { return .paused }
    switch asks {
    case .everyDay: return .due
    case .weekdays, .everyDays:
      return isScheduled(day) ? .due : .rest
    case .within:
      guard let quota = quota(around: day) else { return .due }
      return ledger.doneCount(quota.days.lowerBound, through: day - 1) >= quota.times ? .met : .due
    case .rolling(let times, let days):
      return ledger.doneCount(day - days + 1, through: day - 1) >= times ? .met : .due
    }
  }
}
