/// Carries a habit's standing from day to day.
///
/// Days are numbers here: days since 1970-01-01.
struct HabitFold {
  var standing: HabitStanding
  let timeline: ScheduleTimeline
  let aim: HabitAim
  /// In the order of their first days.
  let pauses: [Pause]

  init(_ plan: HabitPlan) {
    aim = plan.aim
    standing = .initial(of: aim)
    timeline = plan.timeline
    pauses = plan.pauses
  }

  // MARK: - Awake

  /// Adds the days from the first of some recorded ones on, between which the habit does not sleep.
  ///
  /// - Parameters:
  ///   - recorded: ascending.
  ///   - end: excluded.
  ///   - firstRecorded: the first day of all.
  /// - Returns: the last day that checks stand for; `.min` where there is none.
  mutating func add(
    _ recorded: ArraySlice<RecordedDay>, until end: Int, firstRecorded: Int
  ) -> Int {
    let first = recorded.firstDay
    // Days that checks stand for may begin before the first of them, if no sleep lies before it.
    let isFirst = first == firstRecorded
    let before = isFirst ? (aim.isCheck ? timeline.longestFrequency : 0) : timeline.longestReach
    let ledger = HabitLedger(
      recorded, in: first - before..<max(end, recorded.lastDay + 1), firstRecorded: firstRecorded,
      aim: aim, pauses: pauses, today: nil)
    add(first..<end, of: ledger)
    let checks = aim.isCheck ? ledger.doneDays(of: recorded) : []
    let automatic = AutomaticDays(checks: checks, timeline)
    let days = (isFirst ? first - before : first)..<end
    for (day, isCovered) in zip(days, automatic.coverage(of: days)) {
      standing.addDay(ledger[day], isCovered: isCovered)
    }
    return automatic.lastDay ?? .min
  }

  /// Adds days to the score and to the streak of units.
  ///
  /// - Parameter ledger: with the days, and those before that their rules look at.
  mutating func add(_ days: Range<Int>, of ledger: HabitLedger) {
    // Variables of its own, since what a closure changes is looked up at each change.
    let fold = self
    timeline.forEachSpan(of: days) { span, rule in
      for day in span {
        standing.addScore(fullness: fold.fullness(of: day, ledger, rule), rule.multiplier)
        standing.addUnit(rule.outcome(on: day, of: ledger))
      }
    }
  }

  /// How full a day's score is; nil for a skipped and a paused day.
  private func fullness(of day: Int, _ ledger: HabitLedger, _ rule: ScheduleRule) -> Double? {
    guard ledger[day].isDisjoint(with: [.skipped, .paused]) else { return nil }
    let first = day - rule.scoreDays + 1
    let sum =
      rule.aim.isCheck
      ? Double(ledger.doneCount(first, through: day))
      : Double(ledger.amount(first, through: day))
    return rule.fullness(sum)
  }

  // MARK: - Asleep

  /// Adds days that see nothing recorded in all that their rules look at: streaks are over, and the score goes its way.
  mutating func sleep(_ days: Range<Int>) {
    guard !days.isEmpty else { return }
    standing.streakDays = 0
    standing.streakUnits = 0
    var start = days.lowerBound
    for pause in pauses {
      let end = pause.last.map { Int($0.unixDays) + 1 } ?? .max
      guard end > start else { continue }
      let first = Int(pause.first.unixDays)
      if first >= days.upperBound { break }
      if first > start { fade(start..<first) }
      start = end
      if start >= days.upperBound { return }
    }
    fade(start..<days.upperBound)
  }

  private mutating func fade(_ days: Range<Int>) {
    timeline.forEachSpan(of: days) { span, rule in
      let fullness = rule.fullness(0)
      for _ in span {
        // Nothing is left that could be told from nothing.
        if fullness == 0 && standing.score < 1e-30 {
          standing.score = 0
          return
        }
        standing.addScore(fullness: fullness, rule.multiplier)
      }
    }
  }
}

extension HabitStanding {
  /// score = score before · m + fullness · (1 − m); nothing changes it on a day without fullness.
  fileprivate mutating func addScore(fullness: Double?, _ multiplier: Double) {
    if let fullness { score = score * multiplier + fullness * (1 - multiplier) }
  }

  fileprivate mutating func addUnit(_ outcome: UnitOutcome) {
    switch outcome {
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
