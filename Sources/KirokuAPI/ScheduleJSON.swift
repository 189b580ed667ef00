internal import JSON
internal import KirokuCore

/// The JSON form of a schedule with the day from which it holds, and of a pause.
enum ScheduleJSON {
  /// By which name a schedule's kind goes.
  enum Kind: String, CaseIterable {
    case daily, weekdays, perWeek, perMonth, inDays, everyDays
  }

  // MARK: - Writing

  static func write(_ version: ScheduleVersion?, to writer: inout JSONWriter) {
    guard let version else { return writer.null() }
    writer.beginObject()
    writer.key("from")
    writer.plainString(version.from.append)
    writer.key("type")
    switch version.schedule {
    case .daily: writer.string(Kind.daily.rawValue)
    case .weekdays(let days):
      writer.string(Kind.weekdays.rawValue)
      writer.key("weekdays")
      writer.beginArray()
      for day in days.sorted() { writer.integer(Int64(day)) }
      writer.endArray()
    case .timesPer(let period, let times):
      writer.string(period == .week ? Kind.perWeek.rawValue : Kind.perMonth.rawValue)
      writer.key("times")
      writer.integer(Int64(times))
    case .timesInDays(let times, let days):
      writer.string(Kind.inDays.rawValue)
      writer.key("times")
      writer.integer(Int64(times))
      writer.key("days")
      writer.integer(Int64(days))
    case .everyDays(let days, let anchor):
      writer.string(Kind.everyDays.rawValue)
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
