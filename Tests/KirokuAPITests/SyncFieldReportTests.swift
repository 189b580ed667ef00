import HTTPCore
import JSON
import KirokuCore
import KirokuStore
import Postgres
import Testing

@testable import KirokuAPI

@Suite("Reports from the field, on sync")
struct SyncFieldReportTests {
  private typealias Op = SyncDevice
  private static let check = #"{"name":"Stretch","kind":"check"}"#

  @Test("BUG-086: a device that starts afresh is not told of what was made and deleted before")
  func freshInstall() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let old = SyncDevice(api, token: token)
      let (entry, habit) = (UUIDBytes.random().description, UUIDBytes.random().description)
      try await old.sync([
        Op.operation("put", "entry", entry, #"{"weightKg":65}"#),
        Op.operation("put", "habit", habit, Self.check),
        Op.operation("set", "day", habit + "/2026-12-01", #"{"done":true}"#),
      ])
      try await old.sync([
        Op.operation("delete", "entry", entry), Op.operation("delete", "habit", habit),
      ])
      let fresh = SyncDevice(api, token: token)
      let answer = try await fresh.sync()
      #expect(answer["changes"] == .array([]) && answer.string("fullSync") == "true")
    }
  }

  @Test(
    "BUG-088: a device that was away re-sends what was deleted meanwhile, and brings nothing back")
  func staleCreates() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let (phone, away) = (SyncDevice(api, token: token), SyncDevice(api, token: token))
      let entries = (0..<20).map { _ in UUIDBytes.random().description }
      try await phone.sync(
        entries.map {
          Op.operation("put", "entry", $0, at: "2026-11-01T07:00:00Z", #"{"weightKg":65}"#)
        })
      try await away.sync()
      try await phone.sync(
        entries.map { Op.operation("delete", "entry", $0, at: "2026-11-02T07:00:00Z") })
      // Under new ids, as by a client that lost its outbox, but with the times at which the person acted.
      let answer = try await away.sync(
        entries.map {
          Op.operation("put", "entry", $0, at: "2026-11-01T07:00:00Z", #"{"weightKg":65}"#)
        })
      #expect(Set(answer.outcomes) == ["superseded"])
      #expect(away.copy.isEmpty && phone.copy.isEmpty)
      // Its cursor is from before deletions that are told no more: it has to begin afresh.
      let cursor = try #require(away.cursor)
      try await api.execute("update accounts set feed_horizon_rev = 1000")
      try await api.execute("update account_revisions set rev = 2000")
      #expect(try await api.get("/v1/changes?cursor=\(cursor)", token: token).status == 410)
    }
  }

  @Test("BUG-091: a put of a deleted record brings it back whole, with a new revision")
  func putOnTombstone() async throws {
    try await TestAPI.run { api in
      let device = SyncDevice(api, token: try await api.appToken())
      let entry = UUIDBytes.random().description
      try await device.sync([Op.operation("put", "entry", entry, #"{"weightKg":65,"note":"a"}"#)])
      let gone = try await device.sync([Op.operation("delete", "entry", entry)])
      let back = try await device.sync([Op.operation("put", "entry", entry, #"{"weightKg":66}"#)])
      #expect(back.string("changes", "0", "deleted") == "false")
      #expect(device.value("entry", entry)?["note"] == .null)
      let revs = [gone, back].compactMap { $0.string("changes", "0", "rev").flatMap { Int($0) } }
      #expect(revs.count == 2 && revs[0] < revs[1])
    }
  }

  @Test("BUG-092: a time that is local but says UTC orders nothing in the future")
  func localTimeAsUTC() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let (wrong, right) = (SyncDevice(api, token: token), SyncDevice(api, token: token))
      let entry = UUIDBytes.random().description
      // Five hours ahead of the server's clock: moved down to now, so that the next act can win.
      let early = try await wrong.sync([
        Op.operation("put", "entry", entry, at: "2026-12-01T12:30:00Z", #"{"weightKg":65}"#)
      ])
      #expect(early.string("shiftMs") == "18000000")
      #expect(early.string("results", "0", "record", "version") == TestAPI.now)
      let version = try #require(early.string("results", "0", "record", "version"))
      let next = try await right.sync([
        Op.operation(
          "put", "entry", entry, at: "2026-12-01T07:30:00Z", seen: version, #"{"weightKg":66}"#)
      ])
      #expect(next.outcomes == ["applied"])
      let far = try await wrong.sync([
        Op.operation(
          "put", "entry", UUIDBytes.random().description,
          #"{"weightKg":65,"recordedAt":"2026-12-03T07:30:00Z"}"#)
      ])
      #expect(far.outcomes == ["rejected"])
    }
  }

  @Test("BUG-093: two acts of a phone whose clock was set back keep their order by what was seen")
  func clockSetBack() async throws {
    try await TestAPI.run { api in
      let device = SyncDevice(api, token: try await api.appToken())
      let entry = UUIDBytes.random().description
      let first = try await device.sync([
        Op.operation("put", "entry", entry, at: "2026-12-01T07:00:00Z", #"{"weightKg":65}"#)
      ])
      let version = try #require(first.string("results", "0", "record", "version"))
      let second = try await device.sync([
        Op.operation(
          "put", "entry", entry, at: "2026-12-01T05:00:00Z", seen: version, #"{"weightKg":66}"#)
      ])
      #expect(second.outcomes == ["applied"])
      #expect(device.value("entry", entry)?["weightKg"]?.text == "66")
    }
  }

  @Test(
    "BUG-011: two devices complete one habit, one of them with what it knew before: it is completed once"
  )
  func completedTwice() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let (one, other) = (SyncDevice(api, token: token), SyncDevice(api, token: token))
      let habit = UUIDBytes.random().description
      let day = habit + "/2026-12-01"
      try await one.sync([Op.operation("put", "habit", habit, Self.check)])
      try await other.sync()
      let done = #"{"done":true}"#
      try await one.sync([Op.operation("set", "day", day, at: "2026-12-01T07:00:00Z", done)])
      let rev = one.value("day", day)?["rev"]
      let late = try await other.sync([
        Op.operation("set", "day", day, at: "2026-12-01T06:59:00Z", done)
      ])
      #expect(["superseded", "unchanged"].contains(late.outcomes.first))
      try await one.sync()
      #expect(one.copy == other.copy && one.value("day", day)?["rev"] == rev)
    }
  }

  @Test(
    "BUG-153: a widget writes while the app syncs, with a token of its own: neither waits for a local file"
  )
  func widgetBesideApp() async throws {
    try await TestAPI.run { api in
      let tokens = try await api.account(scopes: #"["app","intent"]"#)
      let (app, intent) = (try #require(tokens["app"]), try #require(tokens["intent"]))
      let device = SyncDevice(api, token: app)
      let operations = (0..<200).map { _ in
        Op.operation("put", "entry", UUIDBytes.random().description, #"{"weightKg":65}"#)
      }
      async let written = (0..<20).asyncCount { _ in
        try await api.post("/v1/entries", token: intent, #"{"weightKg":66}"#).status == 201
      }
      let answer = try await device.sync(operations)
      #expect(answer.outcomes.count { $0 == "applied" } == 200)
      #expect(try await written == 20)
      try await device.sync()
      #expect(device.copy.count == 220)
      #expect(try await api.post("/v1/sync", token: intent, "{}").status == 403)
    }
  }
}

extension Range<Int> {
  /// For how many numbers `holds` does, asked one after another.
  fileprivate func asyncCount(_ holds: (Int) async throws -> Bool) async rethrows -> Int {
    var count = 0
    for number in self where try await holds(number) { count += 1 }
    return count
  }
}
