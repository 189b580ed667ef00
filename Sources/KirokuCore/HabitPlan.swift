/// What a habit's streaks and score follow from, beside its days.
public struct HabitPlan: Sendable {
  let aim: HabitAim
  /// The first schedule, which holds before its day as well.
  private let first: Schedule
  /// The others, ascending by day.
  private let later: ArraySlice<ScheduleVersion>
  /// In the order of their first days.
  let pauses: [Pause]
  private let weekStart: Int

  /// - Parameters:
  ///   - schedule: the first one, which holds before its day as well.
  ///   - later: the others, ascending by day.
  ///   - pauses: ascending by first day.
  ///   - weekStart: the weekday on which the person's weeks begin, 1…7.
  public init(
    _ aim: HabitAim, _ schedule: Schedule, then later: [ScheduleVersion],
    pauses: [Pause], weekStart: Int
  ) {
    self.aim = aim
    first = schedule
    self.later = later[...]
    self.pauses = pauses
    self.weekStart = weekStart
  }

  public init(_ fields: borrowing HabitFields, weekStart: Int) {
    aim = HabitAim(fields.target)
    first = fields.schedules.first?.schedule ?? .daily
    later = fields.schedules.dropFirst()
    pauses = fields.pauses
    self.weekStart = weekStart
  }

  /// The schedules as rules: made anew each time, since most readings need none.
  var timeline: ScheduleTimeline {
    ScheduleTimeline(first, then: later, aim, weekStart: weekStart)
  }

  /// Whether every day is asked for, and always was, with no pause.
  var isEveryDay: Bool {
    guard case .daily = first else { return false }
    return later.isEmpty && pauses.isEmpty
  }

  /// Whether a habit is due of which nothing was recorded, or nothing in all that its schedule looks back at.
  public func dueness(on day: LocalDay) -> Dueness {
    if isEveryDay { return .due }
    if pauses.contains(where: { $0.contains(day) }) { return .paused }
    let number = Int(day.unixDays)
    return timeline.rule(on: number).isScheduled(number) ? .due : .rest
  }
}
