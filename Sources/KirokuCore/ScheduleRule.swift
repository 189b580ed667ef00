/// A schedule made ready for walking over days: what it asks of a day, and how a day counts for the score.
struct ScheduleRule: Sendable {
  /// A schedule in numbers alone, so that reading a habit copies nothing that is counted.
  enum Asks: Sendable {
    case everyDay
    /// A bit for each weekday, Monday's the lowest.
    case weekdays(UInt8)
    case within(CalendarPeriod, times: Int)
    case rolling(times: Int, days: Int)
    /// Days since 1970.
    case everyDays(Int, anchor: Int)
  }

  let asks: Asks
  let aim: HabitAim
  let frequency: HabitFrequency
  /// See ``HabitFrequency/multiplier``.
  let multiplier: Double
  /// Days, the last one included, over which the score looks.
  let scoreDays: Int
  /// What is to come together in them for a full score: times, or thousandths of an amount.
  let scoreAim: Double
  let weekStart: Int

  init(_ schedule: Schedule, _ aim: HabitAim, weekStart: Int) {
    asks = Asks(schedule)
    self.aim = aim
    self.weekStart = weekStart
    frequency = HabitFrequency(schedule)
    multiplier = frequency.days == 1 ? Self.dailyMultiplier : frequency.multiplier
    // Loop doubles both numbers of a check that is not daily, so that a week's check on another day than last week's costs
    // nothing.
    let isDoubled = aim.isCheck && frequency.days > 1
    let times = frequency.times * (isDoubled ? 2 : 1)
    scoreDays = frequency.days * (isDoubled ? 2 : 1)
    scoreAim = Double(times) * aim.perTime
  }

  /// Of most habits.
  private static let dailyMultiplier = HabitFrequency(.daily).multiplier

  /// How many days back from a day, itself included, everything here looks.
  var reach: Int {
    switch asks {
    case .everyDay, .weekdays, .everyDays: scoreDays
    case .within(.week, _): max(scoreDays, 7)
    case .within(.month, _): max(scoreDays, 31)
    case .rolling(_, let days): max(scoreDays, days)
    }
  }

  /// How full a day's score is, 0…1.
  ///
  /// - Parameter sum: of the last ``scoreDays``: of times, or of amounts in thousandths.
  func fullness(_ sum: Double) -> Double {
    if aim.isAtMost { return min(max(1 - (sum - scoreAim) / scoreAim, 0), 1) }
    return min(1, sum / scoreAim)
  }
}

extension ScheduleRule.Asks {
  fileprivate init(_ schedule: Schedule) {
    switch schedule {
    case .daily: self = .everyDay
    case .weekdays(let weekdays):
      self = .weekdays(weekdays.reduce(0) { $0 | 1 << UInt8(clamping: $1 - 1) })
    case .timesPer(let period, let times): self = .within(period, times: times)
    case .timesInDays(let times, let days): self = .rolling(times: times, days: days)
    case .everyDays(let days, let anchor):
      self = .everyDays(days, anchor: Int(anchor.unixDays))
    }
  }
}

/// What a habit aims at on a day.
public enum HabitAim: Hashable, Sendable {
  /// To be done: any amount above 0.
  case check
  /// In thousandths.
  case atLeast(Int64)
  case atMost(Int64)

  init(_ target: HabitTarget?) {
    switch target?.direction {
    case nil: self = .check
    case .atLeast: self = .atLeast(target?.thousandths ?? 0)
    case .atMost: self = .atMost(target?.thousandths ?? 0)
    }
  }

  /// Whether an amount, in thousandths, is what is aimed at.
  public func isMet(by amount: Int64) -> Bool {
    switch self {
    case .check: amount > 0
    case .atLeast(let target): amount >= target
    case .atMost(let target): amount <= target
    }
  }

  var isCheck: Bool {
    if case .check = self { true } else { false }
  }

  var isAtMost: Bool {
    if case .atMost = self { true } else { false }
  }

  /// What one time adds to a full score: one day, or the target.
  var perTime: Double {
    switch self {
    case .check: 1
    case .atLeast(let amount), .atMost(let amount): Double(amount)
    }
  }
}

/// A habit's schedules as rules, each from its day on until the next one's.
struct ScheduleTimeline: Sendable {
  private struct Entry: Sendable {
    /// Days since 1970.
    let from: Int
    let rule: ScheduleRule
  }

  /// Holds until the first later one does.
  private let first: ScheduleRule
  /// Ascending.
  private var later: [Entry] = []

  init(_ fields: borrowing HabitFields, weekStart: Int) {
    self.init(
      fields.schedules.first?.schedule ?? .daily, then: fields.schedules.dropFirst(),
      HabitAim(fields.target), weekStart: weekStart)
  }

  init(
    _ schedule: Schedule, then versions: ArraySlice<ScheduleVersion>, _ aim: HabitAim,
    weekStart: Int
  ) {
    first = ScheduleRule(schedule, aim, weekStart: weekStart)
    for version in versions {
      let rule = ScheduleRule(version.schedule, aim, weekStart: weekStart)
      later.append(Entry(from: Int(version.from.unixDays), rule: rule))
    }
  }

  /// - Parameter day: days since 1970.
  func rule(on day: Int) -> ScheduleRule {
    later.last { $0.from <= day }?.rule ?? first
  }

  /// Walks over days in order, span by span, with the rule of each.
  func forEachSpan(of days: Range<Int>, _ visit: (Range<Int>, ScheduleRule) -> Void) {
    var start = days.lowerBound
    var rule = first
    for entry in later where entry.from < days.upperBound {
      if start < entry.from {
        visit(start..<entry.from, rule)
        start = entry.from
      }
      rule = entry.rule
    }
    if start < days.upperBound { visit(start..<days.upperBound, rule) }
  }

  /// How many days before `day`, itself included, later days may look at.
  func reach(from day: Int) -> Int {
    var reach = rule(on: day).reach
    for entry in later where entry.from > day { reach = max(reach, entry.rule.reach) }
    return reach
  }

  /// The longest reach of all.
  var longestReach: Int {
    later.reduce(first.reach) { max($0, $1.rule.reach) }
  }

  /// How many days the longest frequency has.
  var longestFrequency: Int {
    later.reduce(first.frequency.days) { max($0, $1.rule.frequency.days) }
  }
}
