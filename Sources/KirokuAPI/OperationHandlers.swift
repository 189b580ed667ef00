internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

// Operations: /v1/undo, /v1/redo

/// `POST /v1/undo`: takes an act back, by its id, its batch, its intent, or as the client's newest.
func undo(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  try await reverse(cancels: true, call, credential)
}

/// `POST /v1/redo`: brings an undone act back.
func redo(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  try await reverse(cancels: false, call, credential)
}

private func reverse(
  cancels: Bool, _ call: Call, _ credential: Credential
) async throws(Problem) -> Response {
  var fields = try await call.fields(emptyIsObject: cancels)
  var request = ActRequest(call, credential)
  let body = try ReversalBody(
    &fields, cancels: cancels, ignoringUnknown: call.isLenient, request.faults)
  request.ignored = fields.ignored
  request.describe(cancels ? .undo : .redo, ofA: "operation", body.operationID, fields: body.filter)

  let change: RecordChange = cancels ? .undo(body.target) : .redo(body.target)
  let write = try await PushedWrite.push(change, request, call, credential, isOnKnown: false)
  return try ReversalAnswer(write, cancels: cancels).response()
}

/// The body of an undo or a redo: which act is meant.
private struct ReversalBody {
  let target: ReversalRequest.Target
  /// The operation, where the body names one. Kept, not computed: Swift 6.3.1 fails to optimize the other way.
  let operationID: UUIDBytes?

  /// - Parameter faults: of the request's other parts; what is found here joins them.
  /// - Throws: 422 with all faults.
  init(
    _ fields: inout JSONFields, cancels: Bool, ignoringUnknown: Bool, _ faults: [FieldProblem]
  ) throws(Problem) {
    // A name that a client failed to fill in has to mean nothing, least of all the newest act.
    let names = cancels ? ["opId", "batchId", "intent"] : ["opId", "batchId"]
    for name in names where fields.isNull(name) {
      fields.report(.required, at: name)
    }
    let operation = fields.parsed("opId", expected: "uuid") { UUIDBytes($0) }
    let batch = fields.parsed("batchId", expected: "uuid") { UUIDBytes($0) }
    var targets = [
      operation.value.map { ReversalRequest.Target.operation($0) },
      batch.value.map { .batch($0) },
    ]
    if cancels {
      let intent = fields.parsed("intent", expected: "name") {
        quotedOrBareText($0, maxLength: ActHeaders.maxIntentLength)
      }
      targets.append(intent.value.map { .newestOfIntent($0) })
      if intent.isMissing && operation.isMissing && batch.isMissing {
        targets.append(.newestOfClient)
      }
    } else if !fields.contains("opId") && !fields.contains("batchId") {
      fields.report(.required, at: "opId")
    }
    let given = targets.compactMap(\.self)
    if given.count > 1 {
      let both = names.filter(fields.contains)
      fields.report(.conflictingFields, at: both[1], ["other": both[0]])
    }
    fields.finish(ignoringUnknown: ignoringUnknown)
    let all = faults + fields.faults.map { FieldProblem($0) }
    guard all.isEmpty, let target = given.first else { throw Problem(.invalidFields, all) }
    self.target = target
    operationID = operation.value
  }

  /// What else tells one request from another.
  var filter: [UInt8] {
    switch target {
    case .operation, .newestOfClient: []
    case .batch(let id): Array("batch \(id)".utf8)
    case .newestOfIntent(let intent): Array("intent \(intent)".utf8)
    }
  }
}
