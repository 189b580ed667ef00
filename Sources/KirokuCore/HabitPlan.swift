/// What a habit's streaks and score follow from, beside its days.
public struct HabitPlan: Sendable {
  let timeline: ScheduleTimeline
  let aim: HabitAim
  /// In the order of their first days.
  let pauses: [Pause]

  /// - Parameters:
  ///   - schedule: the first one, which holds before its day as well.
  ///   - later: the others, ascending by day.
  ///   - pauses: ascending by first day.
  ///   - weekStart: the weekday on which the person's weeks begin, 1…7.
  public init(
    _ target: HabitTarget?, _ schedule: Schedule, then later: [ScheduleVersion],
    pauses: [Pause], weekStart: Int
  ) {
    aim = HabitAim(target)
    timeline = ScheduleTimeline(schedule, then: later[...], aim, weekStart: weekStart)
    self.pauses = pauses
  }

  public init(_ fields: borrowing HabitFields, weekStart: Int) {
    aim = HabitAim(fields.target)
    timeline = ScheduleTimeline(fields, weekStart: weekStart)
    pauses = fields.pauses
  }

  /// Whether every day is asked for, and always was, with no pause.
  var isEveryDay: Bool {
    guard pauses.isEmpty, let rule = timeline.onlyRule, case .everyDay = rule.asks else {
      return false
    }
    return true
  }

  /// Whether a habit is due of which nothing was recorded, or nothing in all that its schedule looks back at.
  public func dueness(on day: LocalDay) -> Dueness {
    if pauses.contains(where: { $0.contains(day) }) { return .paused }
    let number = Int(day.unixDays)
    return timeline.rule(on: number).isScheduled(number) ? .due : .rest
  }
}
