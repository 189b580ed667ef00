import HTTPCore
import JSON
import KirokuCore
import KirokuStore
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import KirokuAPI

@Suite("Waiting for changes")
struct LiveTests {
  /// Runs `body` with two replicas on one database, both listening.
  private static func withReplicas(
    _ body: @escaping @Sendable (TestAPI, TestAPI) async throws -> Void
  ) async throws {
    try await TestAPI.run { api in
      let other = try api.replica()
      other.database.start()
      for replica in [api, other] { replica.store.live.start() }
      do {
        // A change that is made before is not told, but looked for after a moment that is chosen by chance.
        for replica in [api, other] {
          let listens = try await eventually { replica.store.live.hasListened }
          #expect(listens)
        }
        try await body(api, other)
      } catch {
        await other.end()
        throw error
      }
      await other.end()
    }
  }

  @Test("A stream tells of a change made through another replica, and of one through its own")
  func stream() async throws {
    try await Self.withReplicas { api, other in
      let token = try await api.appToken()
      let stream = try await LiveStream(api, token: token)
      try await stream.until { $0.contains("id: ") }
      #expect(!stream.text.contains("event:"))
      for (count, replica) in [other, api].enumerated() {
        let made = try await replica.post("/v1/entries", token: token, #"{"weightKg":65.2}"#)
        let rev = try #require(made.string("entry", "rev"))
        try await stream.until { $0.contains("data: {\"rev\":\(rev)}\n\n") }
        #expect(stream.events.count == count + 1)
      }
      stream.sink.stop()
      try await stream.ended()
      #expect(api.store.live.waiterCount == 0)
    }
  }

  @Test("A stream that begins at a cursor tells at once of what came after it, once")
  func resumed() async throws {
    try await Self.withReplicas { api, _ in
      let token = try await api.appToken()
      let start = try #require(try await api.get("/v1/changes", token: token).string("cursor"))
      _ = try await api.post("/v1/entries", token: token, #"{"weightKg":65.2}"#)
      let first = try await LiveStream(api, "?cursor=\(start)", token: token)
      try await first.until { $0.contains("event: change") }
      let id = try #require(first.lastID)
      first.sink.hangUp()
      try await first.ended()
      // The id of the hint is where the stream goes on; the device's own cursor is older.
      let last = [("Last-Event-ID", id)]
      let second = try await LiveStream(api, "?cursor=\(start)", token: token, last)
      try await second.untilPaused(1)
      #expect(second.events.isEmpty)
      _ = try await api.post("/v1/entries", token: token, #"{"weightKg":65.2}"#)
      try await second.until { $0.contains("event: change") }
      #expect(second.lastID != id)
      second.sink.stop()
      try await second.ended()
    }
  }

  @Test("A silent stream looks again at its heartbeat: a hint that was lost is late, not missing")
  func heartbeat() async throws {
    try await TestAPI.run { api in
      // Nobody listens here, so no hint comes.
      let token = try await api.appToken()
      let stream = try await LiveStream(api, token: token)
      try await stream.untilPaused(1)
      let silent = stream.text
      stream.sink.elapse()
      try await stream.untilPaused(2)
      #expect(stream.text.count > silent.count && stream.events.isEmpty)
      #expect(stream.sink.pauses.allSatisfy { $0 == .seconds(25) })
      _ = try await api.post("/v1/entries", token: token, #"{"weightKg":65.2}"#)
      stream.sink.elapse()
      try await stream.until { $0.contains("event: change") }
      stream.sink.stop()
      try await stream.ended()
    }
  }

  @Test("A stream ends when its token is revoked through another replica, others go on")
  func revoked() async throws {
    try await Self.withReplicas { api, other in
      let token = try await api.appToken()
      let minted = try await api.post("/v1/tokens", token: token, #"{"scope":"app"}"#)
      let secret = try #require(minted.string("secret") ?? minted.string("token", "secret"))
      let id = try #require(minted.string("token", "id"))
      let (ending, staying) = (
        try await LiveStream(api, token: secret), try await LiveStream(api, token: token)
      )
      for stream in [ending, staying] { try await stream.untilPaused(1) }
      #expect(try await other.send("DELETE", "/v1/tokens/\(id)", token: token).status < 300)
      try await ending.ended()
      _ = try await other.post("/v1/entries", token: token, #"{"weightKg":65.2}"#)
      try await staying.until { $0.contains("event: change") }
      #expect(!staying.isEnded)
      #expect(try await other.send("DELETE", "/v1/account", token: token).status < 300)
      try await staying.ended()
      #expect(api.store.live.waiterCount == 0)
    }
  }

  @Test("An account has so many streams and long polls, and another account its own")
  func limit() async throws {
    try await Self.withReplicas { api, _ in
      let (mine, theirs) = (try await api.appToken(), try await api.appToken())
      let most = LiveLimits().maxWaitingPerAccount
      var streams: [LiveStream] = []
      for _ in 1...most { streams.append(try await LiveStream(api, token: mine)) }
      for path in ["/v1/changes/stream", "/v1/changes?wait=30"] {
        let refused = try await api.get(path, token: mine)
        #expect(refused.status == 429 && refused.string("code") == "too-many-streams", "\(refused)")
        #expect(refused.header(.retryAfter) != nil)
      }
      streams.append(try await LiveStream(api, token: theirs))
      streams[0].sink.hangUp()
      try await streams[0].ended()
      streams.append(try await LiveStream(api, token: mine))
      for stream in streams { stream.sink.stop() }
      for stream in streams { try await stream.ended() }
    }
  }

  @Test("A long poll is answered by the change it waited for, or empty when its time is over")
  func longPoll() async throws {
    try await Self.withReplicas { api, other in
      let token = try await api.appToken()
      let cursor = try #require(try await api.get("/v1/changes", token: token).string("cursor"))
      let waiting = try await LiveStream(
        api, path: "/v1/changes?wait=30&cursor=\(cursor)", token: token)
      try await waiting.untilPaused(1)
      let made = try await other.post("/v1/entries", token: token, #"{"weightKg":65.2}"#)
      try await waiting.ended()
      let page = Answer(Response(.ok, body: .bytes(Array(waiting.text.utf8))))
      #expect(page["changes", "0", "value"] == made["entry"])

      let next = try #require(page.string("cursor"))
      for isStopped in [false, true] {
        let silent = try await LiveStream(
          api, path: "/v1/changes?wait=30&cursor=\(next)", token: token)
        try await silent.untilPaused(1)
        if isStopped { silent.sink.stop() } else { try await silent.elapseUntilEnded() }
        try await silent.ended()
        let empty = Answer(Response(.ok, body: .bytes(Array(silent.text.utf8))))
        #expect(empty["changes"] == .array([]) && empty.string("cursor") == next)
      }
      // What there is already is not waited for.
      let old = try await api.get("/v1/changes?wait=30&cursor=\(cursor)", token: token)
      #expect(old["changes", "0", "value"] == made["entry"])
    }
  }

  @Test("A hint that PostgreSQL's connection lost is made up for when it is back")
  func reconnected() async throws {
    try await Self.withReplicas { api, _ in
      let token = try await api.appToken()
      let stream = try await LiveStream(api, token: token)
      try await stream.untilPaused(1)
      try await api.execute(
        """
        with account as (update account_revisions set rev = rev + 1 returning rev)
        select pg_terminate_backend(pid), (select max(rev) from account) from pg_stat_activity
        where datname = current_database() and (query like 'listen%' or query like '%pg_notify%')
          and pid <> pg_backend_pid()
        """)
      // The write was noted nowhere: only looking again finds it.
      try await stream.until(elapsing: true) { $0.contains("event: change") }
      stream.sink.stop()
      try await stream.ended()
    }
  }
}

/// A streamed answer whose other end a test holds.
final class LiveStream: Sendable {
  let sink = TestSink()
  private let hasEnded: Flag

  final class Flag: Sendable {
    private let value = Mutex(false)
    var isSet: Bool { value.withLock { $0 } }
    func set() { value.withLock { $0 = true } }
  }

  convenience init(
    _ api: TestAPI, _ query: String = "", token: String, _ headers: [(String, String)] = []
  ) async throws {
    try await self.init(api, path: "/v1/changes/stream" + query, token: token, headers)
  }

  init(
    _ api: TestAPI, path: String, token: String, _ headers: [(String, String)] = []
  ) async throws {
    let response = try await api.response("GET", path, token: token, headers)
    guard response.status == .ok, case .stream(let write) = response.body else {
      throw Unexpected(Answer(response))
    }
    let (sink, flag) = (sink, Flag())
    hasEnded = flag
    Task {
      try? await write(sink)
      flag.set()
    }
  }

  var text: String { sink.text }
  var isEnded: Bool { hasEnded.isSet }
  var events: [Substring] { text.split(separator: "\n").filter { $0.hasPrefix("event: ") } }
  var lastID: String? {
    text.split(separator: "\n").last { $0.hasPrefix("id: ") }.map { String($0.dropFirst(4)) }
  }

  /// What never happens fails, and holds up no other test.
  private func wait(_ what: String, until isReached: () -> Bool) async throws {
    guard try await eventually(within: .seconds(60), isReached) else {
      throw Unexpected("\(what) never happened; sent so far: \(text)")
    }
  }

  /// - Parameter elapsing: whether the pauses' time passes meanwhile.
  func until(elapsing: Bool = false, _ condition: (String) -> Bool) async throws {
    try await wait("what was waited for") {
      if condition(text) { return true }
      if elapsing { sink.elapse() }
      return false
    }
  }

  /// Waits until the body has paused so often.
  func untilPaused(_ count: Int) async throws {
    try await wait("pause \(count)") { sink.pauses.count >= count && sink.isPaused }
  }

  func ended() async throws { try await wait("the end") { isEnded } }

  /// Lets time pass, whatever the body pauses for: it may have been told to look again.
  func elapseUntilEnded() async throws {
    try await wait("the end") {
      if isEnded { return true }
      sink.elapse()
      return false
    }
  }
}
