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

  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.operations.reverse(
      ReversalRequest(body.target, cancels: cancels), request.act, for: credential.secret)
  }
  let (caller, result) = try credential.granted(access)

  let language = call.language(for: caller)
  switch result {
  case .success(let result):
    return ReversalAnswer(result, cancels: cancels, request, language).response(of: caller.account)
  case .failure(let refusal):
    let code: ProblemCode =
      switch refusal {
      case .operationReused: .idempotencyKeyReused
      case .nothingFound: .nothingToUndo
      case .notUndoable: .notUndoable
      case .windowPassed: .undoExpired
      case .settled: .operationExpired
      case .scopeTooSmall: .insufficientScope
      }
    throw Problem(code).afterTokenCheck(language: language)
  }
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

/// The answer to an undo or a redo: what was meant, what became of it, and how the entry is now.
private struct ReversalAnswer {
  let result: ReversalResult
  let cancels: Bool
  let request: ActRequest
  let language: Language

  init(
    _ result: ReversalResult, cancels: Bool, _ request: ActRequest, _ language: Language
  ) {
    self.result = result
    self.cancels = cancels
    self.request = request
    self.language = language
  }

  func response(of account: Account) -> Response {
    var headers = request.headers(in: language, isRepeated: result.isRepeated)
    if let entry = result.entry {
      let tag = Representation.tag(rev: entry.rev, of: account, in: language)
      headers.append(.etag, tag.description)
    }
    var writer = JSONWriter(capacity: 512 + WeightEntryJSON.typicalBytes)
    writer.beginObject()
    writer.key("outcome")
    writer.string(result.outcome.rawValue)
    writer.key("dialog")
    writer.string(dialog)
    writer.key("operation")
    writeTarget(to: &writer)
    writer.key("entry")
    WeightEntryJSON.write(result.entry, in: language, to: &writer)
    if let target = result.target {
      if cancels { writer.key("redo") } else { writer.key("undo") }
      writeWayBack(target, to: &writer)
    }
    if let shift = request.shiftMilliseconds(to: result.actedAt) {
      writer.key("shiftMs")
      writer.integer(shift)
    }
    writer.key("serverTime")
    writer.plainString(result.serverTime.append)
    writer.endObject()
    return Response(
      result.outcome == .pending ? .accepted : .ok, headers: headers, body: .bytes(writer.bytes))
  }

  private func writeTarget(to writer: inout JSONWriter) {
    guard let target = result.target else { return writer.null() }
    writer.beginObject()
    writer.key("opId")
    writer.plainString(target.operationID.append)
    writer.key("kind")
    writer.string(target.kind.rawValue)
    writer.key("actedAt")
    writer.plainString(target.actedAt.append)
    writer.key("label")
    writer.string(OperationDisplay.label(target.kind, target.weight, in: language))
    writer.endObject()
  }

  /// By what the act is named, and until when it can be turned round again.
  private func writeWayBack(_ target: ReversalResult.Target, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("opId")
    writer.plainString(target.operationID.append)
    writer.key("expiresAt")
    writer.plainString(
      target.actedAt.advanced(byMicroseconds: target.kind.undoWindow).append)
    writer.key("label")
    let weight = target.weight ?? result.entry?.weight
    writer.string(
      cancels
        ? OperationDisplay.redoLabel(target.kind, weight, in: language)
        : OperationDisplay.undoLabel(target.kind, weight, in: language))
    writer.endObject()
  }

  private var dialog: String {
    let (kind, weight) = (result.target?.kind ?? .put, result.target?.weight)
    let now = result.entry?.weight
    return switch result.outcome {
    case .undone: OperationDisplay.undone(kind, weight, now: now, in: language)
    case .redone: OperationDisplay.redone(kind, weight, now: now, in: language)
    case .alreadyUndone: OperationDisplay.alreadyUndone(in: language)
    case .alreadyRedone: OperationDisplay.alreadyRedone(in: language)
    case .superseded: OperationDisplay.reversalSuperseded(in: language)
    case .pending: OperationDisplay.pending(undoes: cancels, in: language)
    }
  }
}
