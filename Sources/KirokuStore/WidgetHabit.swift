public import KirokuCore
internal import Postgres

/// A habit on the person's day, as a widget draws it.
public struct WidgetHabit: Sendable {
  public let id: UUIDBytes
  public let fields: HabitFields
  public let value: HabitDayValue
  /// Of the day: what a tap on the widget has seen. Nil where nothing was recorded.
  public let dayVersion: Instant?
  public let isDue: Bool
  public let streakDays: Int
  public let streakUnits: Int

  /// Of a habit `h`, its day `d` and its progress `p`; the note is no part of it.
  static let column: StaticString = """
    row(h.id, h.kind, h.name, h.target_thousandths, h.target_direction, h.target_unit, h.schedules,
      h.pauses, h.icon, h.color, h.position, h.archived, null::text, coalesce(d.skipped, false),
      d.amount_thousandths, d.version_at, p.progress)
    """
  static let fieldCount = 17

  /// Reads `column`.
  init(
    _ fields: inout Composite, on today: LocalDay, weekStart: Int
  ) throws(PostgresError) {
    id = try fields.id()
    self.fields = try HabitFields(&fields)
    value = try HabitDayValue(&fields)
    dayVersion = try fields.instantOrNil()
    let progress = try fields.byteaOrNil().flatMap { HabitProgress(bytes: $0) }
    guard let progress else {
      isDue = self.fields.dueness(on: today, weekStart: weekStart) == .due
      (streakDays, streakUnits) = (0, 0)
      return
    }
    let (standing, dueness) = progress.reading(
      on: today, fields: self.fields, weekStart: weekStart)
    isDue = dueness == .due
    (streakDays, streakUnits) = (standing.streakDays, standing.streakUnits)
  }
}
