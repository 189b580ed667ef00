import HTTPCore
import JSON
import KirokuStore
import Postgres
import Testing

@Suite("Widgets, shortcuts and Focus")
struct WidgetTests {
  @Test("The snapshot shows the day, 304 while nothing changes, and another one after a tap")
  func snapshot() async throws {
    try await TestAPI.run { api in
      let tokens = try await api.account(
        #"{"timeZone":"Asia/Tokyo","dayStart":180}"#, scopes: #"["app","widget"]"#)
      let (app, widget) = (try #require(tokens["app"]), try #require(tokens["widget"]))
      let empty = try await api.get("/v1/widget", token: widget)
      #expect(
        empty.text
          == #"{"day":"2026-12-01","refreshAfter":"2026-12-01T18:00:00Z","habits":[],"weight":null}"#
      )
      let path = try await api.check(token: app, ##","icon":"book","color":"#34c759""##)
      _ = try await api.post("/v1/entries", token: app, #"{"weightKg":65.2}"#)
      let first = try await api.get("/v1/widget", token: widget)
      #expect(first.status == 200 && first.string("weight", "trendKg") == "65.2")
      #expect(first["habits", "0", "done"] == .null)
      #expect(first.string("habits", "0", "isDue") == "true")
      let has = [("If-None-Match", first.header(.etag) ?? "")]
      let same = try await api.get("/v1/widget", token: widget, has)
      #expect(same.status == 304 && same.text.isEmpty && same.header(.etag) == first.header(.etag))
      let tapped = try await api.put("\(path)/days/today", token: widget, #"{"done":true}"#)
      let second = try await api.get("/v1/widget", token: widget, has)
      #expect(second.status == 200 && second.string("habits", "0", "done") == "true")
      #expect(second.string("habits", "0", "version") == tapped.string("day", "version"))
      #expect(second.string("habits", "0", "streakDays") == "1")
      #expect(second.header(.vary)?.contains("Kiroku-Time-Zone") == true)
    }
  }

  @Test("A habit of every day is stored as what the snapshot's statement leaves out")
  func usualSchedule() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      _ = try await api.check(token: token)
      let stored = try await api.database.read("select schedules::text, pauses::text from habits") {
        rows throws(PostgresError) in [try rows[0].text(0), try rows[0].text(1)]
      }
      #expect(stored == [#"{"1900-01-01 daily"}"#, "{}"])
    }
  }

  @Test("At the day's start the snapshot is another one though nothing was written")
  func boundary() async throws {
    try await TestAPI.run(now: "2026-12-01T17:59:00Z") { api in
      let token = try await api.appToken(#"{"timeZone":"Asia/Tokyo","dayStart":180}"#)
      let path = try await api.check(token: token)
      _ = try await api.put("\(path)/days/today", token: token, #"{"done":true}"#)
      let before = try await api.get("/v1/widget", token: token)
      #expect(before.string("refreshAfter") == "2026-12-01T18:00:00Z")
      let has = [("If-None-Match", before.header(.etag) ?? "")]
      #expect(try await api.get("/v1/widget", token: token, has).status == 304)
      try api.time.set("2026-12-01T18:00:00Z")
      let after = try await api.get("/v1/widget", token: token, has)
      #expect(after.status == 200 && after.string("day") == "2026-12-02")
      #expect(after["habits", "0", "done"] == .null)
      #expect(after.string("habits", "0", "streakDays") == "1", "today is not over")
      #expect(after.string("refreshAfter") == "2026-12-02T18:00:00Z")
    }
  }

  @Test("The streak does not break on the way from Tokyo to Honolulu, nor back")
  func travel() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken(#"{"timeZone":"Asia/Tokyo"}"#)
      let path = try await api.check(token: token)
      // Every evening in Tokyo; then the evening of the day that comes twice, in Honolulu.
      for (time, zone) in [
        ("2026-11-28T12:00:00Z", "Asia/Tokyo"), ("2026-11-29T12:00:00Z", "Asia/Tokyo"),
        ("2026-11-30T12:00:00Z", "Asia/Tokyo"), ("2026-12-01T06:00:00Z", "Pacific/Honolulu"),
        ("2026-12-02T06:00:00Z", "Pacific/Honolulu"),
      ] {
        try api.time.set(time)
        let place = [("Kiroku-Time-Zone", zone)]
        let done = try await api.put("\(path)/days/today", token: token, #"{"done":true}"#, place)
        #expect(done.status == 200)
        let shown = try await api.get("/v1/widget", token: token, place)
        #expect(shown.string("habits", "0", "done") == "true", "\(time)")
      }
      let days = try await api.get("\(path)/days", token: token).texts("days", "day")
      #expect(days == ["2026-11-28", "2026-11-29", "2026-11-30", "2026-12-01"])
      let stats = try await api.get(
        "\(path)/stats", token: token, [("Kiroku-Time-Zone", "Pacific/Honolulu")])
      #expect(stats.string("streakDays") == "4" && stats.string("streakUnits") == "4")
      // Home again: the next day in Tokyo has begun, and is not over.
      let home = try await api.get("\(path)/stats", token: token)
      #expect(home.string("day") == "2026-12-02" && home.string("streakDays") == "4")
    }
  }

  @Test("Ten habits with a year of history are at most 4 KiB")
  func size() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken(#"{"timeZone":"Asia/Tokyo","locale":"ja"}"#)
      for number in 0..<10 {
        let more = ##","icon":"figure.walk","color":"#34c759","position":\##(number)"##
        let path =
          number < 5
          ? try await api.check("毎朝の散歩", token: token, more)
          : try await api.count("水を飲む", token: token, more)
        let id = path.dropFirst("/v1/habits/".count)
        try await api.execute(
          """
          insert into habit_days (version_at, key_at, key_acted_at, rev, created_at, updated_at,
            amount_thousandths, day, account_id, habit_id, key_client_id, key_op_id)
          select now(), now(), now(), 1, now(), now(), 12345, date '2026-11-30' - n, h.account_id,
            h.id, h.id, h.id
          from habits h, generate_series(0, 364) n where h.id = \(String(id))::uuid
          """)
        let body = number < 5 ? #"{"done":true}"# : #"{"count":12.345}"#
        _ = try await api.put("\(path)/days/today", token: token, body)
      }
      // A write of the last day carries on what was known; these days came past every write.
      #expect(try await api.store.habits.rebuild().changed == 10)
      _ = try await api.post(
        "/v1/entries", token: token, #"{"weight":{"value":180.25,"unit":"lb"}}"#)
      let answer = try await api.get("/v1/widget", token: token)
      #expect(answer.texts("habits", "title").count == 10)
      #expect(answer.text.utf8.count <= 4096, "\(answer.text.utf8.count) bytes")
      #expect(answer.texts("habits", "streakDays") == Array(repeating: "366", count: 10))
    }
  }

  @Test("The trend is the one of /v1/entries/trend, whatever is added, changed and deleted")
  func trend() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      var ids: [String] = []
      func compare() async throws {
        let trend = try await api.get("/v1/entries/trend", token: token)
        guard case .array(let points)? = trend["points"] else { return }
        let last =
          points.isEmpty ? nil : trend.string("points", String(points.count - 1), "trendKg")
        for _ in 0..<2 {
          let widget = try await api.get("/v1/widget", token: token)
          #expect(widget.string("weight", "trendKg") == last)
        }
      }
      for (day, weight) in [("28", "80"), ("29", "85"), ("30", "80"), ("27", "70")] {
        let made = try await api.post(
          "/v1/entries", token: token,
          "{\"weightKg\":\(weight),\"recordedAt\":\"2026-11-\(day)T07:00:00Z\"}")
        ids.append(try #require(made.string("entry", "id")))
        try await compare()
      }
      _ = try await api.patch("/v1/entries/\(ids[1])", token: token, #"{"weightKg":90}"#)
      try await compare()
      for id in ids {
        _ = try await api.send("DELETE", "/v1/entries/\(id)", token: token)
        try await compare()
      }
    }
  }

  @Test("A Focus hides habits from the snapshot and the choices of its own device alone")
  func focus() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let read = try await api.check("Read", token: token, #","position":1"#)
      _ = try await api.check("Run", token: token, #","position":2"#)
      let id = read.dropFirst("/v1/habits/".count)
      let phone = [("Kiroku-Client-Id", "0190f1c2-aabb-4ccd-8eef-0123456789ab")]
      let path = "/v1/focus-filters/work"
      #expect(try await api.get(path, token: token, phone).status == 404)
      let plain = try await api.get("/v1/widget?focus=work", token: token, phone)
      #expect(plain.texts("habits", "title") == ["Read", "Run"])
      let body =
        "{\"hiddenHabits\":[\"\(id.uppercased())\"],\"hiddenIntents\":[\"LogWeightIntent\"]}"
      let made = try await api.put(path, token: token, body, phone)
      #expect(made.status == 201 && made.string("dialog") == "Saved what “work” hides.")
      let again = try await api.put(path, token: token, body, phone)
      #expect(again.status == 200 && again.string("outcome") == "unchanged")
      let stored = try await api.get(path, token: token, phone)
      #expect(stored.string("hiddenHabits", "0") == String(id) && stored.string("name") == "work")
      let has = phone + [("If-None-Match", plain.header(.etag) ?? "")]
      let hidden = try await api.get("/v1/widget?focus=work", token: token, has)
      #expect(hidden.status == 200 && hidden.texts("habits", "title") == ["Run"])
      for (query, headers) in [("", phone), ("?focus=home", phone), ("?focus=work", [])] {
        let other = try await api.get("/v1/widget" + query, token: token, headers)
        #expect(other.texts("habits", "title") == ["Read", "Run"])
      }
      let choices = try await api.get("/v1/shortcuts?focus=work", token: token, phone)
      #expect(choices.texts("habits", "title") == ["Run"])
      #expect(choices.string("hiddenIntents", "0") == "LogWeightIntent")
      let removed = try await api.send("DELETE", path, token: token, phone)
      #expect(removed.status == 200 && removed["focusFilter"] == .null)
      #expect(try await api.send("DELETE", path, token: token, phone).status == 404)
      let back = try await api.get("/v1/widget?focus=work", token: token, phone)
      #expect(back.texts("habits", "title") == ["Read", "Run"])
      let wrong = try await api.put(
        path, token: token, #"{"hiddenHabits":["x"],"hiddenIntents":[1],"other":1}"#)
      #expect(
        wrong.faults == [
          "/hiddenHabits/0 invalid-format", "/hiddenIntents/0 wrong-type", "/other unknown-field",
        ])
    }
  }

  @Test("The choices' version is the set's: it changes with a name, not with the order or a day")
  func shortcuts() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let read = try await api.check("Read", token: token, #","position":1"#)
      let run = try await api.check("Run", token: token, #","position":2"#)
      let ids = [read, run].map { String($0.dropFirst("/v1/habits/".count)) }
      let first = try await api.get("/v1/shortcuts", token: token)
      #expect(first.texts("habits", "title") == ["Read", "Run"])
      #expect(first["suggested"] == .array(ids.map { .string($0) }))
      for day in ["2026-11-29", "2026-11-30"] {
        _ = try await api.put("\(run)/days/\(day)", token: token, #"{"done":true}"#)
      }
      _ = try await api.patch(read, token: token, #"{"position":3}"#)
      let second = try await api.get("/v1/shortcuts", token: token)
      #expect(second.texts("habits", "title") == ["Run", "Read"])
      #expect(second["suggested"] == .array(ids.reversed().map { .string($0) }))
      #expect(second["version"] == first["version"])
      _ = try await api.patch(read, token: token, #"{"name":"Read more"}"#)
      let third = try await api.get("/v1/shortcuts", token: token)
      #expect(third["version"] != first["version"])
      _ = try await api.patch(read, token: token, #"{"archived":true}"#)
      let fourth = try await api.get("/v1/shortcuts", token: token)
      #expect(fourth.texts("habits", "title") == ["Run"] && fourth["version"] != third["version"])
    }
  }
}
