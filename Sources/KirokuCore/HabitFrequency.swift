/// How often a habit is to be done, as Loop Habit Tracker counts it: so many times in so many days.
///
/// Loop knows a habit by this fraction only. Its published algorithm is described here in our own words, with our schedules
/// mapped to fractions: every day 1 in 1, k weekdays k in 7, N a week N in 7, N a month N in 30, N in D days as it stands,
/// every X days 1 in X.
struct HabitFrequency: Hashable, Sendable {
  let times: Int
  let days: Int
  /// Whether the days stand for a calendar month.
  let isMonthly: Bool

  /// As often as there are days means every day.
  init(_ schedule: Schedule) {
    let (times, days, isMonthly) = Self.fraction(schedule)
    let isDaily = times >= days
    self.times = isDaily ? 1 : times
    self.days = isDaily ? 1 : days
    self.isMonthly = isMonthly && !isDaily
  }

  private static func fraction(_ schedule: Schedule) -> (Int, Int, isMonthly: Bool) {
    switch schedule {
    case .daily: (1, 1, false)
    case .weekdays(let weekdays): (weekdays.count, 7, false)
    case .timesPer(.week, let times): (times, 7, false)
    case .timesPer(.month, let times): (times, 30, true)
    case .timesInDays(let times, let days): (times, days, false)
    case .everyDays(let days, _): (1, days, false)
    }
  }

  /// What a day leaves of the score before it: 0.5^(√f / 13), f being times through days.
  ///
  /// 0.5^x is e^(−x ln 2), whose series ends soon for so small an x: so it is the same to the last bit wherever this runs,
  /// which is not said of a C library's `pow`.
  var multiplier: Double {
    let frequency = Double(times) / Double(days)
    let exponent = -0.693_147_180_559_945_3 * frequency.squareRoot() / 13
    // |exponent| ≤ 0.054: the tenth term is below 10⁻¹⁹. From the smallest on.
    var sum = 1.0
    var index = 9.0
    while index > 0 {
      sum = 1 + sum * exponent / index
      index -= 1
    }
    return sum
  }
}
