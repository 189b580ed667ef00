internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

// Writes of weight entries: each is an operation, and answers all that an intent's result needs.

/// `POST /v1/entries`: logs a weight.
func createEntry(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  var fields = try await call.fields()
  return try await put(&fields, at: nil, call, credential)
}

/// `PUT /v1/entries/{id}`: writes all fields of an entry, and brings a deleted one back.
func putEntry(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  var fields = try await call.fields()
  return try await put(&fields, at: call.parameters["id"], call, credential)
}

/// `PATCH /v1/entries/{id}`: writes the named fields (RFC 7396).
func patchEntry(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  var fields = try await call.fields(as: "application/merge-patch+json", "application/json")
  var request = ActRequest(call, credential)
  let patch = try WeightEntryPatchBody(&fields, ignoringUnknown: call.isLenient, request.faults)
  let id = try call.recordID()
  request.ignored = fields.ignored
  request.describe(.patch, id, fields: patch.canonicalJSON)
  let text = String(decoding: patch.canonicalJSON, as: UTF8.self)
  return try await change(.patch(id, patch.patch, fields: text), request, call, credential)
}

/// `DELETE /v1/entries/{id}`
func deleteEntry(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  try call.checkAcceptsJSON()
  try call.noteParameters()
  var request = ActRequest(call, credential)
  guard request.faults.isEmpty else { throw Problem(.invalidFields, request.faults) }
  let id = try call.recordID()
  request.describe(.delete, id, fields: [])
  return try await change(.delete(id), request, call, credential)
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
  let body = try WeightEntryBody(&fields, at: id, ignoringUnknown: call.isLenient, faults)
  if path != nil { _ = try call.recordID() }
  request.ignored = fields.ignored
  let canonical = body.draft.canonicalJSON
  request.describe(.put, body.id, fields: canonical)
  let put = EntryPut(
    entryID: body.id ?? request.freshID(), draft: body.draft,
    fields: String(decoding: canonical, as: UTF8.self))
  guard request.condition.isEmpty else {
    return try await change(.put(put), request, call, credential)
  }
  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.entries.put(put, request.act, for: credential.secret)
  }
  let (caller, result) = try credential.granted(access)
  return try WeightEntryAnswer(.put(put), request, caller, call).response(to: result)
}

private func change(
  _ change: EntryChange, _ request: ActRequest, _ call: Call, _ credential: Credential
) async throws(Problem) -> Response {
  var condition = request.condition
  if case .put = change {} else { condition.isKnown = true }
  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.entries.change(
      change, request.act, if: condition, for: credential.secret)
  }
  let (caller, result) = try credential.granted(access)
  return try WeightEntryAnswer(change, request, caller, call).response(to: result)
}

extension Call {
  /// The id in the path. Whatever is no id is no record either: the same 404.
  /// Asked for when all else was found right: a missing record is told last.
  func recordID() throws(Problem) -> UUIDBytes {
    try checkNoted()
    guard let id = parameters["id"].flatMap({ UUIDBytes($0) }) else {
      throw Problem(.notFound)
    }
    return id
  }
}
