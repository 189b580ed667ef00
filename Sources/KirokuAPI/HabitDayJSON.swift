internal import JSON
internal import KirokuCore
internal import KirokuStore

/// The JSON form of a habit's day.
enum HabitDayJSON {
  /// A typical day's bytes: what a writer reserves for each.
  static let typicalBytes = 280

  /// - Parameters:
  ///   - habit: which the day is of; nil where it is gone.
  ///   - isDue: whether something is to be done on the day; left out where nil.
  static func write(
    _ day: HabitDay, of habit: HabitFields?, isDue: Bool? = nil, to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.key("habitId")
    writer.plainString(day.habitID.append)
    writer.key("day")
    writer.plainString(day.day.append)
    writeState(day.value, of: habit, to: &writer)
    writer.key("note")
    writer.optionalString(day.note)
    if let isDue {
      writer.key("isDue")
      writer.bool(isDue)
    }
    writer.key("version")
    if let version = day.version { writer.plainString(version.append) } else { writer.null() }
    writer.key("rev")
    writer.integer(day.rev)
    writer.key("updatedAt")
    if let time = day.updatedAt { writer.plainString(time.append) } else { writer.null() }
    writer.endObject()
  }

  /// `done`, `count` and `skipped`.
  private static func writeState(
    _ value: HabitDayValue, of habit: HabitFields?, to writer: inout JSONWriter
  ) {
    var amount: Int64?
    if case .amount(let thousandths) = value { amount = thousandths }
    writer.key("done")
    if let amount { writer.bool(habit.isDone(amount)) } else { writer.null() }
    writer.key("count")
    if let amount, habit?.kind != .check {
      writer.decimal(thousandths: amount)
    } else {
      writer.null()
    }
    writer.key("skipped")
    writer.bool(value == .skipped)
  }
}

extension HabitFields? {
  /// Whether an amount is what the habit aims at; of a check, and of one that is gone, anything.
  func isDone(_ amount: Int64) -> Bool {
    guard let target = self?.target else { return amount > 0 }
    return target.isMet(by: amount)
  }
}
