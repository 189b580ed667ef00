public import KirokuCore
internal import Postgres

/// A habit on the person's day, as a widget draws it: read often, so no more of it is read than is drawn.
///
/// Its texts are places in bytes that are lent with it (UTF-8), so that each is copied once, to where it is written.
public struct WidgetHabit: Sendable {
  public typealias Text = Range<Int>

  public let id: UUIDBytes
  public let name: Text
  public let icon: Text?
  public let color: Text?
  public let aim: HabitAim
  /// Of what is counted.
  public let unit: Text?
  public let value: HabitDayValue
  /// Of the day: what a tap on the widget has seen. Nil where nothing was recorded.
  public let dayVersion: Instant?
  public let glance: HabitGlance

  /// How long the texts are together.
  public var textBytes: Int {
    name.count + (icon?.count ?? 0) + (color?.count ?? 0) + (unit?.count ?? 0)
  }

  /// Of a habit `h`, its day `d` and its progress `p`; the note is no part of it. NULL stands for the schedule of most habits
  /// (every day, from the beginning) and for no pauses, so that they are neither sent nor read.
  static let column: StaticString = """
    row(h.id, h.name, h.icon, h.color, h.target_thousandths, h.target_direction, h.target_unit,
      nullif(h.schedules, '{"1900-01-01 daily"}'), nullif(h.pauses, '{}'), coalesce(d.skipped, false),
      d.amount_thousandths, d.version_at, p.progress)
    """
  static let fieldCount = 13

  /// Reads `column`.
  init(
    _ fields: inout Composite, on today: LocalDay, weekStart: Int
  ) throws(PostgresError) {
    id = try fields.id()
    guard let name = try fields.place() else { throw StoredNameFault.unknown }
    self.name = name
    icon = try fields.place()
    color = try fields.place()
    let amount = try fields.int64OrNil()
    let direction: TargetDirection? = try fields.nameOrNil()
    aim = direction.flatMap { HabitAim($0, amount) } ?? .check
    unit = try fields.place()
    let plan = try HabitPlan(&fields, aim, weekStart: weekStart)
    value = try HabitDayValue(&fields)
    dayVersion = try fields.instantOrNil()
    glance = try fields.withBytes { progress throws(PostgresError) in
      plan.glance(on: today, stored: progress)
    }
  }
}

extension HabitAim {
  /// Nil without an amount.
  fileprivate init?(_ direction: TargetDirection, _ thousandths: Int64?) {
    guard let thousandths else { return nil }
    switch direction {
    case .atLeast: self = .atLeast(thousandths)
    case .atMost: self = .atMost(thousandths)
    }
  }
}

extension HabitPlan {
  /// Reads the schedules and pauses of `WidgetHabit.column`.
  fileprivate init(
    _ fields: inout Composite, _ aim: HabitAim, weekStart: Int
  ) throws(PostgresError) {
    var first = Schedule.daily
    var later: [ScheduleVersion] = []
    var isFirst = true
    try fields.forEachTextIfAny { text throws(PostgresError) in
      guard let version = ScheduleVersion(utf8: text) else { throw StoredNameFault.unknown }
      // One is the rule, and an array of it would be made for nothing.
      if isFirst { first = version.schedule } else { later.append(version) }
      isFirst = false
    }
    var pauses: [Pause] = []
    try fields.forEachTextIfAny { text throws(PostgresError) in
      guard let pause = Pause(utf8: text) else { throw StoredNameFault.unknown }
      pauses.append(pause)
    }
    self.init(aim, first, then: later, pauses: pauses, weekStart: weekStart)
  }
}
