import Foundation
import HTTPCore
import JSON
import Testing

@Suite("A habit's numbers and its year as a picture")
struct HabitHeatmapTests {
  @Test("Statistics count what was due, and the score is Loop's")
  func stats() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let path = try await api.check(token: token)
      let none = try await api.get("\(path)/stats", token: token)
      #expect(none.string("score") == "0" && none["firstDay"] == .null)
      #expect(none["completion", "all", "share"] == .null)
      for day in 12...30 {
        _ = try await api.put("\(path)/days/2026-11-\(day)", token: token, #"{"done":true}"#)
      }
      let done = try await api.put("\(path)/days/today", token: token, #"{"done":true}"#)
      #expect(done.string("streakDays") == "20")
      let stats = try await api.get("\(path)/stats", token: token)
      // Twenty checks in a row, by Loop's formula.
      #expect(stats.string("score") == "0.655748")
      #expect(stats.string("completion", "last7Days", "satisfied") == "7")
      #expect(stats.string("completion", "all", "satisfied") == "20")
      #expect(stats.string("completion", "all", "share") == "1")
      #expect(stats.string("firstDay") == "2026-11-12" && stats.string("lastDay") == "2026-12-01")
    }
  }

  @Test("The picture is well-formed whatever the name, light and dark, with title and description")
  func picture() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let path = try await api.check(
        #"<script>\"&\u0001'"#, token: token, ##","color":"#FF9500""##)
      for (day, body) in [
        ("2026-11-28", #"{"done":true}"#), ("2026-11-29", #"{"skipped":true}"#),
        ("2026-11-30", #"{"done":true}"#),
      ] {
        _ = try await api.put("\(path)/days/\(day)", token: token, body)
      }
      let answer = try await api.get("\(path)/heatmap.svg", token: token)
      #expect(answer.status == 200 && answer.header(.contentType) == "image/svg+xml")
      #expect(answer.text.hasPrefix("<svg ") && !answer.text.contains("<script"))
      #expect(answer.text.contains("<title>A year of &lt;script&gt;&quot;&amp;&#39;</title>"))
      #expect(answer.text.contains("Done on 2 days in a year"))
      #expect(answer.text.contains("prefers-color-scheme: dark") && answer.text.contains("#ff9500"))
      #expect(answer.text.components(separatedBy: "class=\"l4\"").count == 1 + 2 + 1)
      #expect(answer.text.components(separatedBy: "class=\"off\"").count == 1 + 1 + 1)
      let has = [("If-None-Match", answer.header(.etag) ?? "")]
      #expect(try await api.get("\(path)/heatmap.svg", token: token, has).status == 304)
      let japanese = try await api.get(
        "\(path)/heatmap.svg", token: token, [("Accept-Language", "ja")])
      #expect(japanese.text.contains("1年間で2日達成") && japanese.text.contains("の1年間</title>"))
    }
  }
}
