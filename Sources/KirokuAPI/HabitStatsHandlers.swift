internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

// How a habit goes: /v1/habits/{id}/stats, /v1/habits/{id}/heatmap.svg

/// `GET /v1/habits/{id}/stats`: streaks, score, and how much of what was due was done.
func readHabitStats(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  try call.checkAcceptsJSON()
  var query = try QueryReader(call)
  let timeZone = query.timeZone(of: call)
  try query.finish(ignoringUnknown: call.isLenient)
  let (caller, course, habit) = try await course(in: timeZone, call, credential)

  let language = call.language(for: caller)
  let tag = Representation.tag(
    rev: caller.account.rev, of: caller.account, in: language, on: course.today)
  return call.read(tag, CommonHeaders.dated(in: language)) {
    HabitStats(course, habit, weekStart: caller.account.settings.weekStart).json()
  }
}

/// `GET /v1/habits/{id}/heatmap.svg`: a year of days as a picture.
func readHeatmap(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  try call.checkAccepts("image/svg+xml")
  var query = try QueryReader(call)
  let timeZone = query.timeZone(of: call)
  try query.finish(ignoringUnknown: call.isLenient)
  let (caller, course, habit) = try await course(in: timeZone, call, credential)

  let language = call.language(for: caller)
  let tag = Representation.tag(
    rev: caller.account.rev, of: caller.account, in: language, on: course.today)
  var headers = CommonHeaders.picture(in: language)
  headers.append(.vary, FieldName.timeZone.description)
  return call.read(tag, headers) {
    HabitHeatmap(
      habit: habit, days: course.days, today: course.today,
      weekStart: caller.account.settings.weekStart, language: language
    ).svg()
  }
}

private func course(
  in timeZone: String?, _ call: Call, _ credential: Credential
) async throws(Problem) -> (Caller, HabitCourse, Habit) {
  let id = try call.recordID()
  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.habits.course(of: id, in: timeZone, for: credential.secret)
  }
  let (caller, course) = try credential.granted(access)
  guard let habit = course.habit else { throw .missing(caller) }
  return (caller, course, habit)
}

/// The numbers of a habit.
struct HabitStats {
  private let course: HabitCourse
  private let habit: Habit
  private let history: HabitHistory
  let standing: HabitStanding

  /// Spans over which it is told how much of what was due was done.
  private static let spans: [(key: JSONKey, days: Int32)] = [
    ("last7Days", 7), ("last30Days", 30), ("last365Days", 365),
  ]

  init(_ course: HabitCourse, _ habit: Habit, weekStart: Int) {
    self.course = course
    self.habit = habit
    standing =
      course.progress?.advanced(to: course.today, fields: habit.fields, weekStart: weekStart)
      ?? .initial(of: habit.fields)
    history = HabitHistory(
      course.days.map { ($0.day, $0.value) }, fields: habit.fields, weekStart: weekStart,
      today: course.today)
  }

  /// Of the last so many days, today included.
  func completion(days: Int32) -> Completion {
    let first = LocalDay(unixDays: course.today.unixDays - days + 1)
    return history.completion(in: first...course.today)
  }

  func json() -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("habitId")
    writer.plainString(habit.id.append)
    writer.key("day")
    writer.plainString(course.today.append)
    writer.key("score")
    writer.share(standing.score)
    writer.key("streakDays")
    writer.integer(Int64(standing.streakDays))
    writer.key("streakUnits")
    writer.integer(Int64(standing.streakUnits))
    writer.key("bestStreakDays")
    writer.integer(Int64(standing.bestStreakDays))
    writer.key("bestStreakUnits")
    writer.integer(Int64(standing.bestStreakUnits))
    writer.key("completion")
    writer.beginObject()
    for span in Self.spans {
      writer.key(span.key)
      write(completion(days: span.days), to: &writer)
    }
    writer.key("all")
    let first = min(course.days.first?.day ?? course.today, course.today)
    write(history.completion(in: first...course.today), to: &writer)
    writer.endObject()
    writer.key("firstDay")
    writer.optionalString(course.days.first?.day.description)
    writer.key("lastDay")
    writer.optionalString(course.days.last?.day.description)
    writer.endObject()
    return writer.bytes
  }

  private func write(_ completion: Completion, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("satisfied")
    writer.integer(Int64(completion.satisfied))
    writer.key("missed")
    writer.integer(Int64(completion.missed))
    writer.key("share")
    if let share = completion.share { writer.share(share) } else { writer.null() }
    writer.endObject()
  }
}

extension JSONWriter {
  /// A number of 0…1, rounded to six decimals.
  mutating func share(_ share: Double) {
    let millionths = Int64((min(max(share, 0), 1) * 1_000_000).rounded())
    guard millionths % 1_000_000 != 0 else { return integer(millionths / 1_000_000) }
    var digits = String(millionths)
    digits = String(repeating: "0", count: 6 - digits.utf8.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    raw("0." + digits)
  }
}
