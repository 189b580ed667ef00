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

  /// A day, and the sums of the days before it.
  private struct Cell: Sendable {
    var amount: Int64 = 0
    var done: Int32 = 0
    var neutral: Int32 = 0
    var day: Day = []
  }

  /// The days that are known.
  let days: Range<Int>
  /// Before this day nothing was recorded.
  private let firstRecorded: Int
  /// One more than days.
  private var cells: [Cell]

  /// - Parameters:
  ///   - recorded: in any order.
  ///   - days: those between the first recorded day and `days` have to be of no interest.
  ///   - today: the day that is not over; nil when all are.
  init(
    _ recorded: some Sequence<RecordedDay>, in days: Range<Int>, firstRecorded: Int, aim: HabitAim,
    pauses: [Pause], today: Int?
  ) {
    self.days = days
    self.firstRecorded = firstRecorded
    cells = Array(repeating: Cell(), count: days.count + 1)
    var day = days.lowerBound
    while day < firstRecorded && day < days.upperBound {
      cells[day - days.lowerBound].day = .before
      day += 1
    }
    for recorded in recorded {
      let number = Int(recorded.day.unixDays)
      guard days.contains(number) else { continue }
      // Sums come below: until then a cell has its own day's amount.
      cells[number - days.lowerBound].amount = recorded.value.amountThousandths
      cells[number - days.lowerBound].day = aim.day(recorded.value)
    }
    markPauses(pauses)
    if let today, days.contains(today) {
      let index = today - days.lowerBound
      if cells[index].day.isEmpty { cells[index].day = .open }
    }
    addUp()
  }

  private mutating func addUp() {
    var sums = Cell()
    for index in cells.indices {
      let own = cells[index]
      sums.day = own.day
      cells[index] = sums
      if own.day.isDisjoint(with: [.skipped, .paused]) { sums.amount += own.amount }
      if own.day.contains(.done) { sums.done += 1 }
      if !own.day.isDisjoint(with: .neutral) { sums.neutral += 1 }
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
      for day in first..<end { cells[day - days.lowerBound].day = .paused }
      next = end
    }
  }
}

// MARK: - Questions

extension HabitLedger {
  /// Nothing for a day outside of ``days``.
  subscript(day: Int) -> Day {
    days.contains(day) ? cells[day - days.lowerBound].day : []
  }

  /// Those of some recorded days that are done.
  func doneDays(of recorded: some Sequence<RecordedDay>) -> [Int] {
    recorded.map { Int($0.day.unixDays) }.filter { self[$0].contains(.done) }
  }

  /// How much was recorded in a span, in thousandths; nothing of skipped and paused days.
  func amount(_ from: Int, through: Int) -> Int64 {
    let span = indices(from, through)
    return cells[span.upperBound].amount - cells[span.lowerBound].amount
  }

  /// How many days of a span were done.
  func doneCount(_ from: Int, through: Int) -> Int {
    let span = indices(from, through)
    return Int(cells[span.upperBound].done - cells[span.lowerBound].done)
  }

  /// How many days of a span say nothing.
  func neutralCount(_ from: Int, through: Int) -> Int {
    let span = indices(from, through)
    let before = max(0, min(through + 1, min(firstRecorded, days.lowerBound)) - from)
    return before + Int(cells[span.upperBound].neutral - cells[span.lowerBound].neutral)
  }

  private func indices(_ from: Int, _ through: Int) -> Range<Int> {
    let first = min(max(from - days.lowerBound, 0), days.count)
    return first..<min(max(through + 1 - days.lowerBound, first), days.count)
  }
}

extension HabitAim {
  /// What a recorded value makes of its day.
  func day(_ value: HabitDayValue) -> HabitLedger.Day {
    switch value {
    case .empty: []
    case .skipped: .skipped
    case .amount(let amount): isMet(by: amount) ? .done : isAtMost ? .failed : []
    }
  }
}
