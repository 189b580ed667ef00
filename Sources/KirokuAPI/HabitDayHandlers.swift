internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

// What was recorded for habits: /v1/habits/{id}/days, /v1/days

/// `GET /v1/habits/{id}/days/{day}`
func readHabitDay(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  try call.checkAcceptsJSON()
  var query = try QueryReader(call)
  let timeZone = query.timeZone(of: call)
  try query.finish(ignoringUnknown: call.isLenient)
  let (id, day) = (try call.recordID(), try call.day())

  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.habits.day(
      day.date, of: id, in: timeZone, for: credential.secret)
  }
  let (caller, found) = try credential.granted(access)
  guard let habit = found.habit else { throw .missing(caller) }

  let language = call.language(for: caller)
  let one = found.day(day.date ?? found.today, of: id)
  let tag = Representation.tag(of: one, habit, caller.account, in: language)
  return call.read(tag, CommonHeaders.dated(in: language)) {
    var writer = JSONWriter(capacity: HabitDayJSON.typicalBytes)
    HabitDayJSON.write(one, of: habit.fields, to: &writer)
    return writer.bytes
  }
}

/// `GET /v1/habits/{id}/days`: what was recorded, a day each.
func listHabitDays(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  try call.checkAcceptsJSON()
  var query = try QueryReader(call)
  let range = query.dayRange()
  let timeZone = query.timeZone(of: call)
  try query.finish(ignoringUnknown: call.isLenient)
  let id = try call.recordID()

  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.habits.days(
      from: range.from, before: range.to, of: id, in: timeZone, for: credential.secret)
  }
  let (caller, found) = try credential.granted(access)
  guard let habit = found.habit else { throw .missing(caller) }

  let language = call.language(for: caller)
  let tag = Representation.tag(rev: caller.account.rev, of: caller.account, in: language)
  let days = found.days.suffix(DayRange.maxDays)
  return call.read(tag, in: language, capacity: 64 + days.count * HabitDayJSON.typicalBytes) {
    writer in
    writer.beginObject()
    writer.key("days")
    writer.beginArray()
    for day in days { HabitDayJSON.write(day, of: habit.fields, to: &writer) }
    writer.endArray()
    writer.endObject()
  }
}

/// `GET /v1/days/{day}`: one day of all habits.
func readDay(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  try call.checkAcceptsJSON()
  var query = try QueryReader(call)
  let timeZone = query.timeZone(of: call)
  try query.finish(ignoringUnknown: call.isLenient)
  let day = try call.day()

  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.habits.day(
      day.date, in: timeZone, for: credential.secret)
  }
  let (caller, found) = try credential.granted(access)

  let language = call.language(for: caller)
  let tag = Representation.tag(
    rev: caller.account.rev, of: caller.account, in: language, on: found.day)
  return call.read(tag, CommonHeaders.dated(in: language)) {
    var writer = JSONWriter(capacity: 64 + found.habits.count * HabitDayJSON.typicalBytes)
    writer.beginObject()
    writer.key("day")
    writer.plainString(found.day.append)
    writer.key("days")
    writer.beginArray()
    for (habit, day) in found.habits {
      HabitDayJSON.write(day, of: habit.fields, to: &writer)
    }
    writer.endArray()
    writer.endObject()
    return writer.bytes
  }
}

extension DayReference {
  /// Nil for today.
  var date: LocalDay? { if case .day(let day) = self { day } else { nil } }
}

extension Call {
  /// The day in the path. Whatever is no day is no record either: the same 404.
  func day() throws(Problem) -> DayReference {
    guard let text = parameters["day"] else { throw Problem(.notFound) }
    if text == "today" { return .today }
    guard let day = LocalDay(String(text)) else { throw Problem(.notFound) }
    return .day(day)
  }
}

/// The days from one on and before another.
struct DayRange {
  let from: LocalDay?
  let to: LocalDay?

  /// Days that one answer holds at most: eleven years, about 1 MB.
  static let maxDays = 4_000
}

extension QueryReader {
  /// `from` and `to`, at most 4,000 days apart.
  mutating func dayRange() -> DayRange {
    let from = day("from")
    let to = day("to")
    if let from, let to {
      if from > to {
        report(.reversedRange, at: "to", ["other": "from"])
      } else if Int(to.unixDays - from.unixDays) > DayRange.maxDays {
        let values = ["other": "from", "limit": String(DayRange.maxDays), "unit": "days"]
        report(.tooLong, at: "to", values)
      }
    }
    return DayRange(from: from, to: to)
  }
}

extension Representation {
  /// Of a day: what its amount means is the habit's to say.
  static func tag(
    of day: HabitDay, _ habit: Habit, _ account: Account, in language: Language
  ) -> EntityTag {
    var meaning = Fingerprint()
    meaning.mix(habit.rev)
    meaning.mix(Int64(day.day.unixDays))
    return tag(rev: day.rev, of: account, in: language, detail: meaning.value)
  }
}
