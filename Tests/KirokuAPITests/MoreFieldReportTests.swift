import HTTPCore
import JSON
import Postgres
import Testing

/// More of `FieldReportTests`: changes, undo, conditions, lists and tokens.
@Suite("Reports from the field, on changes and lists")
struct MoreFieldReportTests {
  private static let path = "/v1/entries/019ad8f2-7b10-7e44-8c0f-54f1c0b7d9aa"

  @Test("BUG-013: fifty repeats of one undo at once have one effect")
  func repeatedUndo() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      for weight in ["64", "65"] {
        _ = try await api.post("/v1/entries", token: token, "{\"weightKg\":\(weight)}")
      }
      let made = try await api.post("/v1/entries", token: token, #"{"weightKg":66}"#)
      let operation = try #require(made.string("undo", "opId"))
      let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
        for _ in 0..<50 {
          group.addTask {
            try await api.post(
              "/v1/undo", token: token, "{\"opId\":\"\(operation)\"}", [("Idempotency-Key", "u")])
          }
        }
        var answers: [Answer] = []
        for try await answer in group { answers.append(answer) }
        return answers
      }
      #expect(answers.allSatisfy { $0.status == 200 && $0.string("outcome") == "undone" })
      #expect(answers.filter { $0.header("Idempotency-Replayed") == nil }.count == 1)
      #expect(try await api.get("/v1/entries", token: token).weights.sorted() == ["64", "65"])
      // Three puts, one undo.
      #expect(
        try await api.texts("select count(*)::text from operations") == ["4"])
    }
  }

  @Test("BUG-015: an undo names an act, so the day by UTC does not matter")
  func undoAfterMidnight() async throws {
    try await TestAPI.run(now: "2026-11-30T23:30:00Z") { api in
      let token = try await api.appToken(#"{"timeZone":"Europe/Paris"}"#)
      let made = try await api.post("/v1/entries", token: token, #"{"weightKg":65}"#)
      #expect(made.string("entry", "localDay") == "2026-12-01")
      let undone = try await api.post("/v1/undo", token: token, "{}")
      #expect(undone.string("outcome") == "undone")
      #expect(undone.string("operation", "opId") == made.string("undo", "opId"))
    }
  }

  @Test("BUG-016: what one token wrote, every other token of the account reads at once")
  func readYourWrites() async throws {
    try await TestAPI.run { api in
      let tokens = try await api.account(scopes: #"["app","intent","read"]"#)
      let before = try await api.get("/v1/entries", token: tokens["read"])
      let made = try await api.post("/v1/entries", token: tokens["intent"], #"{"weightKg":65}"#)
      let condition = [("If-None-Match", before.header(.etag) ?? "")]
      for scope in ["app", "read"] {
        let after = try await api.get("/v1/entries", token: tokens[scope], condition)
        #expect(after.status == 200 && after["entries", "0"] == made["entry"])
      }
    }
  }

  @Test(
    "BUG-050, BUG-051: a value that is put back or left alone stays as it was typed, to the digit",
    arguments: [
      #"{"value":89.9,"unit":"lb"}"#, #"{"value":54.431,"unit":"kg"}"#,
      #"{"unit":"st","stones":12,"pounds":7.5}"#, #"{"value":12.345,"unit":"st"}"#,
    ])
  func unchanged(weight: String) async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let first = try await api.put(Self.path, token: token, "{\"weight\":\(weight)}")
      #expect(first.status == 201 && first.text.contains("\"weight\":\(weight),"))
      let kilograms = first["entry", "weightKg"]
      for round in 0..<10 {
        let patched = try await api.patch(Self.path, token: token, "{\"note\":\"\(round)\"}")
        #expect(patched.string("entry", "note") == "\(round)")
        #expect(patched.text.contains("\"weight\":\(weight),"), "\(patched)")
        #expect(patched["entry", "weightKg"] == kilograms)
        let put = try await api.put(Self.path, token: token, "{\"weight\":\(weight)}")
        #expect(put["entry", "weightKg"] == kilograms)
        // Folded from its operations, as the put's undo makes it.
        let undone = try await api.post("/v1/undo", token: token, "{}")
        #expect(undone.text.contains("\"weight\":\(weight),"), "\(undone)")
        #expect(undone["entry", "weightKg"] == kilograms)
      }
    }
  }

  @Test("BUG-053: in which unit an account is shown says nothing of what was typed")
  func accountUnit() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken(#"{"unit":"lb"}"#)
      let made = try await api.post("/v1/entries", token: token, #"{"weightKg":65}"#)
      #expect(made.string("entry", "weightKg") == "65" && made.string("entry", "title") == "65 kg")
    }
  }

  @Test(
    "BUG-030, BUG-037: each day is one point of the trend: after a change of clocks, in February")
  func everyDay() async throws {
    try await TestAPI.run { api in
      for (zone, first, last, count) in [
        ("Europe/Paris", "2026-03-20", "2026-04-05", 17),
        ("Europe/Paris", "2026-10-20", "2026-10-30", 11),
        ("Asia/Tokyo", "2024-02-01", "2024-03-01", 30),
        ("Asia/Tokyo", "1900-02-01", "1900-03-01", 29),
      ] {
        let token = try await api.appToken("{\"timeZone\":\"\(zone)\"}")
        for (weight, day) in [("65", first), ("66", last)] {
          let made = try await api.post(
            "/v1/entries", token: token,
            "{\"weightKg\":\(weight),\"recordedAt\":\"\(day)T12:00:00Z\"}")
          #expect(made.string("entry", "localDay") == day)
        }
        let trend = try await api.get("/v1/entries/trend", token: token)
        guard case .array(let points)? = trend["points"] else { throw Unexpected(trend) }
        #expect(points.count == count)
        let days = points.indices.compactMap { trend.string("points", "\($0)", "day") }
        #expect(days == Array(Set(days)).sorted() && days.first == first && days.last == last)
      }
    }
  }

  @Test("BUG-084: a cursor keeps microseconds")
  func microseconds() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      for (weight, fraction) in [("60", "302100"), ("61", "302674"), ("62", "302")] {
        _ = try await api.post(
          "/v1/entries", token: token,
          "{\"weightKg\":\(weight),\"recordedAt\":\"2026-12-01T07:00:00.\(fraction)Z\"}")
      }
      #expect(
        try await ListFilterTests.walk(api, token, "/v1/entries", limit: 1) == ["61", "60", "62"])
    }
  }

  @Test(
    "BUG-091, BUG-099: a deleted entry can be brought back, clean, also on the condition that there is none"
  )
  func madeAnew() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let first = try await api.put(Self.path, token: token, #"{"weightKg":65,"note":"old"}"#)
      _ = try await api.send("DELETE", Self.path, token: token)
      let again = try await api.put(
        Self.path, token: token, #"{"weightKg":66}"#, [("If-None-Match", "*")])
      #expect(again.status == 200 && again["entry", "note"] == .null, "\(again)")
      #expect(again.string("entry", "rev") != first.string("entry", "rev"))
      #expect(try await api.get("/v1/entries", token: token).weights == ["66"])
      let taken = try await api.put(
        Self.path, token: token, #"{"weightKg":67}"#, [("If-None-Match", "*")])
      #expect(taken.status == 412)
    }
  }

  @Test("BUG-096, BUG-097: If-Match compares strongly, and * asks only whether there is a record")
  func ifMatch() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let body = #"{"weightKg":65}"#
      let missing = try await api.put(Self.path, token: token, body, [("If-Match", "*")])
      #expect(missing.status == 412, "\(missing)")
      let tag = try #require(try await api.put(Self.path, token: token, body).header(.etag))
      let weak = try await api.put(Self.path, token: token, body, [("If-Match", "W/" + tag)])
      #expect(weak.status == 412)
      let any = try await api.put(Self.path, token: token, body, [("If-Match", "*")])
      #expect(any.status == 200)
    }
  }

  @Test(
    "BUG-126: a range that is asked for is not served: the whole is",
    arguments: [
      "bytes=0-9223372036854775807", "bytes=-1", "bytes=9223372036854775808-", "x",
    ])
  func ranges(range: String) async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let answer = try await api.get("/v1/entries", token: token, [("Range", range)])
      #expect(answer.status == 200 && answer.text == #"{"entries":[],"nextCursor":null}"#)
    }
  }

  @Test("BUG-143, BUG-146: each surface has its own token, which does not end by lying idle")
  func tokens() async throws {
    try await TestAPI.run { api in
      let tokens = try await api.account(scopes: #"["app","widget","intent"]"#)
      #expect(Set(tokens.values).count == 3)
      try await api.execute(
        """
        update tokens set created_at = now() - interval '400 days',
          last_used_at = now() - interval '400 days'
        """)
      for scope in ["app", "intent"] {
        #expect(try await api.get("/v1/entries", token: tokens[scope]).status == 200)
      }
    }
  }
}
