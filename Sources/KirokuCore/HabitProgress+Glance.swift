/// What a widget draws of how a habit stands.
public struct HabitGlance: Hashable, Sendable {
  public let isDue: Bool
  public let streakDays: Int
  public let streakUnits: Int

  public init(isDue: Bool, streakDays: Int, streakUnits: Int) {
    self.isDue = isDue
    self.streakDays = streakDays
    self.streakUnits = streakUnits
  }
}

extension HabitPlan {
  /// What a widget draws of a habit, by what is stored of its progress.
  ///
  /// - Parameter progress: ``HabitProgress/bytes``, lent; nil where nothing was recorded.
  public func glance(on today: LocalDay, stored progress: Span<UInt8>?) -> HabitGlance {
    if let progress, let progress = HabitProgress(progress) {
      return progress.glance(on: today, self)
    }
    return HabitGlance(isDue: dueness(on: today) == .due, streakDays: 0, streakUnits: 0)
  }
}

extension HabitProgress {
  /// A part of ``reading(on:_:)``. Widgets ask for ten of them at once, most for habits of every day, where it is a few steps.
  public func glance(on today: LocalDay, _ plan: HabitPlan) -> HabitGlance {
    if plan.isEveryDay, let glance = glanceOfEveryDay(on: today, plan.aim) { return glance }
    let (standing, dueness) = reading(on: today, plan)
    return HabitGlance(
      isDue: dueness == .due, streakDays: standing.streakDays, streakUnits: standing.streakUnits)
  }

  /// The last recorded day ends both streaks, or adds to them; days after it without anything, but for today, end them.
  private func glanceOfEveryDay(on today: LocalDay, _ aim: HabitAim) -> HabitGlance? {
    if let lastAutomaticDay, lastAutomaticDay > lastDay { return nil }
    let daysSince = max(0, lastDay.distance(to: today))
    guard daysSince <= 1 else {
      return HabitGlance(isDue: true, streakDays: 0, streakUnits: 0)
    }
    let day = aim.day(lastValue)
    let isOpen = day.isEmpty && daysSince == 0
    let isKept = lastAutomaticDay == lastDay || !day.isDisjoint(with: [.done, .skipped])
    var (streakDays, streakUnits) = (standing.streakDays, standing.streakUnits)
    if isKept { streakDays += 1 } else if !isOpen { streakDays = 0 }
    if day.contains(.done) {
      streakUnits += 1
    } else if !day.contains(.skipped) && !isOpen {
      streakUnits = 0
    }
    return HabitGlance(isDue: true, streakDays: streakDays, streakUnits: streakUnits)
  }
}
