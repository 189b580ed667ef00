internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

// Sync: /v1/sync

/// `POST /v1/sync`: stores what a device did, each operation by itself good or bad, and answers what has changed since the
/// device last asked, its own changes included.
///
/// Hundreds of operations take milliseconds of computing, which nobody else's requests are to wait for.
func sync(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  let content = try await call.content()
  guard content.count > shortContentBytes else { return try await sync(content, call, credential) }
  return try await call.aside { () throws(Problem) in
    try await sync(content, call, credential)
  }
}

/// About 40 operations: beside more of them, the change of threads is little.
private let shortContentBytes = 8 << 10

private func sync(
  _ content: [UInt8], _ call: Call, _ credential: Credential
) async throws(Problem) -> Response {
  var fields = try call.fields(of: content)
  let request = try SyncRequest(&fields, call)
  // An envelope that is refused has stored nothing.
  if let cursor = request.cursor { try await check(cursor, call, credential) }
  let pushed = try await push(request.operations, call, credential)

  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.changes.page(
      after: request.cursor, limit: FeedPage.maxChanges, in: request.timeZone,
      of: request.clientID, for: credential.secret)
  }
  let (caller, result) = try credential.granted(access)
  guard case .success(let page) = result else { throw .syncCursorExpired(caller) }
  let language = call.language(for: caller)
  var headers = CommonHeaders.json(in: language)
  if call.isLenient { headers.append(.preferenceApplied, "handling=lenient") }
  if !request.ignored.isEmpty {
    headers.append(.ignoredFields, PointerList.text(request.ignored))
  }
  let answer = SyncAnswer(
    operations: request.operations, pushed: pushed, page: page, language: language,
    requestID: call.request.requestID)
  return Response(.ok, headers: headers, body: .bytes(answer.body))
}

private func check(
  _ cursor: FeedCursor, _ call: Call, _ credential: Credential
) async throws(Problem) {
  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.changes.position(cursor, for: credential.secret)
  }
  let (caller, isValid) = try credential.granted(access)
  guard isValid else { throw .syncCursorExpired(caller) }
}

/// - Returns: nil where there was nothing good to push.
private func push(
  _ operations: [SyncOperation], _ call: Call, _ credential: Credential
) async throws(Problem) -> PushAnswer? {
  let good = operations.compactMap { try? $0.content.get() }
  guard !good.isEmpty else { return nil }
  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.pushes.push(good, for: credential.secret, .sync)
  }
  let (_, answer) = try credential.granted(access)
  return answer
}

extension Problem {
  static func syncCursorExpired(_ caller: Caller) -> Problem {
    Problem(.syncCursorExpired).afterTokenCheck(language: caller.account.settings.language)
  }
}
