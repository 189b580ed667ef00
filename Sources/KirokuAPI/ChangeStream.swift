internal import HTTPCore
internal import KirokuCore
internal import KirokuStore

// The stream of hints: /v1/changes/stream

/// `GET /v1/changes/stream`: server-sent events, each telling that there is something to pull.
func streamChanges(_ call: Call, _ credential: Credential) async throws(Problem) -> Response {
  try call.checkAccepts("text/event-stream")
  var query = try QueryReader(call)
  var cursor = query.parsed("cursor", expected: "cursor") { ChangeCursor.cursor(of: $0) }
  if let last = call.request.head.value(of: .lastEventID), !last.isEmpty {
    // Where the stream was when it broke is newer than what the client began with.
    cursor = ChangeCursor.cursor(of: last)
    if cursor == nil {
      let values = ["expected": "cursor", "value": excerpt(last)]
      query.report(.invalidFormat, at: FieldName.lastEventID.description, values)
    }
  }
  try query.finish(ignoringUnknown: call.isLenient)

  let access = try await call.stored { () throws(StoreError) in
    try await call.environment.store.changes.position(cursor, for: credential.secret)
  }
  let (caller, isValid) = try credential.granted(access)
  guard isValid else { throw .syncCursorExpired(caller) }
  let subscription = try call.subscribe(caller.account.id)
  let stream = ChangeStream(
    store: call.environment.store, limits: call.environment.live, secret: credential.secret,
    epoch: caller.account.epoch, subscription: subscription)
  let told = cursor?.rev ?? caller.account.rev
  return Response(
    .ok, headers: ChangeStream.headers,
    body: .stream { sink in try await stream.run(told: told, to: sink) })
}

/// One open stream. While nothing changes it is a place in a table and a task that waits.
private struct ChangeStream: Sendable {
  let store: Store
  let limits: LiveLimits
  let secret: TokenSecret
  let epoch: Int64
  let subscription: ChangeSubscription

  static let headers: HeaderBlock = {
    var headers = HeaderBlock()
    headers.append(.contentType, "text/event-stream")
    headers.append(.cacheControl, "no-store")
    headers.append(.contentTypeOptions, "nosniff")
    // Proxies that gather answers before they pass them on would gather this one for ever.
    headers.append(.accelBuffering, "no")
    return headers
  }()

  /// - Parameter told: the revision that the client knows of.
  func run(told: Int64, to sink: any BodySink) async throws {
    subscription.onSignal(sink.wake)
    var told = told
    // The client learns where it is, and a proxy passes the head on.
    try await sink.write(Self.position(FeedCursor(epoch: epoch, rev: told)))
    // Subscribed first: what was committed before is read now, what comes later wakes.
    var looks = true
    var newest = told
    while true {
      if looks {
        switch await look() {
        case .rev(let rev): newest = max(newest, rev)
        case .unknown: break
        // The next request of the client is told why.
        case .ended: return
        }
      }
      if newest > told {
        try await sink.write(Self.hint(FeedCursor(epoch: epoch, rev: newest)))
        told = newest
      }
      switch try await sink.pause(upTo: limits.heartbeat) {
      case .stopping: return
      case .elapsed:
        try await sink.write(Self.position(FeedCursor(epoch: epoch, rev: told)))
        looks = true
      case .woken:
        let signal = try await subscription.spreadLook(within: limits, of: sink)
        newest = max(newest, signal.rev)
        looks = signal.looksAgain
      }
    }
  }

  private enum Look {
    case rev(Int64)
    /// The database can't be asked: later.
    case unknown
    /// The token is not valid any more, or the database is another.
    case ended
  }

  private func look() async -> Look {
    switch try? await store.changes.head(for: secret) {
    case .granted(let caller, _):
      caller.account.epoch == epoch ? .rev(caller.account.rev) : .ended
    case .unauthorized, .forbidden: .ended
    case nil: .unknown
    }
  }

  /// An event without data: it moves the client's last event id and is shown to nobody.
  private static func position(_ cursor: FeedCursor) -> [UInt8] {
    Array("id: \(ChangeCursor.text(of: cursor))\n\n".utf8)
  }

  private static func hint(_ cursor: FeedCursor) -> [UInt8] {
    Array(
      "event: change\nid: \(ChangeCursor.text(of: cursor))\ndata: {\"rev\":\(cursor.rev)}\n\n".utf8)
  }
}
