internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

/// `GET /v1/operations`: what was done, newest act first.
func listOperations(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  try call.checkAcceptsJSON()
  var query = try QueryReader(call)
  let limit = query.limit(default: 50, maximum: 500)
  let position = query.parsed("cursor", expected: "cursor", OperationCursor.position)
  try query.finish(ignoringUnknown: call.isLenient)

  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.operations.history(
      after: position, limit: limit, for: credential.secret)
  }
  let (caller, page) = try credential.granted(access)

  let language = call.language(for: caller)
  let cursor = page.next.map(OperationCursor.text)
  // Without a tag: an act that changed nothing is in the history, but raised no revision.
  var headers = CommonHeaders.json(in: language)
  if let cursor {
    headers.append(.link, "</v1/operations?cursor=\(cursor)&limit=\(limit)>; rel=\"next\"")
  }
  var writer = JSONWriter(capacity: 64 + page.items.count * HistoryItem.typicalBytes)
  writer.beginObject()
  writer.key("operations")
  writer.beginArray()
  for item in page.items { item.write(in: language, to: &writer) }
  writer.endArray()
  writer.key("nextCursor")
  writer.optionalString(cursor)
  writer.endObject()
  return Response(.ok, headers: headers, body: .bytes(writer.bytes))
}

extension HistoryItem {
  /// A typical operation's bytes.
  fileprivate static let typicalBytes = 480

  fileprivate func write(in language: Language, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("opId")
    writer.plainString(key.operationID.append)
    writer.key("kind")
    writer.string(kind.rawValue)
    writer.key("record")
    writeRecord(record, to: &writer)
    writer.key("target")
    if let targetID { writer.plainString(targetID.append) } else { writer.null() }
    writer.key("actedAt")
    writer.plainString(key.actedAt.append)
    writer.key("receivedAt")
    writer.plainString(receivedAt.append)
    writer.key("clientId")
    writer.plainString(key.clientID.append)
    writer.key("source")
    writer.optionalString(source?.rawValue)
    writer.key("intent")
    writer.optionalString(intent)
    writer.key("outcome")
    writer.string(
      EntryResult.First(rawValue: outcome).map(WeightEntryAnswer.name(of:)) ?? outcome)
    writer.key("cancelled")
    writer.bool(isCancelled)
    writer.key("undoUntil")
    if kind.isUndoable && !isSettled {
      writer.plainString(key.actedAt.advanced(byMicroseconds: kind.undoWindow).append)
    } else {
      writer.null()
    }
    writer.key("label")
    writer.string(label(in: language))
    writer.endObject()
  }
}

extension HistoryItem {
  fileprivate func label(in language: Language) -> String {
    let subject: OperationDisplay.HabitSubject
    switch record {
    case .habit: subject = .init(name: habitName)
    case .day(_, let day): subject = .init(name: habitName, day: day)
    case .entry, nil: return OperationDisplay.label(kind, weight, target: targetKind, in: language)
    }
    return OperationDisplay.label(kind, subject, target: targetKind, in: language)
  }
}

/// The record of an operation; a day's id is its habit's and the day.
private func writeRecord(_ record: RecordReference?, to writer: inout JSONWriter) {
  let (type, id): (String, String)
  switch record {
  case .entry(let own): (type, id) = ("entry", "\(own)")
  case .habit(let own): (type, id) = ("habit", "\(own)")
  case .day(let habit, let day): (type, id) = ("day", "\(habit)/\(day)")
  case nil: return writer.null()
  }
  writer.beginObject()
  writer.key("type")
  writer.string(type)
  writer.key("id")
  writer.string(id)
  writer.endObject()
}

/// Where a page of operations ended, as an opaque text.
enum OperationCursor {
  /// The key's two times in microseconds since 1970, client, operation.
  private static let byteCount = 8 + 8 + 16 + 16

  static func text(_ key: OperationKey) -> String {
    var writer = CursorWriter(.operations)
    writer.append(key.effectiveAt)
    writer.append(key.actedAt)
    writer.append(key.clientID)
    writer.append(key.operationID)
    return writer.text
  }

  static func position(_ text: String) -> OperationKey? {
    guard var reader = CursorReader(text, .operations, byteCount: byteCount),
      let effectiveAt = reader.instant(), let actedAt = reader.instant()
    else { return nil }
    return OperationKey(
      effectiveAt: effectiveAt, actedAt: actedAt, clientID: reader.id(), operationID: reader.id())
  }
}
