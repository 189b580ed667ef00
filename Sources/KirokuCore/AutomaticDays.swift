/// The days that a check's own days stand for: who does it three times in a week has done the week.
///
/// As Loop Habit Tracker computes it (its values YES_AUTO), in our own words: each run of so many checks as the frequency
/// asks for, within its days, opens an interval of these days from the run's first check on. Then, from the newest interval
/// to the oldest, one that overlaps the next newer one slides back until it ends where that begins, as far as its own last
/// check stays within: so gaps before it are filled. Of a frequency per month an interval has the days of the month it
/// begins in, or of the next one where it begins on a month's last day.
///
/// Loop knows one frequency; of several, that of the day of a run's last check counts.
struct AutomaticDays: Sendable {
  /// Days since 1970; both ends included. From the newest to the oldest.
  private(set) var intervals: [ClosedRange<Int>] = []

  /// - Parameter checks: days, ascending.
  init(checks: [Int], _ timeline: ScheduleTimeline) {
    var newer: ClosedRange<Int>?
    for (index, center) in checks.enumerated().reversed() {
      let frequency = timeline.rule(on: center).frequency
      guard index >= frequency.times - 1 else { continue }
      let first = checks[index - (frequency.times - 1)]
      let size = frequency.isMonthly ? Self.monthLength(from: first) : frequency.days
      guard center - first < size else { continue }
      var interval = first...first + size - 1
      if let newer, interval.upperBound >= newer.lowerBound {
        let overlap = interval.upperBound - newer.lowerBound + 1
        let shift = min(interval.upperBound - center, overlap)
        interval = interval.lowerBound - shift...interval.upperBound - shift
      }
      intervals.append(interval)
      newer = interval
    }
  }

  var firstDay: Int? { intervals.map(\.lowerBound).min() }
  var lastDay: Int? { intervals.map(\.upperBound).max() }

  /// Whether each day of a range is covered.
  func coverage(of days: Range<Int>) -> [Bool] {
    // How many more intervals begin than have ended before a day.
    var changes = [Int](repeating: 0, count: days.count + 1)
    for interval in intervals {
      let first = max(interval.lowerBound, days.lowerBound)
      let end = min(interval.upperBound + 1, days.upperBound)
      guard first < end else { continue }
      changes[first - days.lowerBound] += 1
      changes[end - days.lowerBound] -= 1
    }
    var open = 0
    return changes.dropLast().map { change in
      open += change
      return open > 0
    }
  }

  private static func monthLength(from day: Int) -> Int {
    let day = LocalDay(unixDays: Int32(clamping: day))
    let month = CalendarPeriod.month.bounds(around: day, weekStart: 1)
    guard day == month.upperBound else { return month.count }
    return CalendarPeriod.month.bounds(around: day.advanced(by: 1), weekStart: 1).count
  }
}
