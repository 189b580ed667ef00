public import KirokuCore
internal import Postgres

/// A habit on the person's day, as a widget draws it: read often, so no more of it is read than is drawn.
public struct WidgetHabit: Sendable {
  public let id: UUIDBytes
  public let name: String
  public let icon: String?
  public let color: String?
  /// Nil for a check.
  public let target: HabitTarget?
  public let value: HabitDayValue
  /// Of the day: what a tap on the widget has seen. Nil where nothing was recorded.
  public let dayVersion: Instant?
  public let glance: HabitGlance

  /// Of a habit `h`, its day `d` and its progress `p`; the note is no part of it.
  static let column: StaticString = """
    row(h.id, h.name, h.icon, h.color, h.target_thousandths, h.target_direction, h.target_unit,
      h.schedules, h.pauses, coalesce(d.skipped, false), d.amount_thousandths, d.version_at,
      p.progress)
    """
  static let fieldCount = 13

  /// Reads `column`.
  init(
    _ fields: inout Composite, on today: LocalDay, weekStart: Int
  ) throws(PostgresError) {
    id = try fields.id()
    name = try fields.text()
    icon = try fields.textOrNil()
    color = try fields.textOrNil()
    target = try HabitTarget(&fields)
    let (first, later): (ScheduleVersion?, [ScheduleVersion]) = try fields.firstAndLater()
    let plan = HabitPlan(
      target, first?.schedule ?? .daily, then: later, pauses: try fields.values(),
      weekStart: weekStart)
    value = try HabitDayValue(&fields)
    dayVersion = try fields.instantOrNil()
    let progress = try fields.withBytes { bytes throws(PostgresError) in
      guard let bytes else { return HabitProgress?.none }
      return HabitProgress(bytes)
    }
    glance =
      progress?.glance(on: today, plan)
      ?? HabitGlance(isDue: plan.dueness(on: today) == .due, streakDays: 0, streakUnits: 0)
  }
}
