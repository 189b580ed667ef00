internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

// What happened without a write: /v1/events

/// `POST /v1/events`: keeps up to 500 events, each once however often it is sent.
func recordEvents(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  var fields = try await call.fields()
  let body = try EventsBody(&fields, call, credential)
  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.events.record(
      body.events, clientID: body.clientID, for: credential.secret)
  }
  let (caller, receipt) = try credential.granted(access)

  var headers = CommonHeaders.json(in: call.language(for: caller))
  if call.isLenient { headers.append(.preferenceApplied, "handling=lenient") }
  let ignored = fields.ignored + body.ignored
  if !ignored.isEmpty { headers.append(.ignoredFields, PointerList.text(ignored)) }
  var writer = JSONWriter(capacity: 96 + body.events.count * 72)
  writer.beginObject()
  writer.key("results")
  writer.beginArray()
  for (event, outcome) in zip(body.events, receipt.outcomes) {
    writer.beginObject()
    writer.key("id")
    writer.plainString(event.id.append)
    writer.key("outcome")
    writer.string(outcome.rawValue)
    writer.endObject()
  }
  writer.endArray()
  writer.key("shiftMs")
  // Rounded up, as for writes.
  writer.integer((receipt.shiftMicroseconds + 999) / 1000)
  writer.key("serverTime")
  writer.plainString(receipt.now.append)
  writer.endObject()
  return Response(.ok, headers: headers, body: .bytes(writer.bytes))
}
