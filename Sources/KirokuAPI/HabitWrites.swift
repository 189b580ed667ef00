internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

// Writes of habits: each is an operation, and answers all that an intent's result needs.

/// `POST /v1/habits`: makes a habit.
func createHabit(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  var fields = try await call.fields()
  return try await put(&fields, at: nil, call, credential)
}

/// `PUT /v1/habits/{id}`: writes all fields of a habit, and brings a deleted one back.
func putHabit(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  var fields = try await call.fields()
  return try await put(&fields, at: call.parameters["id"], call, credential)
}

private func put(
  _ fields: inout JSONFields, at path: String?, _ call: Call, _ credential: Credential
) async throws(Problem) -> Response {
  var request = ActRequest(call, credential)
  var faults = request.faults
  let id = path.flatMap { UUIDBytes($0) }
  if let id, !id.isRecordID {
    let values = ["expected": "record-uuid", "value": "\(id)"]
    faults.append(FieldProblem(.parameter("id"), .invalidFormat, values))
  }
  let body = try HabitBody(&fields, at: id, ignoringUnknown: call.isLenient, faults)
  if path != nil { _ = try call.recordID() }
  request.ignored = fields.ignored
  request.describe(.put, ofA: "habit", body.id, fields: body.draft.canonicalJSON)
  let change = RecordChange.putHabit(body.id ?? request.freshID(), body.draft.fields)
  let write = try await PushedWrite.push(change, request, call, credential, isOnKnown: false)
  return try HabitAnswer(write, .put).response()
}

/// `PATCH /v1/habits/{id}`: writes the named fields (RFC 7396).
func patchHabit(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  var fields = try await call.fields(as: "application/merge-patch+json", "application/json")
  var request = ActRequest(call, credential)
  let body = try HabitPatchBody(&fields, ignoringUnknown: call.isLenient, request.faults)
  let id = try call.recordID()
  request.ignored = fields.ignored
  request.describe(.patch, ofA: "habit", id, fields: body.patch.canonicalJSON)
  let write = try await PushedWrite.push(
    .patchHabit(id, body.patch), request, call, credential, isOnKnown: true)
  return try HabitAnswer(write, .patch, archives: body.patch.isArchived).response()
}

/// `DELETE /v1/habits/{id}`: hides the habit and its days; it can be undone.
func deleteHabit(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  try call.checkAcceptsJSON()
  try call.noteParameters()
  var request = ActRequest(call, credential)
  guard request.faults.isEmpty else { throw Problem(.invalidFields, request.faults) }
  let id = try call.recordID()
  request.describe(.delete, ofA: "habit", id, fields: [])
  let write = try await PushedWrite.push(
    .deleteHabit(id), request, call, credential, isOnKnown: true)
  return try HabitAnswer(write, .delete).response()
}

/// The answer to a write of a habit.
private struct HabitAnswer {
  let write: PushedWrite
  let kind: OperationKind
  /// Whether a patch put the habit into the archive, or took it out; nil for neither.
  let archives: Bool?

  init(_ write: PushedWrite, _ kind: OperationKind, archives: Bool? = nil) {
    self.write = write
    self.kind = kind
    self.archives = archives
  }

  private var habit: Habit? {
    if case .habit(let habit) = write.result.record { habit } else { nil }
  }

  private func tag(of habit: Habit) -> EntityTag {
    Representation.tag(of: habit, on: write.today, write.caller.account, in: write.language)
  }

  func response() throws(Problem) -> Response {
    let refusal = write.refusal { problem in
      guard let habit else { return }
      problem.current = .habit(habit, write.today)
      problem = problem.with(.etag, tag(of: habit).description)
    }
    if let refusal { throw refusal }
    var headers = write.headers(habit.map(tag))
    if let habit { headers.append(.location, "/v1/habits/\(habit.id)") }
    var writer = JSONWriter(capacity: 384 + HabitJSON.typicalBytes)
    writer.beginObject()
    writer.key("habit")
    HabitJSON.write(habit, on: write.today, in: write.language, to: &writer)
    writer.key("outcome")
    writer.string(write.outcomeName)
    writer.key("dialog")
    writer.string(dialog)
    let subject = OperationDisplay.HabitSubject(name: write.result.habit?.name)
    write.writeUndo(kind, subject, to: &writer)
    write.writeAdvice(to: &writer)
    write.writeTimes(to: &writer)
    writer.endObject()
    return Response(
      write.first == .created ? .created : .ok, headers: headers, body: .bytes(writer.bytes))
  }

  private var dialog: String {
    let language = write.language
    let name = write.result.habit?.name
    switch (write.first, kind) {
    case (.created, _): return name.map { HabitDisplay.added($0, in: language) } ?? unchanged
    case (.updated, .delete): return HabitDisplay.deleted(name, in: language)
    case (.unchanged, .delete): return OperationDisplay.alreadyDeleted(in: language)
    case (.updated, _):
      guard let name else { return unchanged }
      return switch archives {
      case true?: HabitDisplay.archived(name, in: language)
      case false?: HabitDisplay.unarchived(name, in: language)
      case nil: HabitDisplay.changed(name, in: language)
      }
    case (.superseded, _):
      guard let habit else { return HabitDisplay.keptForLater(in: language) }
      return HabitDisplay.superseded(habit.fields.name, in: language)
    default: return unchanged
    }
  }

  private var unchanged: String { OperationDisplay.unchanged(in: write.language) }
}
