internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

// Writes of days: each is an operation, and answers all that an intent's result needs.

/// `PUT /v1/habits/{id}/days/{day}`: writes a day's state, its note, or both.
func putHabitDay(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  var fields = try await call.fields()
  var request = ActRequest(call, credential)
  let body = try HabitDayBody(&fields, ignoringUnknown: call.isLenient, request.faults)
  let (id, day) = (try call.recordID(), try call.day())
  request.ignored = fields.ignored
  request.describe(.set, id, day, fields: body.set.canonicalJSON)
  let write = try await PushedWrite.push(
    .setDay(habit: id, day, body.set), request, call, credential, isOnKnown: true)
  return try HabitDayAnswer(write, .set, writesValue: body.set.value != nil).response()
}

/// `POST /v1/habits/{id}/days/{day}/increment`: adds to a day's amount.
func incrementHabitDay(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  var fields = try await call.fields()
  var request = ActRequest(call, credential)
  let body = try IncrementBody(&fields, ignoringUnknown: call.isLenient, request.faults)
  let (id, day) = (try call.recordID(), try call.day())
  request.ignored = fields.ignored
  request.describe(
    .increment, id, day, fields: IncrementSpelling.canonicalJSON(thousandths: body.thousandths))
  let write = try await PushedWrite.push(
    .incrementDay(habit: id, day, thousandths: body.thousandths), request, call, credential,
    isOnKnown: true)
  return try HabitDayAnswer(write, .increment, writesValue: true).response()
}

/// `POST /v1/habits/{id}/days/{day}/toggle`: sets the opposite of what was shown, where that is what is stored.
func toggleHabitDay(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  var fields = try await call.fields()
  var request = ActRequest(call, credential)
  let body = try ToggleBody(&fields, ignoringUnknown: call.isLenient, request.faults)
  let (id, day) = (try call.recordID(), try call.day())
  request.ignored = fields.ignored
  request.describe(.set, id, day, fields: Array("toggle \(body.isShownDone)".utf8))
  let write = try await PushedWrite.push(
    .toggleDay(habit: id, day, shown: body.isShownDone), request, call, credential,
    isOnKnown: true)
  return try HabitDayAnswer(write, .set, writesValue: true).response()
}

extension ActRequest {
  /// Says what was sent of a day, in one spelling: its id as sync has it, `HABIT/DAY`.
  fileprivate mutating func describe(
    _ kind: OperationKind, _ habit: UUIDBytes, _ day: DayReference, fields: [UInt8]
  ) {
    let name = day.date?.description ?? "today"
    describe(kind, ofA: "day", habit, fields: Array("/\(name) ".utf8) + fields)
  }
}

/// The answer to a write of a day.
private struct HabitDayAnswer {
  let write: PushedWrite
  let kind: OperationKind
  /// Whether the act writes the state, and not the note alone.
  let writesValue: Bool

  init(_ write: PushedWrite, _ kind: OperationKind, writesValue: Bool) {
    self.write = write
    self.kind = kind
    self.writesValue = writesValue
  }

  private var record: (day: HabitDay, habit: Habit)? {
    if case .day(let day, let habit) = write.result.record { (day, habit) } else { nil }
  }

  private var tag: EntityTag? {
    record.map {
      Representation.tag(of: $0.day, $0.habit, write.caller.account, in: write.language)
    }
  }

  /// How the habit stands today, after the act; nil where it is gone.
  private var standing: HabitStanding? {
    guard let fields = record?.habit.fields else { return nil }
    let weekStart = write.caller.account.settings.weekStart
    return write.result.progress?.advanced(to: write.today, fields: fields, weekStart: weekStart)
      ?? .initial(of: fields)
  }

  func response() throws(Problem) -> Response {
    let refusal = write.refusal { problem in
      guard let (day, habit) = record, let tag else { return }
      problem.current = .day(day, habit.fields)
      problem = problem.with(.etag, tag.description)
    }
    if let refusal { throw refusal }
    var headers = write.headers(tag)
    if let day = record?.day {
      headers.append(.location, "/v1/habits/\(day.habitID)/days/\(day.day)")
    }
    var writer = JSONWriter(capacity: 512 + HabitDayJSON.typicalBytes)
    writer.beginObject()
    writer.key("day")
    if let (day, habit) = record {
      HabitDayJSON.write(day, of: habit.fields, to: &writer)
    } else {
      writer.null()
    }
    writer.key("outcome")
    writer.string(write.outcomeName)
    writer.key("dialog")
    writer.string(dialog)
    writer.key("streakDays")
    if let standing { writer.integer(Int64(standing.streakDays)) } else { writer.null() }
    writer.key("streakUnits")
    if let standing { writer.integer(Int64(standing.streakUnits)) } else { writer.null() }
    let subject = OperationDisplay.HabitSubject(
      name: write.result.habit?.name, day: record?.day.day)
    write.writeUndo(kind, subject, to: &writer)
    write.writeAdvice(to: &writer)
    write.writeTimes(to: &writer)
    writer.endObject()
    return Response(.ok, headers: headers, body: .bytes(writer.bytes))
  }

  private var dialog: String {
    guard let (day, habit) = record else { return HabitDisplay.keptForLater(in: write.language) }
    let words = HabitDayDisplay(
      habit.fields, day: day.day, today: write.today, in: write.language)
    return switch write.first {
    case .created, .updated:
      words.recorded(
        day.value, writesValue: writesValue,
        streakDays: day.day == write.today ? standing?.streakDays : nil)
    case .superseded: words.superseded(by: day.value)
    case nil: words.stale(day.value)
    default: words.unchanged(day.value)
    }
  }
}
