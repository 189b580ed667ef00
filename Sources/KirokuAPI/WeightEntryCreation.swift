internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

/// `POST /v1/entries`: logs a weight.
func createEntry(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  var fields = try await call.fields()
  let request = try WeightEntryCreation(&fields, call, credential)

  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.entries.put(
      request.put, request.act, for: credential.secret)
  }
  let (caller, result) = try credential.granted(access)
  let language = call.language(for: caller)

  switch result {
  case .success(let stored): return request.response(to: stored, of: caller, in: language)
  case .failure(.operationReused):
    throw Problem(.idempotencyKeyReused).afterTokenCheck(language: language)
  case .failure(.recordedInFuture):
    let fault = FieldProblem(.pointer("/recordedAt"), .inTheFuture)
    throw Problem(.invalidFields, [fault]).afterTokenCheck(language: language)
  }
}

/// The creation of an entry, read and valid.
private struct WeightEntryCreation {
  let put: EntryPut
  let act: Act
  /// Pointers of fields that were ignored, since the client preferred that.
  private let ignored: [String]
  private let isLenient: Bool

  /// How long an entry can be taken back: 24 hours, in microseconds.
  private static let undoWindow: Int64 = 86_400_000_000

  init(_ fields: inout JSONFields, _ call: Call, _ credential: Credential) throws(Problem) {
    var random = call.environment.random()
    let now = call.environment.now()
    var headers = ActHeaders(call.request.head)
    let key = headers.idempotencyKey()
    let actedAt = headers.actedAt()
    let operationID = key.map { OperationID.from(key: $0, accountID: credential.secret.accountID) }
    var act = Act(
      operationID: operationID ?? .timeOrdered(at: now, using: &random), request: [])
    act.actedAt = actedAt?.corrected
    headers.fill(&act, knowing: call.environment.timeZones)

    isLenient = call.isLenient
    let body = try WeightEntryBody(&fields, ignoringUnknown: isLenient, headers.faults)
    ignored = fields.ignored
    let canonical = body.draft.canonicalJSON
    act.request = Self.asSent(id: body.id, fields: canonical, actedAt: actedAt?.sent)
    self.act = act
    put = EntryPut(
      entryID: body.id ?? .timeOrdered(at: now, using: &random), draft: body.draft,
      fields: String(decoding: canonical, as: UTF8.self))
  }

  /// Record, kind, fields and acted time, as sent, in one spelling.
  private static func asSent(id: UUIDBytes?, fields: [UInt8], actedAt: Instant?) -> [UInt8] {
    var bytes = Array("entry put ".utf8)
    id?.append(to: &bytes)
    bytes.append(UInt8(ascii: " "))
    actedAt?.append(to: &bytes)
    bytes.append(UInt8(ascii: " "))
    return bytes + fields
  }

  func response(to result: PutResult, of caller: Caller, in language: Language) -> Response {
    let isCreated: Bool
    let isSuperseded: Bool
    var isRepeated = false
    switch result.outcome {
    case .created: (isCreated, isSuperseded) = (true, false)
    case .updated: (isCreated, isSuperseded) = (false, false)
    case .superseded: (isCreated, isSuperseded) = (false, true)
    case .repeated(let first):
      (isCreated, isSuperseded) = (first == .created, first == .superseded)
      isRepeated = true
    }
    var headers = CommonHeaders.json(in: language)
    if let entry = result.entry {
      let tag = Representation.tag(rev: entry.rev, of: caller.account, in: language)
      headers.append(.etag, tag.description)
      headers.append(.location, "/v1/entries/\(entry.id)")
    }
    if isRepeated { headers.append(.replayed, "true") }
    if isLenient { headers.append(.preferenceApplied, "handling=lenient") }
    if !ignored.isEmpty { headers.append(.ignoredFields, PointerList.text(ignored)) }
    var writer = JSONWriter(capacity: 384 + WeightEntryJSON.typicalBytes)
    write(result, isSuperseded: isSuperseded, in: language, to: &writer)
    return Response(isCreated ? .created : .ok, headers: headers, body: .bytes(writer.bytes))
  }

  private func write(
    _ result: PutResult, isSuperseded: Bool, in language: Language, to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.key("entry")
    if let entry = result.entry {
      WeightEntryJSON.write(entry, in: language, to: &writer)
    } else {
      writer.null()
    }
    writer.key("outcome")
    writer.string(isSuperseded ? "superseded" : "applied")
    writer.key("dialog")
    let kept = result.entry?.weight ?? put.draft.weight
    writer.string(
      isSuperseded
        ? EntryDisplay.superseded(by: kept, in: language)
        : EntryDisplay.logged(put.draft.weight, in: language))
    writer.key("undo")
    writer.beginObject()
    writer.key("opId")
    writer.plainString(act.operationID.append)
    writer.key("expiresAt")
    writer.plainString(result.actedAt.advanced(byMicroseconds: Self.undoWindow).append)
    writer.key("label")
    writer.string(EntryDisplay.undoLabel(put.draft.weight, in: language))
    writer.endObject()
    writer.key("serverTime")
    writer.plainString(result.serverTime.append)
    writer.endObject()
  }
}
