internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

// What a device hides while a Focus is on: /v1/focus-filters/{name}

/// `GET /v1/focus-filters/{name}`, of the client that asks.
func readFocusFilter(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  try call.checkAcceptsJSON()
  var query = try QueryReader(call)
  let client = query.clientID(of: call)
  try query.finish(ignoringUnknown: call.isLenient)
  let name = try call.focusName()

  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.focusFilters.filter(name, of: client, for: credential.secret)
  }
  let (caller, found) = try credential.granted(access)
  guard let filter = found else { throw .missing(caller) }

  let language = call.language(for: caller)
  let tag = Representation.tag(of: filter, caller.account, in: language)
  return call.read(tag, CommonHeaders.dated(in: language)) {
    var writer = JSONWriter()
    FocusFilterJSON.write(filter, to: &writer)
    return writer.bytes
  }
}

/// `PUT /v1/focus-filters/{name}`. It can't be undone.
func putFocusFilter(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  var fields = try await call.fields()
  var request = ActRequest(call, credential)
  let content = try FocusFilterJSON.read(&fields, ignoringUnknown: call.isLenient, request.faults)
  let name = try call.focusName()
  request.ignored = fields.ignored
  var writer = JSONWriter()
  FocusFilterJSON.write(content, naming: name, to: &writer)
  request.describe(.put, ofA: "focusFilter", nil, fields: writer.bytes)
  return try await change(name, to: content, request, call, credential)
}

/// `DELETE /v1/focus-filters/{name}`. It can't be undone.
func deleteFocusFilter(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  try call.checkAcceptsJSON()
  try call.noteParameters()
  var request = ActRequest(call, credential)
  guard request.faults.isEmpty else { throw Problem(.invalidFields, request.faults) }
  let name = try call.focusName()
  request.describe(.delete, ofA: "focusFilter", nil, fields: Array(name.utf8))
  return try await change(name, to: nil, request, call, credential)
}

private func change(
  _ name: String, to content: FocusFilter.Content?, _ request: ActRequest, _ call: Call,
  _ credential: Credential
) async throws(Problem) -> Response {
  let isKeyed = call.request.head.count(of: .idempotencyKey) > 0
  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.focusFilters.change(
      name, to: content, request.act, isKeyed: isKeyed, if: request.condition,
      for: credential.secret)
  }
  let (caller, result) = try credential.granted(access)

  let language = call.language(for: caller)
  switch result {
  case .success(let result): return response(to: result, name, request, caller, language)
  case .failure(let refusal):
    var problem: Problem
    switch refusal {
    case .keyReused: problem = Problem(.idempotencyKeyReused)
    case .notFound: problem = Problem(.notFound)
    case .tooMany: problem = Problem(.tooManyFocusFilters)
    case .conditionFailed(let filter):
      problem = Problem(.preconditionFailed)
      if let filter {
        let tag = Representation.tag(of: filter, caller.account, in: language)
        problem = problem.with(.etag, tag.description)
        problem.current = .focusFilter(filter)
      }
    }
    throw problem.afterTokenCheck(language: language)
  }
}

private func response(
  to result: FocusFilterResult, _ name: String, _ request: ActRequest, _ caller: Caller,
  _ language: Language
) -> Response {
  var headers = request.headers(in: language, isRepeated: result.outcome == .repeated)
  if let filter = result.filter {
    let tag = Representation.tag(of: filter, caller.account, in: language)
    headers.append(.etag, tag.description)
  }
  let isUnchanged = result.outcome == .unchanged
  var writer = JSONWriter()
  writer.beginObject()
  writer.key("focusFilter")
  if let filter = result.filter {
    FocusFilterJSON.write(filter, to: &writer)
  } else {
    writer.null()
  }
  writer.key("outcome")
  writer.string(isUnchanged ? "unchanged" : "applied")
  writer.key("dialog")
  writer.string(
    isUnchanged
      ? OperationDisplay.unchanged(in: language)
      : result.filter == nil
        ? FocusFilterDisplay.removed(name, in: language)
        : FocusFilterDisplay.saved(name, in: language))
  writer.key("serverTime")
  writer.plainString(result.serverTime.append)
  writer.endObject()
  return Response(
    result.outcome == .created ? .created : .ok, headers: headers, body: .bytes(writer.bytes))
}

/// The JSON form of a filter.
enum FocusFilterJSON {
  static func write(_ filter: FocusFilter, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("name")
    writer.string(filter.name)
    writer.key("clientId")
    writer.plainString(filter.clientID.append)
    writeContent(filter.content, to: &writer)
    writer.key("rev")
    writer.integer(filter.rev)
    writer.key("updatedAt")
    writer.plainString(filter.updatedAt.append)
    writer.endObject()
  }

  /// What was sent, in one spelling.
  static func write(
    _ content: FocusFilter.Content, naming name: String, to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.key("name")
    writer.string(name)
    writeContent(content, to: &writer)
    writer.endObject()
  }

  private static func writeContent(_ content: FocusFilter.Content, to writer: inout JSONWriter) {
    writer.key("hiddenHabits")
    writer.beginArray()
    for id in content.hiddenHabits { writer.plainString(id.append) }
    writer.endArray()
    writer.key("hiddenIntents")
    writer.beginArray()
    for intent in content.hiddenIntents { writer.string(intent) }
    writer.endArray()
  }

  /// - Throws: 422 with all faults.
  static func read(
    _ fields: inout JSONFields, ignoringUnknown: Bool, _ faults: [FieldProblem]
  ) throws(Problem) -> FocusFilter.Content {
    let habits = fields.parsedList(
      "hiddenHabits", expected: "uuid", maxCount: FocusFilter.Content.maxHabits
    ) { UUIDBytes($0) }
    let intents = fields.parsedList(
      "hiddenIntents", expected: "name", maxCount: FocusFilter.Content.maxIntents
    ) { quotedOrBareText($0, maxLength: ActHeaders.maxIntentLength) }
    fields.finish(ignoringUnknown: ignoringUnknown)
    let all = faults + fields.faults.map { FieldProblem($0) }
    guard all.isEmpty else { throw Problem(.invalidFields, all) }
    return FocusFilter.Content(
      hiddenHabits: habits.value ?? [], hiddenIntents: intents.value ?? [])
  }
}

extension Representation {
  static func tag(
    of filter: FocusFilter, _ account: Account, in language: Language
  ) -> EntityTag {
    var client = Fingerprint()
    client.mix(filter.clientID.bytes)
    return tag(rev: filter.rev, of: account, in: language, detail: client.value)
  }
}

extension Call {
  /// The Focus in the path. Whatever is no name is no record either: the same 404.
  fileprivate func focusName() throws(Problem) -> String {
    try checkNoted()
    guard let name = parameters["name"], FocusFilter.isName(name) else { throw Problem(.notFound) }
    return name
  }
}

extension FocusFilter {
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && !text.utf8.contains(0) && text.unicodeScalars.count <= maxNameScalars
  }
}

extension QueryReader {
  /// The client that asks, by the header field; nil means the token's id. Its fault joins the query's.
  mutating func clientID(of call: Call) -> UUIDBytes? {
    guard let text = call.request.head.value(of: .clientID) else { return nil }
    let name = FieldName.clientID.description
    if call.request.head.count(of: .clientID) > 1 { report(.repeatedParameter, at: name, [:]) }
    if let id = UUIDBytes(text) { return id }
    report(.invalidFormat, at: name, ["expected": "uuid", "value": excerpt(text)])
    return nil
  }
}
