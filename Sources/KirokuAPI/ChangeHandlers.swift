internal import HTTPCore
internal import JSON
internal import KirokuCore
internal import KirokuStore

// The feed of changes: /v1/changes

/// `GET /v1/changes`: what changed since a cursor, at once or as soon as there is something.
func listChanges(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  try call.checkAcceptsJSON()
  let query = try ChangeQuery(call)
  // All there is comes in full pages, each milliseconds of work that nobody else is to wait for.
  if query.isFullSync, query.waitSeconds == 0 {
    return try await call.aside { () throws(Problem) in
      let (caller, page) = try await changes(query, call, credential)
      return answer(with: page, in: call.language(for: caller))
    }
  }
  let (caller, page) = try await changes(query, call, credential)
  let language = call.language(for: caller)
  guard query.waitSeconds > 0, page.changes.isEmpty, !page.hasMore else {
    return answer(with: page, in: language)
  }
  let subscription = try call.subscribe(caller.account.id)
  return Response(
    .ok, headers: CommonHeaders.json(in: language),
    body: .stream(
      laterChanges(
        query, page, subscription, call.environment, credential.secret, in: language)))
}

private func answer(with page: FeedPage, in language: Language) -> Response {
  Response(
    .ok, headers: CommonHeaders.json(in: language), body: .bytes(body(of: page, in: language)))
}

/// Which page of the feed is asked for.
private struct ChangeQuery {
  let cursor: FeedCursor?
  let limit: Int
  /// How long to wait for a change where there is none.
  let waitSeconds: Int
  let timeZone: String?
  /// Nil means the token's id.
  let client: UUIDBytes?

  var isFullSync: Bool { cursor?.isInFullSync ?? true }

  init(_ call: Call) throws(Problem) {
    var query = try QueryReader(call)
    cursor = query.parsed("cursor", expected: "cursor") { ChangeCursor.cursor(of: $0) }
    limit = query.limit(default: FeedPage.maxChanges, maximum: FeedPage.maxChanges)
    let maxWait = call.environment.live.maxWaitSeconds
    let wait = query.parsed("wait", expected: "whole-number") { text -> Int? in
      guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
      return Int(text) ?? maxWait
    }
    waitSeconds = min(wait ?? 0, maxWait)
    timeZone = query.timeZone(of: call)
    client = query.clientID(of: call)
    try query.finish(ignoringUnknown: call.isLenient)
  }
}

private func changes(
  _ query: ChangeQuery, _ call: Call, _ credential: Credential
) async throws(Problem) -> (Caller, FeedPage) {
  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.changes.page(
      after: query.cursor, limit: query.limit, in: query.timeZone, of: query.client,
      for: credential.secret)
  }
  let (caller, result) = try credential.granted(access)
  switch result {
  case .success(let page): return (caller, page)
  case .failure(.cursorExpired): throw .syncCursorExpired(caller)
  }
}

/// The body of a long poll: sent when something has changed, or when the time is over.
///
/// The answer's status has been sent by then, so what goes wrong while it waits ends the wait: the page is empty, and the
/// client's next request is told.
private func laterChanges(
  _ query: ChangeQuery, _ empty: FeedPage, _ subscription: ChangeSubscription,
  _ environment: Environment, _ secret: TokenSecret, in language: Language
) -> @Sendable (any BodySink) async throws -> Void {
  let start = environment.monotonicNanoseconds()
  return { sink in
    subscription.onSignal(sink.wake)
    var page = empty
    while true {
      // Subscribed first: what was committed before this is read now, what comes later wakes.
      let access = try? await environment.store.changes.page(
        after: query.cursor, limit: query.limit, in: query.timeZone, of: query.client, for: secret)
      guard case .granted(_, .success(let latest)) = access else { break }
      page = latest
      let passed = environment.monotonicNanoseconds() - start
      let left = Duration.seconds(query.waitSeconds) - .nanoseconds(passed)
      guard page.changes.isEmpty, !page.hasMore, left > .zero else { break }
      guard try await sink.pause(upTo: left) == .woken else { break }
      try await subscription.spreadLook(within: environment.live, of: sink)
    }
    try await sink.write(body(of: page, in: language))
  }
}

private func body(of page: FeedPage, in language: Language) -> [UInt8] {
  var writer = JSONWriter(capacity: ChangeJSON.capacity(for: page))
  writer.beginObject()
  ChangeJSON.writeMembers(of: page, in: language, to: &writer)
  writer.endObject()
  return writer.bytes
}

extension Call {
  /// A place among those who wait for changes.
  ///
  /// - Throws: 429 where the account has too many.
  func subscribe(_ account: UUIDBytes) throws(Problem) -> ChangeSubscription {
    let limit = environment.live.maxWaitingPerAccount
    guard let subscription = environment.store.live.subscribe(account, limit: limit) else {
      throw Problem(.tooManyStreams).with(.retryAfter, "5").afterTokenCheck(
        language: requestedLanguage ?? .en)
    }
    return subscription
  }
}

extension ChangeSubscription {
  /// Takes what was told; where something may have been missed, waits a moment of its own first.
  ///
  /// - Returns: what was told, that of the wait included.
  @discardableResult
  func spreadLook(
    within limits: LiveLimits, of sink: any BodySink
  ) async throws(SinkError) -> LiveChanges.Signal {
    var signal = take()
    guard signal.mayHaveMissed, !signal.looksAgain else { return signal }
    let most = limits.lookSpread.components
    let nanoseconds = most.seconds * 1_000_000_000 + most.attoseconds / 1_000_000_000
    let delay = Duration.nanoseconds(Int64.random(in: 0...max(0, nanoseconds)))
    if try await sink.pause(upTo: delay) == .woken {
      let later = take()
      signal.rev = max(signal.rev, later.rev)
    }
    signal.looksAgain = true
    return signal
  }
}
