/// A habit's days in a row, none left out, with sums that answer at once how much is in a span of them.
///
/// Days are numbers here: days since 1970-01-01.
struct HabitLedger: Sendable {
  /// What a day was.
  struct Day: OptionSet, Sendable {
    let rawValue: UInt8
    /// What was aimed at was reached: a check done, the amount at least or, recorded, at most the target.
    static let done = Day(rawValue: 1)
    static let skipped = Day(rawValue: 2)
    static let paused = Day(rawValue: 4)
    /// Recorded, and beyond what may be reached at most: no longer to be mended by more.
    static let failed = Day(rawValue: 8)
    /// The day that is not over, and neither done nor failed.
    static let open = Day(rawValue: 16)

    /// Before anything was recorded.
    static let before = Day(rawValue: 32)

    /// Days that say nothing: they neither break a streak of units nor add to it.
    static let neutral: Day = [.skipped, .paused, .open, .before]
  }

  /// The days that are known.
  let days: Range<Int>
  /// Before this day nothing was recorded.
  private let firstRecorded: Int
  private var flags: [Day]
  // Sums up to a day, itself excluded; one more than days.
  private var amounts: [Int64] = [0]
  private var dones: [Int32] = [0]
  private var neutrals: [Int32] = [0]

  /// - Parameters:
  ///   - recorded: in any order.
  ///   - days: those between the first recorded day and `days` have to be of no interest.
  ///   - today: the day that is not over; nil when all are.
  init(
    _ recorded: [RecordedDay], in days: Range<Int>, firstRecorded: Int, of fields: HabitFields,
    today: Int?
  ) {
    self.days = days
    self.firstRecorded = firstRecorded
    flags = Array(repeating: [], count: days.count)
    var recordedAmounts = [Int64](repeating: 0, count: days.count)
    for day in days.lowerBound..<max(days.lowerBound, min(firstRecorded, days.upperBound)) {
      flags[day - days.lowerBound] = .before
    }
    for recorded in recorded {
      let index = Int(recorded.day.unixDays) - days.lowerBound
      guard flags.indices.contains(index) else { continue }
      flags[index] = fields.flags(of: recorded.value)
      recordedAmounts[index] = recorded.value.amountThousandths
    }
    markPauses(fields.pauses)
    if let today, days.contains(today) {
      let index = today - days.lowerBound
      if flags[index].isEmpty { flags[index] = .open }
    }
    amounts.reserveCapacity(days.count + 1)
    dones.reserveCapacity(days.count + 1)
    neutrals.reserveCapacity(days.count + 1)
    var (amount, done, neutral) = (Int64(0), Int32(0), Int32(0))
    for (index, day) in flags.enumerated() {
      if day.isDisjoint(with: [.skipped, .paused]) { amount += recordedAmounts[index] }
      if day.contains(.done) { done += 1 }
      if !day.isDisjoint(with: .neutral) { neutral += 1 }
      amounts.append(amount)
      dones.append(done)
      neutrals.append(neutral)
    }
  }

  /// A pause is stronger than what was recorded in it.
  private mutating func markPauses(_ pauses: [Pause]) {
    // Pauses come in the order of their first days and may overlap: no day is marked twice.
    var next = days.lowerBound
    for pause in pauses {
      let first = max(Int(pause.first.unixDays), next)
      let end = min(pause.last.map { Int($0.unixDays) + 1 } ?? .max, days.upperBound)
      guard first < end else { continue }
      for day in first..<end { flags[day - days.lowerBound] = .paused }
      next = end
    }
  }
}

// MARK: - Questions

extension HabitLedger {
  /// Nothing for a day outside of ``days``.
  subscript(day: Int) -> Day {
    days.contains(day) ? flags[day - days.lowerBound] : []
  }

  /// How much was recorded in a span, in thousandths; nothing of skipped and paused days.
  func amount(_ from: Int, through: Int) -> Int64 {
    let span = indices(from, through)
    return amounts[span.upperBound] - amounts[span.lowerBound]
  }

  /// How many days of a span were done.
  func doneCount(_ from: Int, through: Int) -> Int {
    let span = indices(from, through)
    return Int(dones[span.upperBound] - dones[span.lowerBound])
  }

  /// How many days of a span say nothing.
  func neutralCount(_ from: Int, through: Int) -> Int {
    let span = indices(from, through)
    let before = max(0, min(through + 1, min(firstRecorded, days.lowerBound)) - from)
    return before + Int(neutrals[span.upperBound] - neutrals[span.lowerBound])
  }

  private func indices(_ from: Int, _ through: Int) -> Range<Int> {
    let first = min(max(from - days.lowerBound, 0), days.count)
    return first..<min(max(through + 1 - days.lowerBound, first), days.count)
  }
}

/// A day with what was recorded for it.
struct RecordedDay: Hashable, Sendable {
  let day: LocalDay
  let value: HabitDayValue
}

extension HabitFields {
  /// What a recorded value makes of its day.
  fileprivate func flags(of value: HabitDayValue) -> HabitLedger.Day {
    switch value {
    case .empty: return []
    case .skipped: return .skipped
    case .amount(let amount):
      // A check is done by any amount.
      guard let target else { return amount > 0 ? .done : [] }
      switch target.direction {
      case .atLeast: return amount >= target.thousandths ? .done : []
      case .atMost: return amount <= target.thousandths ? .done : .failed
      }
    }
  }
}
