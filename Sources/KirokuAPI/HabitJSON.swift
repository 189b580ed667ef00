internal import JSON
internal import KirokuCore
internal import KirokuStore

/// The JSON form of a habit.
enum HabitJSON {
  /// A typical habit's bytes: what a writer reserves for each.
  static let typicalBytes = 640

  /// A habit, or null where it is gone.
  ///
  /// - Parameter today: the day whose schedule is the one in force.
  static func write(
    _ habit: Habit?, on today: LocalDay, in language: Language, to writer: inout JSONWriter
  ) {
    if let habit { write(habit, on: today, in: language, to: &writer) } else { writer.null() }
  }

  static func write(
    _ habit: Habit, on today: LocalDay, in language: Language, to writer: inout JSONWriter
  ) {
    let fields = habit.fields
    writer.beginObject()
    writer.key("id")
    writer.plainString(habit.id.append)
    writer.key("name")
    writer.string(fields.name)
    writer.key("kind")
    writer.string(fields.kind.rawValue)
    writer.key("target")
    write(fields.target, to: &writer)
    writer.key("schedule")
    ScheduleJSON.write(fields.schedules.version(on: today), to: &writer)
    writer.key("schedules")
    writer.beginArray()
    for version in fields.schedules { ScheduleJSON.write(version, to: &writer) }
    writer.endArray()
    writer.key("pauses")
    writer.beginArray()
    for pause in fields.pauses { ScheduleJSON.write(pause, to: &writer) }
    writer.endArray()
    writer.key("icon")
    writer.optionalString(fields.icon)
    writer.key("color")
    writer.optionalString(fields.color)
    writer.key("position")
    writer.integer(Int64(fields.position))
    writer.key("archived")
    writer.bool(fields.isArchived)
    writer.key("note")
    writer.optionalString(fields.note)
    writer.key("title")
    writer.string(fields.name)
    writer.key("subtitle")
    writer.string(HabitDisplay.subtitle(fields, on: today, in: language))
    writer.key("version")
    writer.plainString(habit.version.append)
    writer.key("rev")
    writer.integer(habit.rev)
    writer.key("createdAt")
    writer.plainString(habit.createdAt.append)
    writer.key("updatedAt")
    writer.plainString(habit.updatedAt.append)
    writer.endObject()
  }

  private static func write(_ target: HabitTarget?, to writer: inout JSONWriter) {
    guard let target else { return writer.null() }
    writer.beginObject()
    writer.key("value")
    writer.decimal(thousandths: target.thousandths)
    writer.key("direction")
    writer.string(target.direction.rawValue)
    writer.key("unit")
    writer.optionalString(target.unit)
    writer.endObject()
  }
}

extension [ScheduleVersion] {
  /// The version that holds on a day; the first one holds before its day as well.
  func version(on day: LocalDay) -> ScheduleVersion? { last { $0.from <= day } ?? first }
}
