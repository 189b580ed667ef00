internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

// Habits: /v1/habits

/// `GET /v1/habits`: a page, or the habits with certain ids.
func listHabits(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  let query = try HabitQuery(call)
  let access = try await call.stored { () throws(StoreError) in
    if let ids = query.ids {
      return try await call.environment.store.habits.habits(
        ids, in: query.timeZone, for: credential.secret)
    }
    return try await call.environment.store.habits.list(
      query.filter, after: query.place, limit: query.limit, in: query.timeZone,
      for: credential.secret)
  }
  let (caller, page) = try credential.granted(access)

  let language = call.language(for: caller)
  let cursor = page.next.map(query.cursor)
  let tag = Representation.tag(
    rev: caller.account.rev, of: caller.account, in: language, on: page.today)
  var headers = CommonHeaders.dated(in: language)
  if let cursor { headers.append(.link, "<\(query.target(after: cursor))>; rel=\"next\"") }
  return call.read(tag, headers) {
    var writer = JSONWriter(capacity: 64 + page.habits.count * HabitJSON.typicalBytes)
    writer.beginObject()
    writer.key("habits")
    writer.beginArray()
    for habit in page.habits { HabitJSON.write(habit, on: page.today, in: language, to: &writer) }
    writer.endArray()
    writer.key("nextCursor")
    writer.optionalString(cursor)
    writer.endObject()
    return writer.bytes
  }
}

/// `GET /v1/habits/{id}`
func readHabit(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  try call.checkAcceptsJSON()
  var query = try QueryReader(call)
  let timeZone = query.timeZone(of: call)
  try query.finish(ignoringUnknown: call.isLenient)
  let id = try call.recordID()

  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.habits.habit(id, in: timeZone, for: credential.secret)
  }
  let (caller, found) = try credential.granted(access)
  guard let habit = found.habit else { throw .missing(caller) }

  let language = call.language(for: caller)
  let tag = Representation.tag(of: habit, on: found.today, caller.account, in: language)
  return call.read(tag, CommonHeaders.dated(in: language)) {
    var writer = JSONWriter(capacity: HabitJSON.typicalBytes)
    HabitJSON.write(habit, on: found.today, in: language, to: &writer)
    return writer.bytes
  }
}

extension Problem {
  /// A record that there is not, for a caller who is known.
  static func missing(_ caller: Caller) -> Problem {
    Problem(.notFound).afterTokenCheck(language: caller.account.settings.language)
  }
}

extension Representation {
  /// Of a habit: which of its schedules holds is a matter of the day.
  static func tag(
    of habit: Habit, on today: LocalDay, _ account: Account, in language: Language
  ) -> EntityTag {
    let schedules = habit.fields.schedules
    return tag(
      rev: habit.rev, of: account, in: language, on: schedules.version(on: today)?.from)
  }
}
