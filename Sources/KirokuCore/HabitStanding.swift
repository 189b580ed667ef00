/// How a habit stands on a day.
public struct HabitStanding: Hashable, Sendable {
  /// Loop Habit Tracker's score, 0…1: see ``ScheduleRule/fullness(_:)`` and ``HabitFrequency/multiplier``.
  public var score: Double
  /// Days in a row up to today, as Loop counts: done, skipped, or covered by the days around (``AutomaticDays``). A paused
  /// day is passed over; today, as long as it can still be done, does not end them.
  ///
  /// No streak outlives ``asleepDays`` without anything recorded, be they paused.
  public var streakDays: Int
  /// Due days and whole periods satisfied in a row: see ``ScheduleRule/outcome(on:of:)``.
  public var streakUnits: Int
  public var bestStreakDays: Int
  public var bestStreakUnits: Int

  /// So many days after the last recorded one a habit is asleep.
  public static let asleepDays = 1_000

  public init(
    score: Double, streakDays: Int, streakUnits: Int, bestStreakDays: Int, bestStreakUnits: Int
  ) {
    self.score = score
    self.streakDays = streakDays
    self.streakUnits = streakUnits
    self.bestStreakDays = bestStreakDays
    self.bestStreakUnits = bestStreakUnits
  }

  /// Of a habit without recorded days. Whoever aims at most at something starts with a full score.
  public static func initial(of fields: HabitFields) -> HabitStanding {
    initial(of: HabitAim(fields.target))
  }

  static func initial(of aim: HabitAim) -> HabitStanding {
    HabitStanding(
      score: aim.isAtMost ? 1 : 0, streakDays: 0, streakUnits: 0,
      bestStreakDays: 0, bestStreakUnits: 0)
  }
}
