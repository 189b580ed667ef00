/// The days before today that predictions look at, as bits: bit k is k days ago.
package struct PastDays: Sendable {
  let today: LocalDay
  /// By number, 1…7; the first is of none.
  private let weekdays: [UInt64]

  package init(before today: LocalDay) {
    self.today = today
    var weekdays = [UInt64](repeating: 0, count: 8)
    var weekday = today.weekday
    for daysAgo in 1...UInt64(7 * ActPrediction.weeks) {
      weekday = weekday == 1 ? 7 : weekday - 1
      weekdays[weekday] |= 1 << daysAgo
    }
    self.weekdays = weekdays
  }

  func of(weekday: Int) -> UInt64 { weekdays[weekday] }

  /// Nil for today, and for what is older than eight weeks.
  func daysAgo(_ day: LocalDay) -> Int? {
    let daysAgo = day.distance(to: today)
    return daysAgo >= 1 && daysAgo <= 7 * ActPrediction.weeks ? daysAgo : nil
  }

  /// From so many days ago to yesterday.
  static func since(_ daysAgo: Int) -> UInt64 { (2 << UInt64(daysAgo)) - 2 }

  /// The days' weights, together.
  static func weight(of days: UInt64) -> Int {
    var sum = 0
    // Yesterday's week first.
    var rest = days >> 1
    for weight in ActPrediction.weights where rest != 0 {
      sum += weight * (rest & 0x7F).nonzeroBitCount
      rest >>= 7
    }
    return sum
  }
}

/// When an act was done, on days that are looked at: each minute once.
struct DistinctMoments {
  /// Days ago × minutes of a day + minute after the day's start.
  private(set) var minutes: [Int]
  /// On which it was done.
  private(set) var days: UInt64 = 0

  init(_ moments: [LocalMoment], _ past: PastDays) {
    minutes = []
    minutes.reserveCapacity(moments.count)
    for moment in moments {
      guard let daysAgo = past.daysAgo(moment.day) else { continue }
      days |= 1 << UInt64(daysAgo)
      minutes.append(daysAgo * ActPrediction.dayMinutes + moment.minute)
    }
    minutes.sort()
  }

  /// Of the first time, how many days ago it was.
  var oldest: Int? { days == 0 ? nil : 63 - days.leadingZeroBitCount }
}

/// Moments by quarters of an hour on the wall, of which windows are made.
///
/// The day goes round at its start: a quarter, and a window, that begins before it and ends after is of the day on which it
/// begins.
struct DayQuarters {
  private struct Quarter {
    var days: UInt64 = 0
    var count = 0
    /// After the quarter's start, together.
    var minutes = 0
    /// The same of the oldest day alone, which is of no day for a window that began on the day before.
    var oldestCount = 0
    var oldestMinutes = 0
  }

  /// A window in which something was done.
  struct Window {
    /// In minutes after the day's start.
    let start: Int
    let days: UInt64
    let weight: Int
    let count: Int
    /// How far the moments are from the middle, together.
    let spread: Int

    /// Whether it is the better one: it weighs more; or as much, and more was done in it; or that as well, and its moments
    /// are nearer to its middle.
    fileprivate func isBetter(than other: Window) -> Bool {
      (weight, count, -spread) > (other.weight, other.count, -other.spread)
    }

    fileprivate func isApart(from other: Window) -> Bool {
      let apart = abs(start - other.start)
      return apart >= ActPrediction.windowMinutes
        && apart <= ActPrediction.dayMinutes - ActPrediction.windowMinutes
    }
  }

  private static let perDay = ActPrediction.dayMinutes / ActPrediction.stepMinutes
  private static let perWindow = ActPrediction.windowMinutes / ActPrediction.stepMinutes

  /// In minutes after the day's start.
  private let firstStart: Int
  private let known: UInt64
  private var quarters = [Quarter](repeating: Quarter(), count: Self.perDay)

  /// - Parameter oldest: so many days ago the first of the moments was.
  init(_ moments: DistinctMoments, oldest: Int, dayStartMinutes: Int) {
    firstStart = floorModulo(-dayStartMinutes, ActPrediction.stepMinutes)
    known = PastDays.since(oldest)
    var last = -1
    for moment in moments.minutes where moment != last {
      last = moment
      var (daysAgo, minute) = moment.quotientAndRemainder(dividingBy: ActPrediction.dayMinutes)
      minute -= firstStart
      if minute < 0 { (daysAgo, minute) = (daysAgo + 1, minute + ActPrediction.dayMinutes) }
      guard daysAgo <= oldest else { continue }
      let (place, after) = minute.quotientAndRemainder(dividingBy: ActPrediction.stepMinutes)
      quarters[place].days |= 1 << UInt64(daysAgo)
      quarters[place].count += 1
      quarters[place].minutes += after
      if daysAgo == oldest {
        quarters[place].oldestCount += 1
        quarters[place].oldestMinutes += after
      }
    }
  }

  /// Those in which it was done on ``ActPrediction/leastDays`` days or more, in the order of the day.
  func windows() -> [Window] {
    (0..<Self.perDay).compactMap { place in
      var days: UInt64 = 0
      var (count, spread) = (0, 0)
      for step in 0..<Self.perWindow {
        let isNextDay = place + step >= Self.perDay
        let quarter = quarters[isNextDay ? place + step - Self.perDay : place + step]
        guard quarter.count > 0 else { continue }
        days |= isNextDay ? quarter.days << 1 : quarter.days
        let moments = quarter.count - (isNextDay ? quarter.oldestCount : 0)
        let minutes = quarter.minutes - (isNextDay ? quarter.oldestMinutes : 0)
        count += moments
        // From the quarter's start to the window's middle.
        let half = ActPrediction.windowMinutes / 2 - step * ActPrediction.stepMinutes
        spread += half > 0 ? half * moments - minutes : minutes - half * moments
      }
      days &= known
      guard days.nonzeroBitCount >= ActPrediction.leastDays else { return nil }
      return Window(
        start: firstStart + place * ActPrediction.stepMinutes, days: days,
        weight: PastDays.weight(of: days), count: count, spread: spread)
    }
  }

  /// The best ones that do not overlap, the best first found, in the order of the day. Of equals the earlier one.
  static func apart(_ windows: [Window], limit: Int) -> [Window] {
    var found: [Window] = []
    while found.count < limit {
      var best: Window?
      for window in windows where found.allSatisfy({ window.isApart(from: $0) }) {
        if best.map({ window.isBetter(than: $0) }) ?? true { best = window }
      }
      guard let best else { break }
      found.append(best)
    }
    return found.sorted { $0.start < $1.start }
  }
}
