/// What a day makes of a habit's units: the due days and whole periods that ``HabitStanding/streakUnits`` counts.
enum UnitOutcome: Sendable {
  /// One more was satisfied.
  case satisfied
  case missed
  /// No unit ends here, or what was skipped could have satisfied it.
  case nothing
}

extension ScheduleRule {
  /// What the day under this rule, with the days before it, makes of the units.
  ///
  /// A day of the schedule is a unit by itself; a week or month one on its last day. Of N in any D days each day is one on
  /// which the days before it leave something to do, and it is missed when the D days up to it hold fewer than N. Days that
  /// are skipped, paused, before the first recorded one or not over may be what was wanted: what they could have satisfied is
  /// not missed.
  func outcome(on day: Int, of ledger: HabitLedger) -> UnitOutcome {
    switch asks {
    case .everyDay: return outcome(ofDay: ledger[day])
    case .weekdays, .everyDays:
      return isScheduled(day) ? outcome(ofDay: ledger[day]) : .nothing
    case .within:
      guard let quota = quota(around: day), day == quota.days.upperBound else { return .nothing }
      let done = ledger.doneCount(quota.days.lowerBound, through: day)
      if done >= quota.times { return .satisfied }
      let neutral = ledger.neutralCount(quota.days.lowerBound, through: day)
      return done + neutral >= quota.times ? .nothing : .missed
    case .rolling(let times, let days):
      let first = day - days + 1
      let done = ledger.doneCount(first, through: day)
      if done + ledger.neutralCount(first, through: day) < times { return .missed }
      let isDone = ledger[day].contains(.done)
      return isDone && done <= times ? .satisfied : .nothing
    }
  }

  private func outcome(ofDay day: HabitLedger.Day) -> UnitOutcome {
    if day.contains(.done) { return .satisfied }
    return day.isDisjoint(with: .neutral) ? .missed : .nothing
  }

  /// Whether the week or month around a day, which ends later, is satisfied already.
  func isSatisfiedEarly(on day: Int, of ledger: HabitLedger) -> Bool {
    guard let quota = quota(around: day), day < quota.days.upperBound else { return false }
    return ledger.doneCount(quota.days.lowerBound, through: day) >= quota.times
  }

  /// The week or month around a day, and how often it asks; nil for other schedules.
  func quota(around day: Int) -> (days: ClosedRange<Int>, times: Int)? {
    guard case .within(let period, let times) = asks else { return nil }
    let bounds = period.bounds(
      around: LocalDay(unixDays: Int32(clamping: day)), weekStart: weekStart)
    let days = Int(bounds.lowerBound.unixDays)...Int(bounds.upperBound.unixDays)
    // No month is done more often than it has days.
    return (days, min(times, days.count))
  }

  /// Whether a schedule of fixed days has this one.
  func isScheduled(_ day: Int) -> Bool {
    switch asks {
    case .weekdays(let mask):
      mask >> (LocalDay(unixDays: Int32(clamping: day)).weekday - 1) & 1 == 1
    case .everyDays(let days, let anchor): floorModulo(day - anchor, days) == 0
    case .everyDay, .within, .rolling: true
    }
  }
}
