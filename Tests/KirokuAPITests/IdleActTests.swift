import HTTPCore
import JSON
import KirokuCore
import Postgres
import Testing

@testable import KirokuAPI

/// Acts that find a record as they want it. Its `version` is the greatest acted time of all that was done to it, so it
/// rises; and since it is answered, so do `rev`, `updatedAt` and the ETag. What changes no answered field raises nothing.
@Suite("Acts that change nothing but the version")
struct IdleActTests {
  private typealias Op = SyncDevice

  private static let id = "0190f1c2-0000-7000-8000-000000000001"
  private static let entry = "/v1/entries/" + id
  private static let weight = #"{"weightKg":65,"recordedAt":"2026-12-01T05:00:00Z"}"#

  private static func at(_ time: String) -> (String, String) {
    ("Kiroku-Acted-At", "2026-12-01T\(time):00Z")
  }

  private static func version(_ time: String) -> String { "2026-12-01T\(time):00Z" }

  /// Outcome, version and revision of what was written.
  private static func told(_ answer: Answer, _ noun: String) -> String {
    [answer.string("outcome"), answer.string(noun, "version"), answer.string(noun, "rev")]
      .map { $0 ?? "-" }.joined(separator: " ")
  }

  @Test(
    "An entry put as it is, and patched as it is; what came late, and what came twice, raises nothing"
  )
  func entry() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let made = try await api.put(Self.entry, token: token, Self.weight, [Self.at("06:00")])
      #expect(Self.told(made, "entry") == "applied 2026-12-01T06:00:00Z 1")
      try api.time.set("2026-12-01T07:40:00Z")
      let key = ("Idempotency-Key", "same-again")
      let put = try await api.put(Self.entry, token: token, Self.weight, [Self.at("07:00"), key])
      #expect(Self.told(put, "entry") == "unchanged 2026-12-01T07:00:00Z 2")
      #expect(put.string("entry", "updatedAt") == "2026-12-01T07:40:00Z")
      #expect(put.string("entry", "createdAt") == TestAPI.now)
      let patch = try await api.patch(
        Self.entry, token: token, #"{"weightKg":65}"#, [Self.at("07:10")])
      #expect(Self.told(patch, "entry") == "unchanged 2026-12-01T07:10:00Z 3")
      let tag = patch.header(.etag)
      #expect(tag != put.header(.etag))

      try api.time.set("2026-12-01T07:50:00Z")
      // Of 06:30: the put of 07:00 has written all fields since.
      let late = try await api.patch(
        Self.entry, token: token, #"{"note":"late"}"#, [Self.at("06:30")])
      #expect(Self.told(late, "entry") == "superseded 2026-12-01T07:10:00Z 3")
      let again = try await api.put(Self.entry, token: token, Self.weight, [Self.at("07:00"), key])
      #expect(Self.told(again, "entry") == "unchanged 2026-12-01T07:10:00Z 3")
      let read = try await api.get(
        Self.entry, token: token, [("If-None-Match", tag ?? "")])
      #expect(read.status == 304)
      #expect(try await api.texts("select rev::text from account_revisions") == ["3"])
    }
  }

  @Test("A habit, its day, and a toggle that does not find what was shown")
  func habitAndDay() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let habit = "/v1/habits/" + Self.id
      let body =
        #"{"name":"Read","kind":"check","schedules":[{"from":"2026-06-01","type":"daily"}]}"#
      let made = try await api.put(habit, token: token, body, [Self.at("06:00")])
      #expect(Self.told(made, "habit") == "applied 2026-12-01T06:00:00Z 1")
      let put = try await api.put(habit, token: token, body, [Self.at("06:10")])
      #expect(Self.told(put, "habit") == "unchanged 2026-12-01T06:10:00Z 2")
      let patch = try await api.patch(habit, token: token, #"{"name":"Read"}"#, [Self.at("06:20")])
      #expect(Self.told(patch, "habit") == "unchanged 2026-12-01T06:20:00Z 3")

      let day = habit + "/days/2026-12-01"
      // That nothing is recorded is what was so before, but somebody has said so now.
      let empty = try await api.put(day, token: token, #"{"done":null}"#, [Self.at("06:30")])
      #expect(Self.told(empty, "day") == "unchanged 2026-12-01T06:30:00Z 4")
      let done = try await api.put(day, token: token, #"{"done":true}"#, [Self.at("06:40")])
      #expect(Self.told(done, "day") == "applied 2026-12-01T06:40:00Z 5")
      let same = try await api.put(day, token: token, #"{"done":true}"#, [Self.at("06:50")])
      #expect(Self.told(same, "day") == "unchanged 2026-12-01T06:50:00Z 6")
      let stale = try await api.post(
        day + "/toggle", token: token, #"{"shown":false}"#, [Self.at("07:00")])
      #expect(Self.told(stale, "day") == "unchanged 2026-12-01T06:50:00Z 6")
      #expect(try await api.texts("select rev::text from account_revisions") == ["6"])
    }
  }

  @Test("An undo of what is undone, and a redo of what is not; of what is gone nothing is answered")
  func reversals() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      _ = try await api.put(Self.entry, token: token, Self.weight, [Self.at("06:00")])
      let patch = try await api.patch(
        Self.entry, token: token, #"{"note":"a"}"#, [Self.at("06:10")])
      let act = "{\"opId\":\"\(try #require(patch.string("undo", "opId")))\"}"
      for (path, time, told) in [
        ("/v1/undo", "06:20", "undone 2026-12-01T06:20:00Z 3"),
        ("/v1/undo", "06:30", "alreadyUndone 2026-12-01T06:30:00Z 4"),
        // Before the undo of 06:30, which holds.
        ("/v1/redo", "06:25", "superseded 2026-12-01T06:30:00Z 4"),
        ("/v1/redo", "06:40", "redone 2026-12-01T06:40:00Z 5"),
        ("/v1/redo", "06:50", "alreadyRedone 2026-12-01T06:50:00Z 6"),
      ] {
        let answer = try await api.post(path, token: token, act, [Self.at(time)])
        #expect(Self.told(answer, "entry") == told, "\(path) \(time)")
      }
      for (time, outcome) in [("07:00", "applied"), ("07:10", "unchanged")] {
        let gone = try await api.send("DELETE", Self.entry, token: token, [Self.at(time)])
        #expect(gone.string("outcome") == outcome && gone["entry"] == .null)
        #expect(try await api.texts("select rev::text from account_revisions") == ["7"])
      }
    }
  }

  @Test("Through sync it is the same, and reaches every device")
  func sync() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let (one, other) = (SyncDevice(api, token: token), SyncDevice(api, token: token))
      let day = Self.id + "/2026-12-01"
      let done = #"{"count":1}"#
      _ = try await one.sync([
        Op.operation("put", "entry", Self.id, at: Self.version("06:00"), Self.weight),
        Op.operation(
          "put", "habit", Self.id, at: Self.version("06:01"),
          #"{"name":"A","kind":"count","target":{"value":1}}"#),
        Op.operation("set", "day", day, at: Self.version("06:02"), done),
      ])
      try await other.sync()
      let opID = UUIDBytes.random().description
      let patch = Op.operation(
        "patch", "habit", Self.id, opID: opID, at: Self.version("06:11"), #"{"name":"A"}"#)
      let idle = try await one.sync([
        Op.operation("put", "entry", Self.id, at: Self.version("06:10"), Self.weight), patch,
        Op.operation("set", "day", day, at: Self.version("06:12"), done),
        // Before the sets: nothing is added.
        Op.operation("increment", "day", day, at: Self.version("06:01"), #"{"by":1}"#),
      ])
      #expect(idle.outcomes == ["unchanged", "unchanged", "unchanged", "superseded"])
      for (index, rev) in ["4", "5", "6", "6"].enumerated() {
        let minute = [10, 11, 12, 12][index]
        #expect(idle.string("results", "\(index)", "record", "rev") == rev)
        #expect(
          idle.string("results", "\(index)", "record", "version")
            == Self.version("06:\(minute)"))
      }
      #expect(try await one.sync([patch]).outcomes == ["duplicate"])
      let told = try await other.sync()
      #expect(told.texts("changes", "rev") == ["4", "5", "6"])
      #expect(one.copy == other.copy)
    }
  }

  @Test(
    "Who acts on what they see wins over an act that changed nothing, by a clock that is behind too"
  )
  func seen() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let day = try await api.check(token: token) + "/days/2026-12-01"
      _ = try await api.put(day, token: token, #"{"done":true}"#, [Self.at("06:00")])
      _ = try await api.put(day, token: token, #"{"done":true}"#, [Self.at("07:00")])
      let shown = try #require(try await api.get(day, token: token).string("version"))
      let undone = try await api.put(
        day, token: token, #"{"done":false}"#, [Self.at("05:00"), ("Kiroku-Seen", shown)])
      #expect(Self.told(undone, "day") == "applied 2026-12-01T07:00:00.000001Z 4")
    }
  }
}
