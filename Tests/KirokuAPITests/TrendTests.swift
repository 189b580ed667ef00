import HTTPCore
import JSON
import Testing

@Suite("Trend and chart")
struct TrendTests {
  /// Logs a weight for each day from 2026-11-01 on; nil leaves a day out.
  static func log(_ api: TestAPI, _ token: String, _ weights: [String?]) async throws {
    for (index, weight) in weights.enumerated() {
      guard let weight else { continue }
      let day = index < 9 ? "0\(index + 1)" : "\(index + 1)"
      let made = try await api.post(
        "/v1/entries", token: token,
        "{\"weightKg\":\(weight),\"recordedAt\":\"2026-11-\(day)T06:00:00Z\"}")
      #expect(made.status == 201)
    }
  }

  /// `day weight trend`, with `~` after what was filled in.
  static func points(_ answer: Answer) -> [String] {
    guard case .array(let points)? = answer["points"] else { return [] }
    return points.indices.map { index in
      let point = "\(index)"
      let mark = answer.string("points", point, "interpolated") == "true" ? "~" : ""
      return [
        answer.string("points", point, "day")?.suffix(2).description ?? "?",
        answer.string("points", point, "weightKg") ?? "?",
        (answer.string("points", point, "trendKg") ?? "?") + mark,
      ].joined(separator: " ")
    }
  }

  @Test("Without entries there is nothing to tell")
  func empty() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let trend = try await api.get("/v1/entries/trend", token: token)
      #expect(trend.text == #"{"points":[],"weeklyRateKg":null,"goalDate":null}"#)
    }
  }

  @Test("The trend follows 80, 85, 80 to 80, 80.5, 80.45, and 70, 71, 69 to 70, 70.1, 69.99")
  func vectors() async throws {
    try await TestAPI.run { api in
      for (weights, points) in [
        (["80", "85", "80"], ["01 80 80", "02 85 80.5", "03 80 80.45"]),
        (["70", "71", "69"], ["01 70 70", "02 71 70.1", "03 69 69.99"]),
        (["80", nil, nil, "77"], ["01 80 80", "02 79 79.9~", "03 78 79.71~", "04 77 79.439"]),
        (["65.2"], ["01 65.2 65.2"]),
      ] as [([String?], [String])] {
        let token = try await api.appToken()
        try await Self.log(api, token, weights)
        #expect(Self.points(try await api.get("/v1/entries/trend", token: token)) == points)
      }
    }
  }

  @Test("The rate is that of the last 14 trend days, a week's worth")
  func rate() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      // Each lies 1 kg below the trend before it, so that the trend falls by 0.1 kg a day.
      let weights = (0..<20).map { $0 == 0 ? "80" : "\((791 - $0) / 10).\((791 - $0) % 10)" }
      try await Self.log(api, token, weights)
      let trend = try await api.get("/v1/entries/trend", token: token)
      #expect(trend.string("weeklyRateKg") == "-0.7")
      #expect(trend["goalDate"] == .null)
    }
  }

  @Test("With a goal the date is told when the trend will be there, and the chart shows it")
  func goal() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let weights = (0..<20).map { $0 == 0 ? "80" : "\((791 - $0) / 10).\((791 - $0) % 10)" }
      try await Self.log(api, token, weights)
      let before = try await api.get("/v1/entries/trend", token: token)
      for (goal, date) in [
        // From 78.1 kg on 20 November, 0.1 kg a day.
        (#"{"value":77.05,"unit":"kg"}"#, "2026-12-01"), (#"{"value":90,"unit":"kg"}"#, nil),
        // 164 lb = 74.389 kg: 37.1 days.
        (#"{"stones":11,"pounds":10}"#, "2026-12-28"),
      ] as [(String, String?)] {
        let set = try await api.patch("/v1/account", token: token, "{\"weightGoal\":\(goal)}")
        #expect(set.status == 200, "\(set)")
        let condition = [("If-None-Match", before.header(.etag) ?? "")]
        let trend = try await api.get("/v1/entries/trend", token: token, condition)
        #expect(trend.status == 200 && trend.string("goalDate") == date, "\(goal): \(trend)")
      }
      _ = try await api.patch(
        "/v1/account", token: token, #"{"weightGoal":{"value":77,"unit":"kg"}}"#)
      let chart = try await api.get("/v1/entries/chart.svg", token: token)
      #expect(chart.text.contains("Goal 77 kg"))
    }
  }

  @Test("The first reading of a day counts, and the day is the person's")
  func days() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken(#"{"timeZone":"Asia/Tokyo","dayStart":180}"#)
      for (weight, time) in [
        ("71", "2026-11-02T02:00:00Z"), ("70", "2026-11-01T18:00:00Z"),
        ("69", "2026-11-01T17:59:59Z"),
      ] {
        _ = try await api.post(
          "/v1/entries", token: token, "{\"weightKg\":\(weight),\"recordedAt\":\"\(time)\"}")
      }
      // 17:59:59Z is 02:59:59 in Tokyo, before the day of the second begins.
      let trend = try await api.get("/v1/entries/trend", token: token)
      #expect(Self.points(trend) == ["01 69 69", "02 70 69.1"])
    }
  }

  @Test("A range shows fewer days, with the numbers that they had")
  func range() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      try await Self.log(api, token, ["80", "85", "80", nil, "76"])
      let all = Self.points(try await api.get("/v1/entries/trend", token: token))
      #expect(all.count == 5)
      let later = try await api.get("/v1/entries/trend?from=2026-11-03", token: token)
      #expect(Self.points(later) == Array(all.suffix(3)))
      // As it was before the last reading: nothing is filled in after the third day.
      let earlier = try await api.get(
        "/v1/entries/trend?from=2026-11-02&to=2026-11-05", token: token)
      #expect(Self.points(earlier) == Array(all[1...2]))
      let none = try await api.get("/v1/entries/trend?from=2027-01-01", token: token)
      #expect(Self.points(none) == [] && none.string("weeklyRateKg") != nil)
    }
  }

  @Test("At most 4,000 days are shown, the latest")
  func longest() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      for (weight, day) in [("60", "1900-01-03"), ("70", "2026-12-01")] {
        _ = try await api.post(
          "/v1/entries", token: token,
          "{\"weightKg\":\(weight),\"recordedAt\":\"\(day)T00:00:00Z\"}")
      }
      let trend = try await api.get("/v1/entries/trend", token: token)
      guard case .array(let points)? = trend["points"] else { throw Unexpected(trend) }
      #expect(points.count == 4_000)
      #expect(trend.string("points", "3999", "day") == "2026-12-01")
      #expect(trend.string("points", "0", "day") == "2015-12-20")
      for (query, faults) in [
        ("from=2015-12-20&to=2026-12-02", []), ("from=2015-12-20&to=2026-12-03", ["to too-long"]),
        ("from=2026-12-02&to=2026-12-01", ["to reversed-range"]),
        ("from=x", ["from invalid-format"]),
        ("to=2026-12-01T07:30:00Z", ["to invalid-format"]),
        ("limit=5", ["limit unknown-parameter"]),
      ] {
        for path in ["trend", "chart.svg"] {
          let answer = try await api.get("/v1/entries/\(path)?\(query)", token: token)
          #expect(
            answer.status == (faults.isEmpty ? 200 : 422) && answer.faults == faults, "\(query)")
        }
      }
      let tooLong = try await api.get(
        "/v1/entries/trend?from=1900-01-01&to=2026-12-01", token: token)
      #expect(tooLong.string("detail") == "to is too long: at most 4000 days.")
    }
  }

  @Test("The chart is a picture in the caller's language that may do nothing but be seen")
  func chart() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken(#"{"locale":"ja"}"#)
      try await Self.log(api, token, ["80", "85", "80"])
      let chart = try await api.get("/v1/entries/chart.svg", token: token)
      #expect(chart.status == 200 && chart.text.hasPrefix("<svg "))
      #expect(chart.text.contains("<title>体重の推移</title>"))
      for (name, value) in [
        ("Content-Type", "image/svg+xml"), ("Content-Language", "ja"),
        ("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'"),
        ("X-Content-Type-Options", "nosniff"), ("Vary", "Authorization, Accept-Language"),
        ("Cache-Control", "private, no-cache"),
      ] as [(FieldName, String)] {
        #expect(chart.header(name) == value, "\(name)")
      }
      let tag = try #require(chart.header(.etag))
      let again = try await api.get("/v1/entries/chart.svg", token: token, [("If-None-Match", tag)])
      #expect(again.status == 304 && again.text.isEmpty && again.header(.etag) == tag)
      let head = try await api.send("HEAD", "/v1/entries/chart.svg", token: token)
      #expect(head.headers == chart.headers)
      let english = try await api.get(
        "/v1/entries/chart.svg", token: token, [("Accept-Language", "en"), ("If-None-Match", tag)])
      #expect(english.status == 200 && english.text.contains("<title>Weight over time</title>"))
      for (accept, status) in [
        ("image/svg+xml", 200), ("image/*;q=0.8, text/html", 200), ("*/*", 200),
        ("application/json", 406), ("image/png", 406), ("image/svg+xml;q=0", 406),
      ] {
        let answer = try await api.get("/v1/entries/chart.svg", token: token, [("Accept", accept)])
        #expect(answer.status == status, "\(accept)")
      }
      _ = try await api.post("/v1/entries", token: token, #"{"weightKg":79}"#)
      let after = try await api.get("/v1/entries/chart.svg", token: token, [("If-None-Match", tag)])
      #expect(after.status == 200 && after.text != chart.text)
    }
  }
}
