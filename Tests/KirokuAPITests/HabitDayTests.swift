import HTTPCore
import JSON
import Postgres
import Testing

@Suite("Days of habits")
struct HabitDayTests {
  @Test("State and note are written apart, skipped is a state, and null clears")
  func states() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let day = try await api.check(token: token) + "/days/2026-12-01"
      let empty = try await api.get(day, token: token)
      #expect(empty.status == 200 && empty["done"] == .null && empty.string("rev") == "0")
      #expect(empty["version"] == .null && empty["updatedAt"] == .null)
      let done = try await api.put(day, token: token, #"{"done":true}"#)
      #expect(done.status == 200 && done.string("outcome") == "applied")
      #expect(done.string("dialog") == "“Read” is done.")
      #expect(done.string("day", "done") == "true" && done["day", "count"] == .null)
      let noted = try await api.put(day, token: token, #"{"note":"on the train"}"#)
      #expect(noted.string("dialog") == "Noted for “Read”.")
      #expect(noted.string("day", "done") == "true")
      let skipped = try await api.put(
        day, token: token, #"{"skipped":true}"#, [("Accept-Language", "ja")])
      #expect(skipped.string("dialog") == "「Read」をスキップしました。")
      #expect(skipped["day", "done"] == .null && skipped.string("day", "note") == "on the train")
      let cleared = try await api.put(day, token: token, #"{"done":null,"note":null}"#)
      #expect(cleared.string("day", "skipped") == "false" && cleared["day", "note"] == .null)
      // A client may send back what it read.
      let whole = try await api.put(
        day, token: token, #"{"done":false,"count":null,"skipped":false,"note":null}"#)
      #expect(whole.string("day", "done") == "false")
      let read = try await api.get(day, token: token)
      #expect(read.json == whole["day"] && read.header(.etag) == whole.header(.etag))
      let has = [("If-None-Match", read.header(.etag) ?? "")]
      #expect(try await api.get(day, token: token, has).status == 304)
    }
  }

  @Test("What does not fit the habit, no day, and no habit are refused")
  func refused() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let check = try await api.check(token: token) + "/days/today"
      let count = try await api.count(token: token) + "/days/today"
      for (path, body, faults) in [
        (check, #"{"count":3}"#, ["/count wrong-habit-kind"]),
        (count, #"{"done":true}"#, ["/done wrong-habit-kind"]),
        (check, "{}", ["/done required"]),
        (count, #"{"count":3,"skipped":true}"#, ["/skipped conflicting-fields"]),
        (count, #"{"count":0.0001}"#, ["/count too-precise"]),
        (count, #"{"count":-1,"note":5}"#, ["/note wrong-type", "/count out-of-range"]),
      ] {
        let answer = try await api.put(path, token: token, body)
        #expect(answer.status == 422 && answer.faults == faults, "\(body): \(answer)")
      }
      let increment = try await api.post(check + "/increment", token: token, #"{"by":1}"#)
      #expect(increment.faults == ["/by wrong-habit-kind"])
      #expect(increment.string("detail") == "This habit is done or not done: it has no amount.")
      #expect(
        try await api.post(count + "/increment", token: token, "{}").faults == ["/by required"])
      let missing = try await api.post(check + "/toggle", token: token, "{}")
      #expect(missing.faults == ["/shown required"])
      for path in ["/v1/habits/\(RouteCase.anyID)/days/today", check + "x"] {
        #expect(try await api.put(path, token: token, #"{"done":true}"#).status == 404, "\(path)")
      }
      let future = check.replacingToday(with: "2026-12-09")
      let tomorrow = try await api.put(future, token: token, #"{"done":true}"#)
      #expect(tomorrow.status == 422 && tomorrow.faults == ["day in-the-future"])
      #expect(try await api.texts("select day::text from habit_days").isEmpty)
    }
  }

  @Test("A toggle turns over what was shown; a stale one changes nothing and tells the truth")
  func toggle() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let day = try await api.check(token: token) + "/days/today"
      let on = try await api.post(day + "/toggle", token: token, #"{"shown":false}"#)
      #expect(on.string("outcome") == "applied" && on.string("day", "done") == "true")
      let before = try await api.rows(of: token)
      let stale = try await api.post(day + "/toggle", token: token, #"{"shown":false}"#)
      #expect(stale.status == 200 && stale.string("outcome") == "unchanged")
      #expect(stale.string("day", "done") == "true" && stale["undo"] == .null)
      #expect(stale.string("dialog") == "That was out of date. “Read” is done.")
      #expect(try await api.rows(of: token) == before)
      let off = try await api.post(day + "/toggle", token: token, #"{"shown":true}"#)
      #expect(off.string("day", "done") == "false")
      let undone = try await api.post("/v1/undo", token: token, "{}")
      #expect(undone.string("day", "done") == "true")
    }
  }

  @Test("The same toggle twice with one key has one effect")
  func repeatedToggle() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let day = try await api.check(token: token) + "/days/today"
      let key = [("Idempotency-Key", "tap-1")]
      let first = try await api.post(day + "/toggle", token: token, #"{"shown":false}"#, key)
      let second = try await api.post(day + "/toggle", token: token, #"{"shown":false}"#, key)
      #expect(second.text == first.text && second.header("Idempotency-Replayed") == "true")
      #expect(try await api.get(day, token: token).string("done") == "true")
      let other = try await api.post(day + "/toggle", token: token, #"{"shown":true}"#, key)
      #expect(other.string("code") == "idempotency-key-reused")
    }
  }

  /// +1, +1 on one phone, set 10 on another, +1, +1 again, by acted time.
  private static let acts: [(time: String, action: String, body: String)] = [
    ("2026-12-01T06:00:00Z", "/increment", #"{"by":1}"#),
    ("2026-12-01T06:10:00Z", "/increment", #"{"by":1}"#),
    ("2026-12-01T06:20:00Z", "", #"{"count":10}"#),
    ("2026-12-01T06:30:00Z", "/increment", #"{"by":1}"#),
    ("2026-12-01T06:40:00Z", "/increment", #"{"by":1}"#),
  ]

  @Test("+1, +1, set 10, +1, +1 come to 12 in every order of arrival; undo takes one back")
  func increments() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      for order in permutations(Array(Self.acts.indices)) {
        let day = try await api.count(token: token) + "/days/2026-12-01"
        var operations: [Int: String] = [:]
        for index in order {
          let act = Self.acts[index]
          let answer = try await api.send(
            act.action.isEmpty ? "PUT" : "POST", day + act.action, token: token,
            [TestAPI.acted(act.time)], body: Array(act.body.utf8))
          operations[index] = answer.string("undo", "opId")
        }
        #expect(try await api.get(day, token: token).string("count") == "12", "\(order)")
        // One of the earlier ones is hidden by the 10, one of the later ones counts.
        for (index, sum) in [(0, "12"), (4, "11")] {
          let id = try #require(operations[index])
          let undone = try await api.post("/v1/undo", token: token, "{\"opId\":\"\(id)\"}")
          #expect(undone.string("outcome") == "undone")
          #expect(undone.string("day", "count") == sum, "\(order)")
        }
      }
    }
  }

  @Test("An amount stays within its limits, and tells how far it has come")
  func amounts() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let day = try await api.count(token: token) + "/days/today"
      let first = try await api.post(day + "/increment", token: token, #"{"by":2.5}"#)
      #expect(first.string("dialog") == "“Water”: 2.5 of 8 glasses.")
      #expect(first.string("day", "done") == "false" && first.string("day", "count") == "2.5")
      let below = try await api.post(day + "/increment", token: token, #"{"by":-4}"#)
      #expect(below.string("day", "count") == "0")
      let more = try await api.put(
        day, token: token, #"{"count":8}"#, [("Accept-Language", "ja")])
      #expect(more.string("dialog") == "「Water」は8 glassesのうち8です。")
      #expect(more.string("day", "done") == "true")
    }
  }

  @Test("A check at 02:59 counts for yesterday, at 03:00 for today, where the day starts at three")
  func dayStart() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken(#"{"timeZone":"Asia/Tokyo","dayStart":180}"#)
      let path = try await api.check(token: token)
      try api.time.set("2026-12-01T17:59:59.999999Z")
      let before = try await api.put("\(path)/days/today", token: token, #"{"done":true}"#)
      #expect(before.string("day", "day") == "2026-12-01")
      #expect(before.header(.location) == "\(path)/days/2026-12-01")
      try api.time.set("2026-12-01T18:00:00Z")
      #expect(try await api.get("\(path)/days/today", token: token).string("day") == "2026-12-02")
      let after = try await api.put("\(path)/days/today", token: token, #"{"done":true}"#)
      #expect(after.string("day", "day") == "2026-12-02")
      // Late delivery: today is the day on which the person acted.
      let late = try await api.put(
        "\(path)/days/today", token: token, #"{"note":"late"}"#,
        [TestAPI.acted("2026-12-01T17:59:00Z")])
      #expect(late.string("day", "day") == "2026-12-01")
    }
  }

  @Test("All habits of a day, and a range of days of one, in order")
  func lists() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let read = try await api.check("Read", token: token, #","position":2"#)
      let run = try await api.check("Run", token: token, #","position":1"#)
      _ = try await api.check("Gone", token: token, #","archived":true"#)
      for day in ["2026-11-29", "2026-11-30", "2026-12-01"] {
        _ = try await api.put("\(read)/days/\(day)", token: token, #"{"done":true}"#)
      }
      let all = try await api.get("/v1/days/today", token: token)
      #expect(all.string("day") == "2026-12-01" && all.texts("days", "done") == ["null", "true"])
      #expect(all.texts("days", "habitId").map { "/v1/habits/\($0)" } == [run, read])
      let range = try await api.get(
        "\(read)/days?from=2026-11-30&to=2026-12-01", token: token)
      #expect(range.texts("days", "day") == ["2026-11-30"])
      #expect(try await api.get("\(read)/days", token: token).texts("days", "day").count == 3)
      let reversed = try await api.get("\(read)/days?from=2026-12-02&to=2026-12-01", token: token)
      #expect(reversed.faults == ["to reversed-range"])
    }
  }

  @Test("A widget's token writes days and undoes what was done on them, and nothing else")
  func widgetScope() async throws {
    try await TestAPI.run { api in
      let tokens = try await api.account(scopes: #"["app","widget","intent"]"#)
      let (app, widget) = (try #require(tokens["app"]), try #require(tokens["widget"]))
      let path = try await api.check(token: app)
      let made = try await api.post("/v1/entries", token: app, #"{"weightKg":65}"#)
      let entry = try #require(made.string("undo", "opId"))
      let tapped = try await api.put("\(path)/days/today", token: widget, #"{"done":true}"#)
      #expect(tapped.status == 200)
      let refused = try await api.post("/v1/undo", token: widget, "{\"opId\":\"\(entry)\"}")
      #expect(refused.status == 403 && refused.string("code") == "insufficient-scope")
      #expect(
        refused.header(.wwwAuthenticate)
          == #"Bearer realm="kiroku", error="insufficient_scope", scope="app intent""#)
      let undone = try await api.post("/v1/undo", token: widget, "{}")
      #expect(undone.string("outcome") == "undone" && undone["day", "done"] == .null)
      #expect(try await api.get(path, token: widget).status == 403)
      #expect(try await api.patch(path, token: tokens["intent"], #"{"note":"a"}"#).status == 403)
    }
  }
}

extension String {
  fileprivate func replacingToday(with day: String) -> String {
    String(dropLast("today".count)) + day
  }
}

private func permutations(_ elements: [Int]) -> [[Int]] {
  guard elements.count > 1 else { return [elements] }
  return elements.flatMap { first in
    permutations(elements.filter { $0 != first }).map { [first] + $0 }
  }
}
