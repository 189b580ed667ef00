import HTTPCore
import JSON
import KirokuCore
import Testing

/// Today is Tuesday, 2026-12-01, 16:30 in Tokyo, where the account lives.
@Suite("Predictions through the API")
struct PredictionTests {
  /// Weighs at a time of day on some days of November, by an intent.
  private static func weigh(
    _ api: TestAPI, _ token: String, on days: [Int], at time: String,
    _ headers: [(String, String)] = []
  ) async throws -> [Answer] {
    var answers: [Answer] = []
    for day in days {
      let date = day < 10 ? "0\(day)" : "\(day)"
      let answer = try await api.send(
        "POST", "/v1/entries", token: token,
        [("Kiroku-Acted-At", "2026-11-\(date)T\(time)"), ("Kiroku-Intent", "LogWeight")] + headers,
        body: Array(#"{"weightKg":65.2}"#.utf8))
      #expect(answer.status == 201)
      answers.append(answer)
    }
    return answers
  }

  /// The weekdays of the one prediction of an intent, as `weekday probability from-to probability`.
  private static func lines(
    _ answer: Answer, intent: String? = "LogWeight"
  ) throws -> [String] {
    let wanted: JSONValue = intent.map { .string($0) } ?? .null
    let prediction = try #require(
      answer["predictions"].objects.first { $0["intent"] == wanted })
    return prediction["weekdays"].objects.map { weekday in
      let windows = weekday["windows"].objects.map {
        " \($0["from"].text)-\($0["to"].text) \($0["probability"].text)"
      }
      return "\(weekday["weekday"].text) \(weekday["probability"].text)\(windows.joined())"
    }
  }

  @Test(
    "Who weighs at 7:00 on Mondays, but for one, has that window; undone acts count for nothing")
  func window() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken(#"{"timeZone":"Asia/Tokyo"}"#)
      // Mondays: November 2, 9, 16, 23, 30. That of the 23rd is undone.
      let answers = try await Self.weigh(
        api, token, on: [2, 9, 16, 23, 30], at: "07:00:00+09:00")
      let undo = try #require(answers[3].string("undo", "opId"))
      let undone = try await api.post(
        "/v1/undo", token: token, "{\"opId\":\"\(undo)\"}",
        [("Kiroku-Acted-At", "2026-11-23T07:05:00+09:00")])
      #expect(undone.status == 200)
      let read = try await api.get("/v1/predictions", token: token)
      #expect(read.status == 200 && read["ready"] == .bool(true))
      #expect(read.string("day") == "2026-12-01" && read.string("timeZone") == "Asia/Tokyo")
      // 1000 + 707 + 595 + 500 of 1000 + 841 + 707 + 595 + 500: 2802 ÷ 3643 = 0.769.
      #expect(try Self.lines(read) == ["1 0.769 06:30-07:30 0.769"])
    }
  }

  @Test("In the first seven days nothing is ready, and weekdays are empty")
  func notReady() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken(#"{"timeZone":"Asia/Tokyo"}"#)
      let empty = try await api.get("/v1/predictions", token: token)
      #expect(empty["ready"] == .bool(false) && empty["predictions"] == .array([]))
      _ = try await Self.weigh(api, token, on: [25, 26, 27, 28, 29, 30], at: "07:00:00+09:00")
      let young = try await api.get("/v1/predictions", token: token)
      #expect(try young["ready"] == .bool(false) && Self.lines(young) == [])
      _ = try await Self.weigh(api, token, on: [24], at: "07:00:00+09:00")
      let old = try await api.get("/v1/predictions", token: token)
      #expect(try old["ready"] == .bool(true) && Self.lines(old).count == 7)
    }
  }

  @Test("A traveller's 7:00 is 7:00, and so it is before and after clocks change")
  func travelAndClocks() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken(#"{"timeZone":"Asia/Tokyo"}"#)
      // New York's clocks went back on Sunday, November 1: Saturday is 7:00-04:00, Sundays are 7:00-05:00.
      let there = [("Kiroku-Time-Zone", "America/New_York")]
      _ = try await api.send(
        "POST", "/v1/entries", token: token,
        [("Kiroku-Acted-At", "2026-10-31T07:00:00-04:00"), ("Kiroku-Intent", "LogWeight")] + there,
        body: Array(#"{"weightKg":65.2}"#.utf8))
      _ = try await Self.weigh(api, token, on: [7], at: "07:00:00-05:00", there)
      // At home again; in UTC those are the evenings before.
      _ = try await Self.weigh(api, token, on: [14, 21, 28], at: "07:00:00+09:00")
      let read = try await api.get("/v1/predictions", token: token)
      #expect(try Self.lines(read) == ["6 1 06:30-07:30 1"])
    }
  }

  @Test("A day that starts at 3:00 ends there: 1:00 on Tuesday is Monday's window")
  func dayStart() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken(#"{"timeZone":"Asia/Tokyo"}"#)
      _ = try await api.patch("/v1/account", token: token, #"{"dayStart":180}"#)
      // The nights after the Mondays of November 9, 16 and 23.
      _ = try await Self.weigh(api, token, on: [10, 17, 24], at: "01:00:00+09:00")
      let read = try await api.get("/v1/predictions", token: token)
      // Yesterday, a Monday too, it was not done: 841 + 707 + 595 of 3143 = 0.682.
      #expect(try Self.lines(read) == ["1 0.682 00:30-01:30 0.682"])
    }
  }

  @Test(
    "A habit is predicted by whatever way it is done, and each intent with it; gone ones are not")
  func habits() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken(#"{"timeZone":"Asia/Tokyo"}"#)
      let habit = try await api.check("Read", token: token)
      for (day, intent) in [("10", "CompleteHabit"), ("17", nil), ("24", "CompleteHabit")] {
        var headers = [("Kiroku-Acted-At", "2026-11-\(day)T22:00:00+09:00")]
        if let intent { headers.append(("Kiroku-Intent", intent)) }
        let put = try await api.send(
          "PUT", "\(habit)/days/today", token: token, headers, body: Array(#"{"done":true}"#.utf8))
        #expect(put.status == 200)
      }
      let read = try await api.get("/v1/predictions", token: token)
      #expect(try Self.lines(read, intent: nil) == ["2 1 21:30-22:30 1"])
      // 1000 + 707 of 1000 + 841 + 707.
      #expect(try Self.lines(read, intent: "CompleteHabit") == ["2 0.67 21:30-22:30 0.67"])
      _ = try await api.patch(habit, token: token, #"{"archived":true}"#)
      let archived = try await api.get("/v1/predictions", token: token)
      #expect(archived["predictions"] == .array([]))
    }
  }

  @Test(
    "Intents that write nothing count, those that tell of a write do not count twice; 304 until one comes"
  )
  func events() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken(#"{"timeZone":"Asia/Tokyo"}"#)
      let answers = try await Self.weigh(api, token, on: [9, 16, 23], at: "07:00:00+09:00")
      let before = try await api.get("/v1/predictions", token: token)
      let operation = try #require(answers[0].string("undo", "opId"))
      var events = [
        "{\"id\":\"\(operation)\",\"name\":\"intent_performed\",\"intent\":\"LogWeight\",\"occurredAt\":\"2026-11-09T12:00:00+09:00\"}"
      ]
      for (number, day) in ["18", "25"].enumerated() {
        events.append(
          "{\"id\":\"0f6f5f0e-1f0e-4c4e-8f2a-00000000000\(number)\",\"name\":\"intent_performed\","
            + "\"intent\":\"ShowStreak\",\"occurredAt\":\"2026-11-\(day)T12:00:00+09:00\"}")
      }
      let tag = try #require(before.header(.etag))
      let same = try await api.get(
        "/v1/predictions", token: token, [("If-None-Match", tag)])
      #expect(same.status == 304)
      let posted = try await api.post(
        "/v1/events", token: token, "{\"events\":[\(events.joined(separator: ","))]}")
      #expect(posted.status == 200)
      let after = try await api.get(
        "/v1/predictions", token: token, [("If-None-Match", tag)])
      #expect(after.status == 200)
      // Not on the Monday of yesterday: 841 + 707 + 595 of 3143.
      #expect(try Self.lines(after) == ["1 0.682 06:30-07:30 0.682"])
      #expect(try Self.lines(after, intent: "ShowStreak") == ["3 1 11:30-12:30 1"])
    }
  }

  @Test("Shortcuts suggest what is likely on this weekday first, under the same version")
  func shortcuts() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken(#"{"timeZone":"Asia/Tokyo"}"#)
      let daily = try await api.check("Daily", token: token, #","position":1"#)
      let tuesdays = try await api.check("Tuesdays", token: token, #","position":2"#)
      let ids = [daily, tuesdays].map { String($0.dropFirst("/v1/habits/".count)) }
      let first = try await api.get("/v1/shortcuts", token: token)
      // Recorded more often, but on one of the last two Tuesdays only.
      for day in ["17", "18", "19", "20", "21", "22", "23", "25", "26"] {
        _ = try await api.put("\(daily)/days/2026-11-\(day)", token: token, #"{"done":true}"#)
      }
      for day in ["17", "24"] {
        _ = try await api.put("\(tuesdays)/days/2026-11-\(day)", token: token, #"{"done":true}"#)
      }
      let second = try await api.get("/v1/shortcuts", token: token)
      #expect(second["suggested"] == .array([.string(ids[1]), .string(ids[0])]))
      #expect(second["version"] == first["version"])
      #expect(second.texts("habits", "title") == ["Daily", "Tuesdays"])
    }
  }
}

extension JSONValue? {
  fileprivate var objects: [JSONObject] {
    guard case .array(let elements) = self else { return [] }
    return elements.compactMap { if case .object(let object) = $0 { object } else { nil } }
  }

  /// A number as it was written, or a text.
  fileprivate var text: String {
    switch self {
    case .string(let text): text
    case .number(let number): "\(number.text)"
    default: "?"
    }
  }
}
