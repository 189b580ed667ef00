import HTTPCore
import JSON
import Postgres
import Testing

@Suite("Habits")
struct HabitTests {
  private static let path = "/v1/habits/019ad8f3-0c20-7f31-a4d5-6b1e02c7f9aa"

  @Test("One is made with what goes without saying, read, and on the list")
  func make() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let made = try await api.post(
        "/v1/habits", token: token, #"{"name":"Read","kind":"check"}"#)
      #expect(made.status == 201 && made.string("outcome") == "applied")
      #expect(made.string("dialog") == "Added “Read”.")
      #expect(made.string("undo", "label") == "Undo saving “Read”")
      let id = try #require(made.string("habit", "id"))
      #expect(made.header(.location) == "/v1/habits/\(id)")
      #expect(made["habit", "target"] == .null && made["habit", "icon"] == .null)
      #expect(made.string("habit", "schedule", "type") == "daily")
      #expect(made.string("habit", "schedules", "0", "from") == "1900-01-01")
      #expect(made.string("habit", "subtitle") == "Every day")
      let read = try await api.get("/v1/habits/\(id)", token: token)
      #expect(read.json == made["habit"] && read.header(.etag) == made.header(.etag))
      let list = try await api.get("/v1/habits", token: token)
      #expect(list["habits", "0"] == made["habit"] && list["nextCursor"] == .null)
    }
  }

  @Test("All fields come back as they were sent, and in Japanese where that is asked for")
  func fields() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken(#"{"timeZone":"Asia/Tokyo"}"#)
      let body = #"""
        {"name":"水","kind":"count","target":{"value":1.5,"direction":"atMost","unit":"L"},
        "schedules":[{"from":"2026-06-01","type":"weekdays","weekdays":[5,1]},
        {"from":"2026-12-01","type":"perWeek","times":3}],
        "pauses":[{"from":"2026-08-01","to":"2026-08-14"},{"from":"2027-01-01"}],
        "icon":"drop.fill","color":"#0A84FF","position":7,"archived":false,"note":"大きなコップ"}
        """#
      let made = try await api.put(Self.path, token: token, body, [("Accept-Language", "ja")])
      #expect(made.status == 201 && made.string("dialog") == "「水」を追加しました。")
      #expect(made.string("habit", "subtitle") == "1.5 L以下 · 週3回")
      #expect(made.string("habit", "color") == "#0a84ff")
      #expect(
        made.text.contains(
          #""schedules":[{"from":"2026-06-01","type":"weekdays","weekdays":[1,5]},"#
            + #"{"from":"2026-12-01","type":"perWeek","times":3}]"#))
      #expect(
        made.text.contains(
          #""pauses":[{"from":"2026-08-01","to":"2026-08-14"},{"from":"2027-01-01","to":null}]"#))
      let again = try await api.put(Self.path, token: token, body)
      #expect(again.status == 200 && again.string("outcome") == "unchanged")
      #expect(made.string("habit", "rev") == "1" && again.string("habit", "rev") == "2")
    }
  }

  @Test("Everything that is wrong is told at once, by its place, and nothing is stored")
  func refused() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let answer = try await api.post(
        "/v1/habits", token: token,
        #"""
        {"kind":"count","target":{"value":0,"direction":"up"},"schedule":{"type":"weekdays","weekdays":[0,8]},
        "pauses":[{"from":"2026-02-01","to":"2026-01-01"}],"color":"red","position":-1,"mood":1}
        """#)
      #expect(answer.status == 422)
      #expect(
        Set(answer.faults) == [
          "/mood unknown-field", "/target/direction not-one-of", "/name required",
          "/schedule/weekdays/0 out-of-range", "/schedule/weekdays/1 out-of-range",
          "/pauses/0/to reversed-range", "/color invalid-format", "/position out-of-range",
        ])
      // A target of 0 would be divided by.
      let zero = try await api.post(
        "/v1/habits", token: token, #"{"name":"a","kind":"count","target":{"value":0}}"#)
      #expect(zero.faults == ["/target/value out-of-range"])
      #expect(zero.string("detail")?.contains("0.001") == true)
      #expect(try await api.texts("select id::text from habits").isEmpty)
    }
  }

  @Test("A patch changes what it names; a schedule holds from today, and the past keeps its own")
  func patch() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken(#"{"timeZone":"Asia/Tokyo","dayStart":180}"#)
      let path = try await api.check(token: token)
      // 02:59 in Tokyo: still 30 November.
      try api.time.set("2026-11-30T17:59:00Z")
      let weekly = try await api.patch(
        path, token: token, #"{"schedule":{"type":"perWeek","times":3}}"#)
      #expect(weekly.string("outcome") == "applied" && weekly.string("dialog") == "Changed “Read”.")
      #expect(weekly.string("habit", "schedules", "1", "from") == "2026-11-30")
      #expect(weekly.string("habit", "schedules", "0", "type") == "daily")
      #expect(weekly.string("habit", "schedule", "type") == "perWeek")
      let archived = try await api.patch(path, token: token, #"{"archived":true}"#)
      #expect(archived.string("dialog") == "Archived “Read”.")
      let kind = try await api.patch(path, token: token, #"{"kind":"count","icon":null}"#)
      #expect(kind.status == 422 && kind.faults == ["/kind unchangeable"])
      let missing = try await api.patch(Self.path, token: token, #"{"note":"a"}"#)
      #expect(missing.status == 404)
    }
  }

  @Test("Deleting hides it with its days, undoing brings both back; a patch meanwhile is kept")
  func delete() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let path = try await api.check(token: token)
      let day = "\(path)/days/2026-12-01"
      _ = try await api.put(day, token: token, #"{"done":true}"#)
      let before = try await api.get(day, token: token)
      let deleted = try await api.send("DELETE", path, token: token)
      #expect(deleted.status == 200 && deleted["habit"] == .null)
      #expect(deleted.string("dialog") == "Deleted “Read”.")
      #expect(deleted.string("undo", "label") == "Bring “Read” back")
      for gone in [path, day, path + "/days", path + "/stats", path + "/heatmap.svg"] {
        #expect(try await api.get(gone, token: token).status == 404, "\(gone)")
      }
      #expect(try await api.get("/v1/days/2026-12-01", token: token).texts("days", "day").isEmpty)
      let late = try await api.patch(path, token: token, #"{"note":"later"}"#)
      #expect(late.string("outcome") == "superseded" && late["habit"] == .null)
      let again = try await api.send("DELETE", path, token: token)
      #expect(again.string("outcome") == "unchanged")
      let operation = try #require(deleted.string("undo", "opId"))
      // The second delete hides it too: both are taken back.
      for id in [operation, try #require(again.string("undo", "opId"))] {
        let undone = try await api.post("/v1/undo", token: token, "{\"opId\":\"\(id)\"}")
        #expect(undone.string("outcome") == "undone", "\(undone)")
      }
      let back = try await api.get(path, token: token)
      #expect(back.status == 200 && back.string("note") == "later")
      let after = try await api.get(day, token: token)
      #expect(after.string("done") == "true" && after["version"] == before["version"])
    }
  }

  @Test("Lists by ids, name and archive, a page at a time, in the person's order")
  func list() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      var ids: [String] = []
      for (name, more) in [
        ("Second", #","position":2"#), ("First", #","position":1"#),
        ("Also second", #","position":2"#), ("Gone", #","archived":true"#),
      ] {
        let path = try await api.check(name, token: token, more)
        ids.append(String(path.dropFirst("/v1/habits/".count)))
        try api.time.set("2026-12-01T07:30:0\(ids.count)Z")
      }
      func names(_ query: String) async throws -> [String] {
        try await api.get("/v1/habits" + query, token: token).texts("habits", "name")
      }
      #expect(try await names("") == ["First", "Second", "Also second"])
      #expect(try await names("?archived=true") == ["Gone"])
      #expect(try await names("?archived=any&q=SECOND") == ["Second", "Also second"])
      #expect(
        try await names("?ids=\(ids[3]),\(ids[0].uppercased()),\(RouteCase.anyID)") == [
          "Gone", "Second",
        ])
      var (pages, target) = ([[String]](), "/v1/habits?limit=1")
      while pages.count < 5 {
        let page = try await api.get(target, token: token)
        pages.append(page.texts("habits", "name"))
        guard let cursor = page.string("nextCursor") else { break }
        target = "/v1/habits?limit=1&cursor=\(cursor)"
        #expect(page.header(.link) == "</v1/habits?cursor=\(cursor)&limit=1>; rel=\"next\"")
        let other = try await api.get("/v1/habits?q=a&cursor=\(cursor)", token: token)
        #expect(other.faults == ["cursor other-list"])
      }
      #expect(pages == [["First"], ["Second"], ["Also second"]])
      let wrong = try await api.get("/v1/habits?archived=maybe&limit=0&nosuch=1", token: token)
      #expect(
        wrong.faults == ["limit out-of-range", "archived not-one-of", "nosuch unknown-parameter"])
    }
  }

  @Test("A condition is held to the revision, and the habit as it is comes with the refusal")
  func conditions() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let path = try await api.check(token: token)
      let tag = try #require(try await api.get(path, token: token).header(.etag))
      #expect(try await api.get(path, token: token, [("If-None-Match", tag)]).status == 304)
      let first = try await api.patch(path, token: token, #"{"note":"a"}"#, [("If-Match", tag)])
      #expect(first.status == 200)
      let second = try await api.patch(path, token: token, #"{"note":"b"}"#, [("If-Match", tag)])
      #expect(second.status == 412 && second.string("current", "note") == "a")
      #expect(second.header(.etag) == first.header(.etag))
      let create = try await api.put(
        path, token: token, #"{"name":"b","kind":"check"}"#, [("If-None-Match", "*")])
      #expect(create.status == 412)
    }
  }

  @Test("A repeat has one effect and the same answer; the key for another is refused")
  func repeats() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let key = [("Idempotency-Key", "make-it-once")]
      let body = #"{"name":"Read","kind":"check"}"#
      let first = try await api.post("/v1/habits", token: token, body, key)
      let second = try await api.post("/v1/habits", token: token, body, key)
      #expect(second.status == 201 && second.text == first.text)
      #expect(second.header("Idempotency-Replayed") == "true")
      let other = try await api.post(
        "/v1/habits", token: token, #"{"name":"Write","kind":"check"}"#, key)
      #expect(other.status == 422 && other.string("code") == "idempotency-key-reused")
      #expect(try await api.get("/v1/habits", token: token).texts("habits", "name") == ["Read"])
    }
  }

  @Test("The history and undo name habits and days in words")
  func history() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let path = try await api.check(token: token)
      try api.time.set("2026-12-01T07:31:00Z")
      _ = try await api.put("\(path)/days/2026-11-30", token: token, #"{"done":true}"#)
      try api.time.set("2026-12-01T07:32:00Z")
      let undone = try await api.post("/v1/undo", token: token, "{}")
      #expect(undone.string("outcome") == "undone")
      #expect(undone.string("operation", "label") == "Recorded “Read”, Nov 30, 2026")
      #expect(undone.string("dialog") == "Undid it. “Read” is not done, Nov 30, 2026.")
      #expect(undone["day", "done"] == .null && undone["entry"] == nil)
      #expect(undone.string("redo", "label") == "Change “Read” again")
      let list = try await api.get("/v1/operations", token: token)
      #expect(
        list.texts("operations", "label") == [
          "Undid: Recorded “Read”, Nov 30, 2026", "Recorded “Read”, Nov 30, 2026", "Saved “Read”",
        ])
      let id = path.dropFirst("/v1/habits/".count)
      #expect(list.string("operations", "1", "record", "type") == "day")
      #expect(list.string("operations", "1", "record", "id") == "\(id)/2026-11-30")
    }
  }
}
