/// All days of a habit, to be asked about any of them: what a list of days, statistics and a heat map are made of.
public struct HabitHistory: Sendable {
  private let ledger: HabitLedger
  private let timeline: ScheduleTimeline
  private let fields: HabitFields
  private let coverage: [Bool]
  private let amounts: [LocalDay: HabitDayValue]
  private let firstRecorded: Int
  private let today: Int

  /// - Parameters:
  ///   - days: all that are recorded, in any order, each day once.
  ///   - today: the day that is not over; when it is before the last recorded day, that day counts as today.
  public init(
    _ days: [(LocalDay, HabitDayValue)], fields: HabitFields, weekStart: Int, today: LocalDay
  ) {
    let recorded = days.filter { $0.1 != .empty }.map { RecordedDay(day: $0.0, value: $0.1) }
    let numbers = recorded.map { Int($0.day.unixDays) }
    self.today = max(Int(today.unixDays), numbers.max() ?? .min)
    firstRecorded = numbers.min() ?? self.today
    self.fields = fields
    timeline = ScheduleTimeline(fields, weekStart: weekStart)
    let earliest = firstRecorded - ScheduleRules.days.upperBound
    ledger = HabitLedger(
      recorded, in: earliest..<self.today + 1, firstRecorded: firstRecorded,
      aim: HabitAim(fields.target), pauses: fields.pauses, today: self.today)
    let checks = fields.target == nil ? ledger.doneDays(of: recorded).sorted() : []
    coverage = AutomaticDays(checks: checks, timeline).coverage(of: ledger.days)
    amounts = Dictionary(recorded.map { ($0.day, $0.value) }) { $1 }
  }

  /// Whether the habit is or was due on a day, by the days before it.
  public func dueness(on day: LocalDay) -> Dueness {
    if fields.pauses.contains(where: { $0.contains(day) }) { return .paused }
    let number = Int(day.unixDays)
    return timeline.rule(on: number).dueness(on: number, of: ledger)
  }

  /// How many of the due days and whole periods that end in a range were satisfied.
  ///
  /// Days before the first recorded one and after today do not count, nor does what is not decided yet; the week or month
  /// that is not over counts as soon as it is satisfied.
  public func completion(in range: ClosedRange<LocalDay>) -> Completion {
    var completion = Completion(satisfied: 0, missed: 0)
    let first = max(Int(range.lowerBound.unixDays), firstRecorded)
    let last = min(Int(range.upperBound.unixDays), today)
    guard first <= last else { return completion }
    timeline.forEachSpan(of: first..<last + 1) { days, rule in
      for day in days {
        switch rule.outcome(on: day, of: ledger) {
        case .satisfied: completion.satisfied += 1
        case .missed: completion.missed += 1
        case .nothing: break
        }
      }
    }
    if last == today, timeline.rule(on: today).isSatisfiedEarly(on: today, of: ledger) {
      completion.satisfied += 1
    }
    return completion
  }

  /// How much of its aim a day reached, for a map of days: 0 for nothing, 4 for all of it.
  ///
  /// A check is 4, a day that its neighbours stand for (``AutomaticDays``) 1. An amount is 1, 2 or 3 by the thirds of its
  /// target; one above a limit is 3, 2 or 1 by the thirds of the limit by which it is above.
  ///
  /// - Returns: nil for a day that was skipped or paused.
  public func level(on day: LocalDay) -> Int? {
    let number = Int(day.unixDays)
    let flags = ledger[number]
    if !flags.isDisjoint(with: [.skipped, .paused]) { return nil }
    if flags.contains(.done) { return 4 }
    guard let target = fields.target else {
      return ledger.days.contains(number) && coverage[number - ledger.days.lowerBound] ? 1 : 0
    }
    guard let amount = amounts[day]?.amountThousandths, amount > 0 else { return 0 }
    switch target.direction {
    case .atLeast: return 1 + Int(amount * 3 / target.thousandths)
    case .atMost: return 3 - Int(min((amount - target.thousandths) * 3 / target.thousandths, 2))
    }
  }
}

/// How many units were satisfied, and how many missed: see ``HabitHistory/completion(in:)``.
public struct Completion: Hashable, Sendable {
  public var satisfied: Int
  public var missed: Int

  public init(satisfied: Int, missed: Int) {
    self.satisfied = satisfied
    self.missed = missed
  }

  /// 0…1; nil while nothing was due.
  public var share: Double? {
    let due = satisfied + missed
    return due == 0 ? nil : Double(satisfied) / Double(due)
  }
}
