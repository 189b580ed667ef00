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
  var standing: HabitStanding
  /// The last day that the days up to ``lastDay`` stand for; it may be after it. Nil when they stand for no others.
  let lastAutomaticDay: LocalDay?
  /// The days, ascending, that days from ``lastDay`` on may look back at.
  let recent: [RecordedDay]

  /// Computes the progress from all days of a habit, in time linear in the days from the first to the last.
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
    guard let first = recorded.first?.day, let last = recorded.last?.day else { return nil }
    let timeline = ScheduleTimeline(fields, weekStart: weekStart)
    let aim = HabitAim(fields.target)
    let start = Int(first.unixDays)
    let end = Int(last.unixDays)
    // What days stand for may begin before the first of them.
    let earliest = start - ScheduleRules.days.upperBound
    let ledger = HabitLedger(
      recorded, in: earliest..<end + 1, firstRecorded: start, aim: aim,
      pauses: fields.pauses, today: nil)
    var standing = HabitStanding.initial(of: fields)
    timeline.forEach(in: start..<end) { day, rule in
      standing.addScore(of: day, ledger, rule)
      standing.addUnits(of: day, ledger, rule)
    }
    let automatic = AutomaticDays(of: ledger, aim, timeline)
    for (day, isCovered) in zip(earliest..., automatic.coverage(of: earliest..<end)) {
      standing.addDay(ledger[day], isCovered: isCovered)
    }
    let reach = timeline.reach(from: end)
    return HabitProgress(
      firstDay: first, lastDay: last, standing: standing,
      lastAutomaticDay: automatic.lastDay.map { LocalDay(unixDays: Int32(clamping: $0)) },
      recent: recorded.filter { Int($0.day.unixDays) > end - reach })
  }

  /// How the habit stands today, and whether it is due, without reading days.
  ///
  /// - Parameters:
  ///   - today: when it is before the last recorded day, as after a flight to the west, the answer is that day's.
  ///   - fields: the ones from which the progress was made, and so the weekday.
  public func reading(
    on today: LocalDay, fields: HabitFields, weekStart: Int
  ) -> (standing: HabitStanding, dueness: Dueness) {
    let timeline = ScheduleTimeline(fields, weekStart: weekStart)
    let start = Int(firstDay.unixDays)
    let last = Int(lastDay.unixDays)
    let now = max(Int(today.unixDays), last)
    let known = max(start, last + 1 - timeline.reach(from: last))
    let ledger = HabitLedger(
      recent, in: known..<now + 1, firstRecorded: start, aim: HabitAim(fields.target),
      pauses: fields.pauses, today: now)
    let lastCovered = lastAutomaticDay.map { Int($0.unixDays) } ?? .min
    var standing = standing
    timeline.forEach(in: last..<now + 1) { day, rule in
      standing.addScore(of: day, ledger, rule)
      standing.addUnits(of: day, ledger, rule)
      standing.addDay(ledger[day], isCovered: day <= lastCovered)
    }
    let rule = timeline.rule(on: now)
    if rule.isSatisfiedEarly(on: now, of: ledger) { standing.addUnit() }
    return (standing, rule.dueness(on: now, of: ledger))
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

extension HabitFields {
  /// Whether a habit without recorded days is due.
  public func dueness(on day: LocalDay, weekStart: Int) -> Dueness {
    if pauses.contains(where: { $0.contains(day) }) { return .paused }
    let number = Int(day.unixDays)
    let rule = ScheduleTimeline(self, weekStart: weekStart).rule(on: number)
    return rule.isScheduled(number) ? .due : .rest
  }
}
