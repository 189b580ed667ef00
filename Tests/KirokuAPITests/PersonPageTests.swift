import HTTPCore
import JSON
import KirokuCore
import Testing

@testable import KirokuAPI

@Suite("A person's own page")
struct PersonPageTests {
  /// Weighings of three days and a goal, and a habit done on two of them.
  private static func fill(_ api: TestAPI, _ token: String, habit: String) async throws -> String {
    for (day, weight) in [("2026-11-28", "66"), ("2026-11-30", "65.4"), ("2026-12-01", "65.1")] {
      let answer = try await api.post(
        "/v1/entries", token: token, "{\"weightKg\":\(weight),\"recordedAt\":\"\(day)T06:00:00Z\"}")
      #expect(answer.status == 201, "\(answer)")
    }
    _ = try await api.send(
      "PATCH", "/v1/account", token: token,
      body: Array(#"{"weightGoal":{"value":64,"unit":"kg"}}"#.utf8))
    let path = try await api.check(
      habit, token: token,
      ##","color":"#bf5af2","schedules":[{"type":"daily","from":"2026-11-01"}]"##)
    for day in ["2026-11-30", "2026-12-01"] {
      let done = try await api.send(
        "PUT", "\(path)/days/\(day)", token: token, body: Array(#"{"done":true}"#.utf8))
      #expect(done.status == 200, "\(done)")
    }
    return path
  }

  @Test("Has the trend, the goal, streaks and score that the API answers")
  func numbers() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let path = try await Self.fill(api, token, habit: "Read")
      let cookie = try await api.session(token)
      let page = try await api.page(cookie)
      #expect(page.status == 200)
      let trend = try await api.get("/v1/entries/trend?from=2026-09-09", token: token)
      // 66; then 65.7 in between, 65.4, 65.1: trend 66, 65.97, 65.913, 65.8317 (each a tenth of the way).
      #expect(trend.texts("points", "trendKg") == ["66", "65.97", "65.913", "65.832"])
      let shown = page.values(in: "weight")
      let rate = try #require(trend.string("weeklyRateKg"))
      let date = try #require(trend.string("goalDate"))
      #expect(shown.prefix(4) == ["65.832", rate, "64", date])
      #expect(
        shown.dropFirst(4) == [
          "2026-12-01", "65.1", "65.832", "2026-11-30", "65.4", "65.913", "2026-11-29", "65.97",
          "2026-11-28", "66", "66",
        ])
      let stats = try await api.get(path + "/stats", token: token)
      let id = String(path.split(separator: "/").last ?? "")
      let facts = page.values(in: "habit-\(id)").prefix(5)
      #expect(
        facts == [
          try #require(stats.string("streakDays")), try #require(stats.string("bestStreakDays")),
          try #require(stats.string("score")),
          try #require(stats.string("completion", "last30Days", "satisfied")), "2",
        ])
      #expect(facts.first == "2")
      #expect(page.text.contains("/v1/habits/\(id)/stats"))
      #expect(page.text.contains("color=\"#bf5af2\""))
      // A token that only reads sees the same.
      let read = try await api.post("/v1/tokens", token: token, #"{"scope":"read"}"#)
      let reader = try await api.session(try #require(read.string("token", "secret")))
      #expect(try await api.page(reader).text == page.text)
    }
  }

  @Test("Shows a person's names and nothing of anybody else's")
  func hostileAndForeign() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let name = #"</h3><script>alert('&')</script>"#
      _ = try await Self.fill(api, token, habit: name)
      let other = try await api.appToken()
      _ = try await Self.fill(api, other, habit: "Somebody's secret")
      let page = try await api.page(try await api.session(token))
      #expect(page.text.contains("&lt;/h3&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;"))
      #expect(!page.text.contains("<script") && !page.text.contains("secret"))
    }
  }

  @Test("Speaks the reader's language, else the account's, and shows the account's unit")
  func languages() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken(#"{"locale":"ja","unit":"lb"}"#)
      _ = try await Self.fill(api, token, habit: "読書")
      let cookie = try await api.session(token)
      for (asked, language, words) in [
        (nil, "ja", ["あなたの記録", "体重", "習慣", "毎日", "連続"]),
        ("en", "en", ["Your records", "Weight", "Habits", "Every day", "Streak"]),
        ("ja", "ja", ["あなたの記録"]),
      ] as [(String?, String, [String])] {
        let page = try await api.page(cookie, language: asked)
        #expect(page.text.contains("<html lang=\"\(language)\">"))
        for word in words { #expect(page.text.contains(word), "\(word)") }
        // 65.832 kg ÷ 0.45359237 = 145.13 lb.
        #expect(page.text.contains("<data value=\"65.832\">145.1 lb</data>"))
      }
    }
  }

  @Test(
    "Says what will be there while there is nothing, and looks further back where one asks for it")
  func periods() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let cookie = try await api.session(token)
      let empty = try await api.page(cookie)
      #expect(
        empty.text.contains("No weight in this period") && empty.text.contains("No habits yet"))
      let old = try await api.post(
        "/v1/entries", token: token, #"{"weightKg":70,"recordedAt":"2025-06-01T06:00:00Z"}"#)
      #expect(old.status == 201)
      for (period, isThere) in [("4w", false), ("12w", false), ("1y", false), ("all", true)] {
        let page = try await api.page("/dashboard?period=\(period)", cookie)
        #expect(page.status == 200)
        #expect(page.values(in: "weight").contains("2025-06-01") == isThere, "\(period)")
      }
    }
  }

  @Test(
    "The days of a habit are signs, from the first week with one on, and the caption says what they mean"
  )
  func days() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let since = #","schedules":[{"type":"daily","from":"2025-12-01"}]"#
      _ = try await api.check("Nothing yet", token: token, since)
      let path = try await api.check(
        "Read", token: token, since + #","pauses":[{"from":"2025-12-31","to":"2026-01-01"}]"#)
      for (day, body) in [
        ("2025-12-29", #"{"done":true}"#), ("2025-12-30", #"{"skipped":true}"#),
        ("2026-12-01", #"{"done":true}"#),
      ] {
        let answer = try await api.put("\(path)/days/\(day)", token: token, body)
        #expect(answer.status == 200, "\(answer)")
      }
      let page = try await api.page(try await api.session(token), language: "en")
      #expect(page.text.contains("No day is recorded yet."))
      #expect(page.text.split(separator: "class=\"heatmap").count - 1 == 1)
      #expect(page.text.contains("<caption>Days of “Read”: ✓ done, – skipped, ‖ paused</caption>"))
      let id = String(path.split(separator: "/").last ?? "")
      let weeks = page.values(in: "habit-\(id)").filter { $0.hasPrefix("202") }
      // 2026-11-30 and 2025-12-29 are the Mondays of the first and the last week: 49 weeks apart.
      #expect(weeks.first == "2026-11-30" && weeks.last == "2025-12-29" && weeks.count == 49)
      for name in [">Nov 30, 2026<", ">Nov 23<", ">Jan 5<", ">Dec 29, 2025<"] {
        #expect(page.text.contains(name), "the year is said where it changes: \(name)")
      }
    }
  }

  @Test("Has at most thirty habits, in the person's order, and says where the others are")
  func many() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      for number in 1...31 {
        _ = try await api.check("Habit \(number).", token: token, ",\"position\":\(number)")
      }
      let page = try await api.page(try await api.session(token))
      #expect(page.text.split(separator: "<article").count - 1 == 30)
      #expect(page.text.contains("Habit 30.") && !page.text.contains("Habit 31."))
      #expect(page.text.contains(">Further habits are in /v1/habits.<"))
    }
  }
}
