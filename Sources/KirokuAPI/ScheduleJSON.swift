internal import JSON
internal import KirokuCore

/// The JSON form of a schedule with the day from which it holds, and of a pause.
enum ScheduleJSON {
  // MARK: - Writing

  static func write(_ version: ScheduleVersion?, to writer: inout JSONWriter) {
    guard let version else { return writer.null() }
    writer.beginObject()
    writer.key("from")
    writer.plainString(version.from.append)
    writer.key("type")
    writer.string(version.schedule.type.rawValue)
    switch version.schedule {
    case .daily: break
    case .weekdays(let days):
      writer.key("weekdays")
      writer.beginArray()
      for day in days.sorted() { writer.integer(Int64(day)) }
      writer.endArray()
    case .timesPer(_, let times):
      writer.key("times")
      writer.integer(Int64(times))
    case .timesInDays(let times, let days):
      writer.key("times")
      writer.integer(Int64(times))
      writer.key("days")
      writer.integer(Int64(days))
    case .everyDays(let days, let anchor):
      writer.key("days")
      writer.integer(Int64(days))
      writer.key("anchor")
      writer.plainString(anchor.append)
    }
    writer.endObject()
  }

  static func write(_ pause: Pause, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("from")
    writer.plainString(pause.first.append)
    writer.key("to")
    if let last = pause.last { writer.plainString(last.append) } else { writer.null() }
    writer.endObject()
  }
}

// MARK: - Reading

/// What is read here is of the right types; the rules on the values are `HabitDraft`'s.
extension ScheduleJSON {
  /// - Returns: nil after a fault.
  static func read(_ fields: inout JSONFields, ignoringUnknown: Bool) -> ScheduleFields? {
    let from = fields.parsed("from", expected: "date") { LocalDay($0) }
    let type = fields.choice("type", of: ScheduleType.self)
    var schedule = ScheduleFields(from: from.value, type: type.value)
    // More than a week has are for the rules to refuse.
    schedule.weekdays = fields.integers("weekdays", maxCount: 50).value
    schedule.times = fields.integer("times", in: .min ... .max).value
    schedule.days = fields.integer("days", in: .min ... .max).value
    schedule.anchor = fields.parsed("anchor", expected: "date") { LocalDay($0) }.value
    fields.finish(ignoringUnknown: ignoringUnknown)
    return fields.faults.isEmpty ? schedule : nil
  }

  /// - Returns: nil after a fault.
  static func readPause(
    _ fields: inout JSONFields, ignoringUnknown: Bool
  ) -> HabitDraft.PauseFields? {
    let from = fields.parsed("from", expected: "date") { LocalDay($0) }
    let to = fields.parsed("to", expected: "date") { LocalDay($0) }
    fields.finish(ignoringUnknown: ignoringUnknown)
    return fields.faults.isEmpty
      ? HabitDraft.PauseFields(from: from.value, to: to.value) : nil
  }
}
