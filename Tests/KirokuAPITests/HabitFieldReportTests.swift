import HTTPCore
import JSON
import Postgres
import Testing

/// Faults that people reported of other habit trackers. See docs/field-reports.md.
@Suite("Reports from the field, on habits")
struct HabitFieldReportTests {
  @Test("BUG-008, BUG-010: one day is one row and one day of a streak, however often it is done")
  func doneTwice() async throws {
    try await TestAPI.run { api in
      let tokens = try await api.account(scopes: #"["app","widget"]"#)
      let (app, widget) = (try #require(tokens["app"]), try #require(tokens["widget"]))
      let day = try await api.check(token: app) + "/days/today"
      let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
        for number in 0..<10 {
          group.addTask {
            try await api.put(day, token: number % 2 == 0 ? app : widget, #"{"done":true}"#)
          }
        }
        var answers: [Answer] = []
        for try await answer in group { answers.append(answer) }
        return answers
      }
      #expect(answers.allSatisfy { $0.status == 200 && $0.string("streakDays") == "1" })
      #expect(answers.filter { $0.string("outcome") == "applied" }.count == 1)
      #expect(try await api.texts("select count(*)::text from habit_days") == ["1"])
    }
  }

  @Test("BUG-011: a second device that completes the same day finds it completed")
  func doneElsewhere() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let day = try await api.check(token: token) + "/days/today"
      let first = try await api.put(
        day, token: token, #"{"done":true}"#,
        [("Kiroku-Client-Id", "0190f1c2-aabb-4ccd-8eef-0123456789ab")])
      let second = try await api.put(
        day, token: token, #"{"done":true}"#,
        [("Kiroku-Client-Id", "0190f1c2-aabb-4ccd-8eef-0123456789ac")])
      #expect(first.string("outcome") == "applied" && second.string("outcome") == "unchanged")
      #expect(second.string("streakDays") == "1")
    }
  }

  @Test("BUG-012: a hundred checks and unchecks leave all numbers as they were")
  func checkedAndUnchecked() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let path = try await api.check(token: token)
      for day in ["2026-11-29", "2026-11-30"] {
        _ = try await api.put("\(path)/days/\(day)", token: token, #"{"done":true}"#)
      }
      let before = try await api.get("\(path)/stats", token: token)
      for _ in 0..<50 {
        for shown in [false, true] {
          let turned = try await api.post(
            "\(path)/days/today/toggle", token: token, "{\"shown\":\(shown)}")
          #expect(turned.string("outcome") == "applied")
        }
      }
      let after = try await api.get("\(path)/stats", token: token)
      // The day says "not done" now, where it said nothing.
      for member in ["score", "streakDays", "streakUnits", "bestStreakDays"] {
        #expect(after[member] == before[member] || member == "bestStreakDays", "\(member)")
      }
      let last = try await api.post("\(path)/days/today/toggle", token: token, #"{"shown":false}"#)
      #expect(last.string("streakDays") == "3")
      #expect(last.string("dialog") == "“Read” is done. 3 days in a row.")
    }
  }

  @Test("BUG-016: what a widget did, every token reads at once, with the streak it made")
  func readYourWrites() async throws {
    try await TestAPI.run { api in
      let tokens = try await api.account(scopes: #"["app","widget","intent","read"]"#)
      let path = try await api.check(token: try #require(tokens["app"]))
      let id = path.dropFirst("/v1/habits/".count)
      _ = try await api.put(
        "\(path)/days/2026-11-30", token: tokens["widget"], #"{"done":true}"#)
      let tapped = try await api.post(
        "\(path)/days/today/toggle", token: tokens["widget"], #"{"shown":false}"#)
      #expect(tapped.string("streakDays") == "2" && tapped.string("streakUnits") == "2")
      for scope in ["app", "intent", "read"] {
        let day = try await api.get("\(path)/days/today", token: tokens[scope])
        #expect(day.string("habitId") == String(id) && day.string("done") == "true")
        #expect(
          try await api.get("\(path)/stats", token: tokens[scope]).string("streakDays") == "2")
      }
    }
  }

  @Test(
    "BUG-018, BUG-024: a day round trips in every zone, and days of 23 and 25 hours are one each",
    arguments: [
      ("Europe/Paris", ["2026-03-28T22:30:00Z", "2026-03-28T23:30:00Z", "2026-03-29T22:30:00Z"]),
      ("Europe/Paris", ["2026-10-24T21:30:00Z", "2026-10-24T22:30:00Z", "2026-10-25T23:30:00Z"]),
      ("Asia/Tokyo", ["2026-03-28T14:59:59Z", "2026-03-28T15:00:00Z", "2026-03-29T15:00:00Z"]),
      (
        "Pacific/Honolulu",
        ["2026-03-29T09:59:59Z", "2026-03-29T10:00:00Z", "2026-03-30T10:00:00Z"]
      ),
    ])
  func everyZone(zone: String, times: [String]) async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken("{\"timeZone\":\"\(zone)\"}")
      try api.time.set("2026-01-01T00:00:00Z")
      let path = try await api.check(token: token)
      for (index, time) in times.enumerated() {
        try api.time.set(time)
        let done = try await api.put("\(path)/days/today", token: token, #"{"done":true}"#)
        #expect(done.string("streakDays") == String(index + 1), "\(time)")
        let day = try #require(done.string("day", "day"))
        let read = try await api.get("\(path)/days/\(day)", token: token)
        #expect(read.string("day") == day && read.string("done") == "true")
      }
      #expect(try await api.get("\(path)/days", token: token).texts("days", "day").count == 3)
    }
  }

  @Test("BUG-020, BUG-022: two devices in two zones write their own days, and roll nobody's over")
  func twoZones() async throws {
    try await TestAPI.run(now: "2026-12-01T02:00:00Z") { api in
      let token = try await api.appToken()
      let path = try await api.check(token: token)
      for _ in 0..<3 {
        for (zone, day) in [("Asia/Tokyo", "2026-12-01"), ("Pacific/Honolulu", "2026-11-30")] {
          let place = [("Kiroku-Time-Zone", zone)]
          let done = try await api.put("\(path)/days/today", token: token, #"{"done":true}"#, place)
          #expect(done.string("day", "day") == day)
          let shown = try await api.get("/v1/widget", token: token, place)
          #expect(shown.string("day") == day && shown.string("habits", "0", "done") == "true")
        }
      }
      let days = try await api.get("\(path)/days", token: token).texts("days", "day")
      #expect(days == ["2026-11-30", "2026-12-01"])
    }
  }

  @Test("BUG-038: a streak over a month's end grows by one a day")
  func monthEnd() async throws {
    try await TestAPI.run(now: "2026-01-28T12:00:00Z") { api in
      let token = try await api.appToken()
      let path = try await api.check(token: token)
      for (index, day) in [
        "01-28", "01-29", "01-30", "01-31", "02-01", "02-02", "02-03",
      ].enumerated() {
        try api.time.set("2026-\(day)T12:00:00Z")
        let done = try await api.put("\(path)/days/today", token: token, #"{"done":true}"#)
        #expect(done.string("streakDays") == String(index + 1))
        #expect(done.string("streakUnits") == String(index + 1))
      }
    }
  }

  @Test("BUG-040: twice in any seven days is the same from whichever weekday it begins")
  func rollingWeek() async throws {
    try await TestAPI.run(now: "2026-12-20T12:00:00Z") { api in
      let token = try await api.appToken()
      var streaks: Set<String> = []
      for shift in 0..<7 {
        let path = try await api.check(
          token: token, #","schedule":{"type":"inDays","times":2,"days":7}"#)
        // Tuesday, Friday, Monday, Wednesday; then the same a day later, seven times.
        for date in [1, 4, 7, 9] {
          let day = "2026-12-" + (date + shift < 10 ? "0" : "") + String(date + shift)
          _ = try await api.put("\(path)/days/\(day)", token: token, #"{"done":true}"#)
        }
        try api.time.set("2026-12-\(11 + shift)T12:00:00Z")
        let stats = try await api.get("\(path)/stats", token: token)
        streaks.insert("\(stats.string("streakDays") ?? "") \(stats.string("streakUnits") ?? "")")
        try api.time.set("2026-12-20T12:00:00Z")
      }
      #expect(streaks.count == 1, "\(streaks)")
    }
  }

  @Test("BUG-042: skip then miss is what miss then skip is, for the streak of units")
  func skipAndMiss() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      var numbers: [[String?]] = []
      for order in [["skipped", "done"], ["done", "skipped"]] {
        let path = try await api.check(token: token)
        for day in ["2026-11-26", "2026-11-27"] {
          _ = try await api.put("\(path)/days/\(day)", token: token, #"{"done":true}"#)
        }
        for (day, member) in zip(["2026-11-28", "2026-11-29"], order) {
          let value = member == "skipped"
          _ = try await api.put("\(path)/days/\(day)", token: token, "{\"\(member)\":\(value)}")
        }
        _ = try await api.put("\(path)/days/2026-11-30", token: token, #"{"done":true}"#)
        let stats = try await api.get("\(path)/stats", token: token)
        numbers.append([stats.string("streakUnits"), stats.string("bestStreakUnits")])
      }
      #expect(numbers == [["1", "2"], ["1", "2"]])
    }
  }
}
