/// A habit's streaks and score as of its last recorded day, with what is needed to carry them on to today.
///
/// It is derived from the habit's fields, all its days and the account's first weekday, and is made again whenever one of
/// them changes. Reading it needs no days: those that later ones look back at, a week's or a month's mostly, are kept.
public struct HabitProgress: Hashable, Sendable {
  /// The first day that something was recorded for.
  public let firstDay: LocalDay
  /// The last one.
  public let lastDay: LocalDay
  /// After the day before ``lastDay``, which may be today, and as such not be over.
  let standing: HabitStanding
  /// The last day that checks stand for (``AutomaticDays``); nil when it is before ``lastDay``.
  let lastAutomaticDay: LocalDay?
  /// What was recorded for the last day; never empty.
  let lastValue: HabitDayValue
  /// The days before it, ascending, that days from ``lastDay`` on may look back at. A habit of every day has none.
  let earlier: [RecordedDay]

  /// All days that later ones may look back at, ascending.
  var recent: [RecordedDay] { earlier + [RecordedDay(day: lastDay, value: lastValue)] }

  /// Computes the progress from all days of a habit, in time linear in the days on which it is awake.
  ///
  /// - Parameters:
  ///   - days: in any order, each day once; empty ones say nothing.
  ///   - weekStart: the weekday on which the person's weeks begin, 1…7.
  /// - Returns: nil when nothing was recorded.
  public static func computed(
    of days: [(LocalDay, HabitDayValue)], fields: HabitFields, weekStart: Int
  ) -> HabitProgress? {
    let recorded = days.filter { $0.1 != .empty }
      .map { RecordedDay(day: $0.0, value: $0.1) }.sorted { $0.day < $1.day }
    guard let first = recorded.first?.day, let lastRecorded = recorded.last else { return nil }
    let last = lastRecorded.day
    var fold = HabitFold(HabitPlan(fields, weekStart: weekStart))
    let start = Int(first.unixDays)
    let end = Int(last.unixDays)
    var next = start
    var lastCovered = Int.min
    for stretch in recorded.stretches(apart: HabitStanding.asleepDays) {
      fold.sleep(next..<stretch.firstDay)
      next = min(stretch.lastDay + HabitStanding.asleepDays, end)
      lastCovered = fold.add(stretch, until: next, firstRecorded: start)
    }
    let unseen = end - fold.timeline.reach(from: end)
    return HabitProgress(
      firstDay: first, lastDay: last, standing: fold.standing,
      lastAutomaticDay: lastCovered < end ? nil : LocalDay(unixDays: Int32(clamping: lastCovered)),
      lastValue: lastRecorded.value,
      earlier: recorded.dropLast().filter { Int($0.day.unixDays) > unseen })
  }

  /// How the habit stands today, and whether it is due, without reading days.
  ///
  /// - Parameters:
  ///   - today: when it is before the last recorded day, as after a flight to the west, the answer is that day's.
  ///   - fields: the ones from which the progress was made, and so the weekday.
  public func reading(
    on today: LocalDay, fields: HabitFields, weekStart: Int
  ) -> (standing: HabitStanding, dueness: Dueness) {
    reading(on: today, HabitPlan(fields, weekStart: weekStart))
  }

  /// The same of the plan from which the progress was made.
  public func reading(
    on today: LocalDay, _ plan: HabitPlan
  ) -> (standing: HabitStanding, dueness: Dueness) {
    let now = max(Int(today.unixDays), Int(lastDay.unixDays))
    var (fold, ledger) = carried(until: now + 1, today: now, plan)
    guard ledger.days.contains(now) else { return (fold.standing, plan.dueness(on: today)) }
    let rule = fold.timeline.rule(on: now)
    if rule.isSatisfiedEarly(on: now, of: ledger) { fold.standing.addUnit() }
    return (fold.standing, rule.dueness(on: now, of: ledger))
  }

  /// Carries the standing over the days from ``lastDay`` on.
  ///
  /// - Returns: with the days on which the habit is awake.
  private func carried(
    until end: Int, today: Int?, _ plan: HabitPlan
  ) -> (HabitFold, HabitLedger) {
    var fold = HabitFold(plan)
    fold.standing = standing
    let start = Int(firstDay.unixDays)
    let last = Int(lastDay.unixDays)
    let awake = last..<min(end, last + HabitStanding.asleepDays)
    let known = max(start, last + 1 - fold.timeline.reach(from: last))..<awake.upperBound
    let ledger = HabitLedger(
      recent, in: known, firstRecorded: start, aim: fold.aim, pauses: plan.pauses, today: today)
    fold.add(awake, of: ledger)
    let lastCovered = lastAutomaticDay.map { Int($0.unixDays) } ?? .min
    for day in awake { fold.standing.addDay(ledger[day], isCovered: day <= lastCovered) }
    fold.sleep(awake.upperBound..<end)
    return (fold, ledger)
  }

  /// How the habit stands today: see ``reading(on:fields:weekStart:)``.
  public func advanced(
    to today: LocalDay, fields: HabitFields, weekStart: Int
  ) -> HabitStanding {
    reading(on: today, fields: fields, weekStart: weekStart).standing
  }

  /// Whether the habit is due today: see ``reading(on:fields:weekStart:)``.
  public func dueness(on today: LocalDay, fields: HabitFields, weekStart: Int) -> Dueness {
    reading(on: today, fields: fields, weekStart: weekStart).dueness
  }
}

// MARK: - One day more

extension HabitProgress {
  /// The progress with another value of the last recorded day, or with a later day: the same, to the last bit, as ``computed(of:fields:weekStart:)``
  /// of all days, without reading them.
  ///
  /// - Parameter value: what the day now has.
  /// - Returns: nil where all days are needed: for an earlier day, for a last day that is cleared, and for checks that
  ///   stand for days around them.
  public func recording(
    _ value: HabitDayValue, on day: LocalDay, fields: HabitFields, weekStart: Int
  ) -> HabitProgress? {
    guard day >= lastDay else { return nil }
    if value == .empty { return day == lastDay ? nil : self }
    let isDaily = fields.schedules.allSatisfy { HabitFrequency($0.schedule).days == 1 }
    guard isDaily || fields.target != nil else { return nil }
    let end = Int(day.unixDays)
    let (fold, _) = carried(until: end, today: nil, HabitPlan(fields, weekStart: weekStart))
    let unseen = end - fold.timeline.reach(from: end)
    let earlier = recent.filter { Int($0.day.unixDays) > unseen && $0.day < day }
    let isDone = value.amountThousandths > 0 && !fields.pauses.contains { $0.contains(day) }
    return HabitProgress(
      firstDay: firstDay, lastDay: day, standing: fold.standing,
      lastAutomaticDay: fold.aim.isCheck && isDone ? day : nil, lastValue: value,
      earlier: earlier)
  }
}

extension HabitFields {
  /// Whether a habit is due of which nothing was recorded, or nothing in all that its schedule looks back at.
  public func dueness(on day: LocalDay, weekStart: Int) -> Dueness {
    HabitPlan(self, weekStart: weekStart).dueness(on: day)
  }
}
