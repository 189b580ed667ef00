internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

// What devices told their systems of: /v1/donations

/// `POST /v1/donations`: tells that a device's system was told of an act.
func recordDonation(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  var fields = try await call.fields()
  var request = ActRequest(call, credential)
  let body = try DonationBody(
    &fields, of: nil, ignoringUnknown: call.isLenient, request.faults)
  if let donatedAt = body.donatedAt { try request.act(at: donatedAt, from: "/donatedAt") }
  request.ignored = fields.ignored
  request.describe(
    .donate, ofA: "operation", body.draft.operationID, fields: body.canonicalJSON)
  let write = try await PushedWrite.push(
    .donate(body.draft), request, call, credential, isOnKnown: false)
  if let refusal = write.refusal(conditionFailed: { _ in }) { throw refusal }

  var writer = JSONWriter(capacity: 192 + DonationJSON.typicalBytes)
  writer.beginObject()
  writer.key("donation")
  DonationJSON.write(write.result.donation, to: &writer)
  DonationJSON.writeOutcome(write.first, to: &writer)
  let language = write.language
  let dialog =
    switch write.first {
    case .created: DonationDisplay.recorded(in: language)
    case .superseded: DonationDisplay.discarded(in: language)
    default: DonationDisplay.alreadyRecorded(in: language)
    }
  writer.key("dialog")
  writer.string(dialog)
  write.writeTimes(to: &writer)
  writer.endObject()
  return Response(
    write.first == .created ? .created : .ok, headers: write.headers(nil),
    body: .bytes(writer.bytes))
}

/// `GET /v1/donations`: what was donated and is not deleted, newest first.
func listDonations(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  try call.checkAcceptsJSON()
  var query = try QueryReader(call)
  let limit = query.limit(default: 50, maximum: 500)
  let position = query.parsed("cursor", expected: "cursor", DonationCursor.position)
  let intent = query.intent()
  try query.finish(ignoringUnknown: call.isLenient)

  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.donations.list(
      of: intent, after: position, limit: limit, for: credential.secret)
  }
  let (caller, page) = try credential.granted(access)

  let language = call.language(for: caller)
  let cursor = page.next.map(DonationCursor.text)
  let filter = intent.map { "&intent=" + percentEncoded($0) } ?? ""
  let link = cursor.map { "</v1/donations?cursor=\($0)&limit=\(limit)\(filter)>; rel=\"next\"" }
  return call.read(
    Representation.tag(rev: caller.account.rev, of: caller.account, in: language), in: language,
    capacity: 64 + page.donations.count * DonationJSON.typicalBytes, link: link
  ) { writer in
    writer.beginObject()
    DonationJSON.write(page.donations, to: &writer)
    writer.key("nextCursor")
    writer.optionalString(cursor)
    writer.endObject()
  }
}

/// `DELETE /v1/donations`: deletes them, of one intent or of all; the same again deletes nothing more.
func deleteDonations(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  try call.checkAcceptsJSON()
  var query = try QueryReader(call)
  let intent = query.intent()
  let client = query.clientID(of: call)
  try query.finish(ignoringUnknown: call.isLenient)

  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.donations.delete(
      of: intent, by: client, for: credential.secret)
  }
  let (caller, deletion) = try credential.granted(access)

  let language = call.language(for: caller)
  var writer = JSONWriter(
    capacity: 160 + deletion.donations.count * DonationJSON.typicalBytes)
  writer.beginObject()
  DonationJSON.write(deletion.donations, to: &writer)
  writer.key("hasMore")
  writer.bool(deletion.hasMore)
  writer.key("dialog")
  writer.string(DonationDisplay.deleted(deletion.donations.count, in: language))
  writer.key("serverTime")
  writer.plainString(deletion.serverTime.append)
  writer.endObject()
  return Response(.ok, headers: CommonHeaders.json(in: language), body: .bytes(writer.bytes))
}

extension QueryReader {
  /// An intent's name. One that a client failed to fill in is a fault: it would mean all intents.
  fileprivate mutating func intent() -> String? {
    parsed("intent", expected: "name") { text in
      let isName = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
      return isName && (1...ActHeaders.maxIntentLength).contains(text.utf8.count) ? text : nil
    }
  }
}

/// Where a page of donations ended, as an opaque text.
enum DonationCursor {
  /// Microseconds since 1970, id.
  private static let byteCount = 8 + 16

  static func text(_ position: DonationStore.Position) -> String {
    var writer = CursorWriter(.donations)
    writer.append(position.donatedAt)
    writer.append(position.id)
    return writer.text
  }

  static func position(_ text: String) -> DonationStore.Position? {
    guard var reader = CursorReader(text, .donations, byteCount: byteCount),
      let donatedAt = reader.instant()
    else { return nil }
    return DonationStore.Position(donatedAt: donatedAt, id: reader.id())
  }
}
