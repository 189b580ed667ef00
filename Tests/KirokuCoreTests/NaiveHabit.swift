@testable import KirokuCore

/// A habit's numbers by the plainest reading of their rules: every day is looked up, every span counted anew.
struct NaiveHabit {
  let fields: HabitFields
  let weekStart: Int
  /// By days since 1970.
  let values: [Int: HabitDayValue]
  let today: Int
  /// The days of `values`, ascending.
  private let recorded: [Int]

  init(
    _ days: [(LocalDay, HabitDayValue)], _ fields: HabitFields, weekStart: Int, today: LocalDay
  ) {
    self.fields = fields
    self.weekStart = weekStart
    values = Dictionary(uniqueKeysWithValues: days.map { (Int($0.0.unixDays), $0.1) })
      .filter { $0.value != .empty }
    recorded = values.keys.sorted()
    self.today = max(Int(today.unixDays), values.keys.max() ?? .min)
  }

  var first: Int { values.keys.min() ?? today + 1 }

  // MARK: - Days

  func day(_ number: Int) -> LocalDay { LocalDay(unixDays: Int32(number)) }
  func isPaused(_ number: Int) -> Bool { fields.pauses.contains { $0.contains(day(number)) } }
  func isSkipped(_ number: Int) -> Bool { values[number] == .skipped && !isPaused(number) }

  func amount(_ number: Int) -> Int64? {
    guard !isPaused(number), case .amount(let amount) = values[number] else { return nil }
    return amount
  }

  func isDone(_ number: Int) -> Bool {
    guard let amount = amount(number) else { return false }
    guard let target = fields.target else { return amount > 0 }
    return target.direction == .atLeast
      ? amount >= target.thousandths : amount <= target.thousandths
  }

  /// Whether nothing was recorded in the thousand days up to a day, from the first on.
  func isAsleep(_ number: Int) -> Bool {
    number - (recorded.last { $0 <= number } ?? number) >= 1_000
  }

  /// Whether a day is known not to be done.
  func isMissed(_ number: Int) -> Bool {
    if number < first || isDone(number) || isSkipped(number) || isPaused(number) { return false }
    if number < today { return true }
    return number == today && fields.target?.direction == .atMost && amount(number) != nil
  }

  func schedule(_ number: Int) -> Schedule {
    var schedule = fields.schedules[0].schedule
    for version in fields.schedules where Int(version.from.unixDays) <= number {
      schedule = version.schedule
    }
    return schedule
  }

  func fraction(_ number: Int) -> (times: Int, days: Int) {
    let (times, days) =
      switch schedule(number) {
      case .daily: (1, 1)
      case .weekdays(let weekdays): (weekdays.count, 7)
      case .timesPer(.week, let times): (times, 7)
      case .timesPer(.month, let times): (times, 30)
      case .timesInDays(let times, let days): (times, days)
      case .everyDays(let days, _): (1, days)
      }
    return times >= days ? (1, 1) : (times, days)
  }

  // MARK: - The score

  var score: Double {
    let target = fields.target
    var score = target?.direction == .atMost ? 1.0 : 0.0
    for number in min(first, today + 1)..<today + 1 where !isSkipped(number) && !isPaused(number) {
      var (times, days) = fraction(number)
      let multiplier = naivePower(Double(times) / Double(days))
      if target == nil && times < days { (times, days) = (times * 2, days * 2) }
      var sum = 0.0
      for other in number - days + 1...number {
        let amount = Double(amount(other) ?? 0)
        sum += target == nil ? min(amount, 1) : amount / 1_000
      }
      let aim = Double(times) * (target.map { Double($0.thousandths) / 1_000 } ?? 1)
      let value =
        target?.direction == .atMost ? min(1, max(0, 2 - sum / aim)) : min(1, sum / aim)
      score = score * multiplier + value * (1 - multiplier)
    }
    return score
  }

  /// 0.5^(√f / 13), by taking the root of a half's thirteenth root as often as it takes.
  private func naivePower(_ frequency: Double) -> Double {
    var exponent = frequency.squareRoot() / 13
    var (result, root) = (1.0, 0.5)
    for _ in 0..<60 {
      root = root.squareRoot()
      exponent *= 2
      if exponent >= 1 {
        exponent -= 1
        result *= root
      }
    }
    return result
  }

  // MARK: - Days in a row

  /// The days that the checks stand for, as Loop's own words have it.
  var automatic: Set<Int> {
    guard fields.target == nil else { return [] }
    let checks = values.keys.filter(isDone).sorted(by: >)
    var intervals: [(begin: Int, center: Int, end: Int)] = []
    for (index, center) in checks.enumerated() {
      let (times, days) = fraction(center)
      guard index + times - 1 < checks.count else { continue }
      let begin = checks[index + times - 1]
      var size = days
      if days > 1, case .timesPer(.month, _) = schedule(center) {
        let (year, month, dayOfMonth) = day(begin).components
        size = LocalDay.lengthOfMonth(month, inYear: year)
        if dayOfMonth == size { size = LocalDay.lengthOfMonth(month % 12 + 1, inYear: year) }
      }
      if center - begin < size { intervals.append((begin, center, begin + size - 1)) }
    }
    for index in intervals.indices.dropFirst() {
      // One day at a time, as long as it overlaps the newer one and keeps its own check.
      while intervals[index].end >= intervals[index - 1].begin,
        intervals[index].end > intervals[index].center
      {
        intervals[index].begin -= 1
        intervals[index].end -= 1
      }
    }
    return Set(intervals.flatMap { $0.begin...$0.end })
  }

  /// Runs of days that count, the last one still open, oldest first; paused days are not in the calendar.
  var dayRuns: [Int] {
    let automatic = automatic
    let start = min(automatic.min() ?? first, first)
    var runs = [0]
    for number in min(start, today + 1)..<today + 1 {
      if isAsleep(number) {
        runs.append(0)
      } else if isPaused(number) {
        continue
      } else if isDone(number) || isSkipped(number) || automatic.contains(number) {
        runs[runs.count - 1] += 1
      } else if number < today || isMissed(number) {
        runs.append(0)
      }
    }
    return runs
  }

  // MARK: - Units in a row

  func period(_ number: Int) -> ClosedRange<Int>? {
    guard case .timesPer(let kind, _) = schedule(number) else { return nil }
    var (begin, end) = (number, number)
    switch kind {
    case .week:
      while day(begin).weekday != weekStart { begin -= 1 }
      end = begin + 6
    case .month:
      while day(begin).components.day != 1 { begin -= 1 }
      while day(end + 1).components.day != 1 { end += 1 }
    }
    return begin...end
  }

  func times(_ number: Int) -> Int {
    switch schedule(number) {
    case .timesPer(_, let times): min(times, period(number)?.count ?? times)
    case .timesInDays(let times, _): times
    default: 1
    }
  }

  /// True for a unit satisfied on a day, false for one missed, nil for none.
  func unit(_ number: Int) -> Bool? {
    let span: ClosedRange<Int>
    switch schedule(number) {
    case .daily: span = number...number
    case .weekdays(let weekdays):
      guard weekdays.contains(day(number).weekday) else { return nil }
      span = number...number
    case .everyDays(let days, let anchor):
      guard (number - Int(anchor.unixDays)) % days == 0 else { return nil }
      span = number...number
    case .timesPer:
      guard let period = period(number), period.upperBound == number else { return nil }
      span = period
    case .timesInDays(let times, let days):
      let span = number - days + 1...number
      if span.filter({ !isMissed($0) }).count < times { return false }
      let before = span.dropLast().filter(isDone).count
      return isDone(number) && before < times ? true : nil
    }
    if span.filter(isDone).count >= times(number) { return true }
    return span.filter { !isMissed($0) }.count < times(number) ? false : nil
  }

  var units: [Bool] { units(endingInSleep: false) }

  private func units(endingInSleep: Bool) -> [Bool] {
    var units = (min(first, today + 1)..<today + 1).compactMap { number in
      endingInSleep && isAsleep(number) ? false : unit(number)
    }
    if let period = period(today), period.upperBound > today,
      (period.lowerBound...today).filter(isDone).count >= times(today)
    {
      units.append(true)
    }
    return units
  }

  // MARK: - Together

  var standing: HabitStanding {
    let dayRuns = dayRuns
    let unitRuns = units(endingInSleep: true).split(
      separator: false, omittingEmptySubsequences: false
    ).map(\.count)
    return HabitStanding(
      score: score, streakDays: dayRuns.last ?? 0, streakUnits: unitRuns.last ?? 0,
      bestStreakDays: dayRuns.max() ?? 0, bestStreakUnits: unitRuns.max() ?? 0)
  }

  func dueness(_ number: Int) -> Dueness {
    if isPaused(number) { return .paused }
    switch schedule(number) {
    case .daily: return .due
    case .weekdays(let weekdays): return weekdays.contains(day(number).weekday) ? .due : .rest
    case .everyDays(let days, let anchor):
      return (number - Int(anchor.unixDays)) % days == 0 ? .due : .rest
    case .timesPer:
      guard let period = period(number) else { return .due }
      let before = (period.lowerBound..<number).filter(isDone).count
      return before < times(number) ? .due : .met
    case .timesInDays(let times, let days):
      return (number - days + 1..<number).filter(isDone).count < times ? .due : .met
    }
  }
}
