/// A schedule made ready for walking over days: what it asks of a day, and how a day counts for the score.
struct ScheduleRule: Sendable {
  let schedule: Schedule
  let frequency: HabitFrequency
  let multiplier: Double
  /// Days, the last one included, over which the score looks.
  let scoreDays: Int
  /// What is to come together in them for a full score: times, or thousandths of an amount.
  let scoreAim: Double
  /// Whether the sum is of days done; else of amounts.
  let countsDays: Bool
  let isAtMost: Bool
  let weekStart: Int

  init(_ schedule: Schedule, of fields: HabitFields, weekStart: Int) {
    self.schedule = schedule
    self.weekStart = weekStart
    frequency = HabitFrequency(schedule)
    multiplier = frequency.multiplier
    // Loop doubles both numbers of a check that is not daily, so that a week's check on another day than last week's costs
    // nothing.
    let isDoubled = fields.target == nil && frequency.days > 1
    let times = frequency.times * (isDoubled ? 2 : 1)
    scoreDays = frequency.days * (isDoubled ? 2 : 1)
    scoreAim = Double(times) * Double(fields.target?.thousandths ?? 1)
    countsDays = fields.target == nil
    isAtMost = fields.target?.direction == .atMost
  }

  /// How many days back from a day, itself included, everything here looks.
  var reach: Int {
    switch schedule {
    case .daily, .weekdays, .everyDays: scoreDays
    case .timesPer(.week, _): max(scoreDays, 7)
    case .timesPer(.month, _): max(scoreDays, 31)
    case .timesInDays(_, let days): max(scoreDays, days)
    }
  }

  /// How full a day's score is, 0…1.
  ///
  /// - Parameter sum: of the last ``scoreDays``: of times, or of amounts in thousandths.
  func fullness(_ sum: Double) -> Double {
    if isAtMost { return min(max(1 - (sum - scoreAim) / scoreAim, 0), 1) }
    return min(1, sum / scoreAim)
  }
}

/// A habit's schedules as rules, each from its day on until the next one's.
struct ScheduleTimeline: Sendable {
  /// Ascending; the first one holds before its day as well. Never empty.
  private let rules: [(from: Int, rule: ScheduleRule)]

  init(_ fields: HabitFields, weekStart: Int) {
    let versions = fields.schedules.isEmpty ? [.everyDay] : fields.schedules
    rules = versions.map { version in
      let rule = ScheduleRule(version.schedule, of: fields, weekStart: weekStart)
      return (Int(version.from.unixDays), rule)
    }
  }

  /// - Parameter day: days since 1970.
  func rule(on day: Int) -> ScheduleRule {
    (rules.last { $0.from <= day } ?? rules[0]).rule
  }

  /// Walks over days in order, with the rule of each.
  func forEach(in days: Range<Int>, _ visit: (Int, borrowing ScheduleRule) -> Void) {
    for (index, entry) in rules.enumerated() {
      let from = index == 0 ? days.lowerBound : max(entry.from, days.lowerBound)
      let end =
        index + 1 < rules.count ? min(rules[index + 1].from, days.upperBound) : days.upperBound
      guard from < end else { continue }
      for day in from..<end { visit(day, entry.rule) }
    }
  }

  /// How many days before `day`, itself included, later days may look at.
  func reach(from day: Int) -> Int {
    let later = rules.filter { $0.from > day }.map(\.rule.reach)
    return max(rule(on: day).reach, later.max() ?? 0)
  }
}

extension ScheduleVersion {
  fileprivate static let everyDay = ScheduleVersion(from: .beginning, .daily)
}
