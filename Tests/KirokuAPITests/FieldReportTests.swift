import HTTPCore
import JSON
import KirokuCore
import Postgres
import Testing

/// Faults that people reported of other trackers and servers, tried against ours. What each id is
/// about, and where the others are held, is in `docs/field-reports.md`.
@Suite("Reports from the field")
struct FieldReportTests {
  @Test("BUG-001, BUG-006: twenty sendings of one act at once are one entry, and one answer")
  func sentAtOnce() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
        for _ in 0..<20 {
          group.addTask {
            try await api.post(
              "/v1/entries", token: token, #"{"weightKg":65.2}"#, [("Idempotency-Key", "k")])
          }
        }
        var answers: [Answer] = []
        for try await answer in group { answers.append(answer) }
        return answers
      }
      #expect(Set(answers.map(\.text)).count == 1)
      #expect(answers.allSatisfy { $0.status == 201 })
      #expect(answers.filter { $0.header("Idempotency-Replayed") == nil }.count == 1)
      #expect(try await api.storedRows() == 2)
    }
  }

  @Test("BUG-008: five writers of one new record make one record, and no error")
  func fiveWriters() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for weight in 60..<65 {
          group.addTask {
            let body = #"{"id":"019ad8f2-7b10-7e44-8c0f-54f1c0b7d9aa","weightKg":\#(weight)}"#
            return try await api.post("/v1/entries", token: token, body).status
          }
        }
        var statuses: [Int] = []
        for try await status in group { statuses.append(status) }
        return statuses.sorted()
      }
      #expect(statuses == [200, 200, 200, 200, 201])
      #expect(try await api.get("/v1/entries", token: token).weights.count == 1)
    }
  }

  @Test("BUG-047, BUG-050, BUG-052: what was typed is what is read, however often it goes round")
  func roundTrips() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      var weight = #"{"value":90,"unit":"lb"}"#
      for _ in 0..<10 {
        let made = try await api.post("/v1/entries", token: token, "{\"weight\":\(weight)}")
        let value = try #require(made.string("entry", "weight", "value"))
        #expect(value == "90" && made.string("entry", "weightKg") == "40.823")
        weight = "{\"value\":\(value),\"unit\":\"lb\"}"
      }
      let fine = try await api.post("/v1/entries", token: token, #"{"weightKg":54.431}"#)
      #expect(fine.string("entry", "weightKg") == "54.431")
    }
  }

  @Test("BUG-066: a note is held to scalars, and every one of 2,000 comes back")
  func notes() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let longest = String(repeating: "क्षि", count: 500)
      #expect(longest.unicodeScalars.count == 2000)
      let made = try await api.post(
        "/v1/entries", token: token, "{\"weightKg\":65,\"note\":\"\(longest)\"}")
      #expect(made.status == 201 && made.string("entry", "note") == longest)
      let marks = "e" + String(repeating: "\u{301}", count: 10_000)
      let refused = try await api.post(
        "/v1/entries", token: token, "{\"weightKg\":65,\"note\":\"\(marks)\"}")
      #expect(refused.faults == ["/note too-long"])
    }
  }

  @Test(
    "BUG-067: any depth of nesting is a 400, and the process lives",
    arguments: [33, 100, 511, 100_000])
  func nesting(depth: Int) async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let answer = try await api.post(
        "/v1/entries", token: token, String(repeating: "[", count: depth))
      #expect(answer.status == 400)
    }
  }

  @Test("BUG-073, BUG-074: a bad row in the table does not poison the list")
  func badRows() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      for weight in 60..<63 {
        _ = try await api.post("/v1/entries", token: token, "{\"weightKg\":\(weight)}")
      }
      for time in ["infinity", "-infinity", "294276-12-31 00:00Z", "0044-03-15 00:00Z BC"] {
        try await api.execute(
          "update weight_entries set recorded_at = \(time)::text::timestamptz where weight_grams = 61000"
        )
        let list = try await api.get("/v1/entries", token: token)
        #expect(list.status == 200 && Set(list.weights).isSuperset(of: ["60", "62"]), "\(time)")
        let suggested = try await api.get(
          "/v1/entries/suggested", token: token, [("Accept-Language", "ja")])
        #expect(suggested.status == 200)
      }
    }
  }

  @Test(
    "BUG-019, BUG-033: both passes of the hour that comes twice are one day, to the microsecond")
  func fallBack() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken(#"{"timeZone":"America/New_York"}"#)
      for (offset, minutes) in [("-04:00", "-240"), ("-05:00", "-300")] {
        let made = try await api.post(
          "/v1/entries", token: token,
          "{\"weightKg\":65,\"recordedAt\":\"2026-11-01T01:30:15.123456\(offset)\"}")
        #expect(made.string("entry", "localDay") == "2026-11-01")
        #expect(made.string("entry", "utcOffsetMinutes") == minutes)
        #expect(made.string("entry", "recordedAt")?.hasSuffix(":30:15.123456Z") == true)
      }
    }
  }

  @Test("BUG-031: a day that starts at three moves the day, never the time")
  func dayStart() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken(#"{"dayStart":180}"#)
      let made = try await api.post(
        "/v1/entries", token: token, #"{"weightKg":65,"recordedAt":"2026-12-01T01:00:00Z"}"#)
      #expect(made.string("entry", "localDay") == "2026-11-30")
      #expect(made.string("entry", "recordedAt") == "2026-12-01T01:00:00Z")
    }
  }

  @Test("BUG-020: travel moves no day that is stored")
  func travel() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken(#"{"timeZone":"Asia/Tokyo"}"#)
      let home = try await api.post(
        "/v1/entries", token: token, #"{"weightKg":65,"recordedAt":"2026-11-30T16:00:00Z"}"#)
      let away = try await api.post(
        "/v1/entries", token: token, #"{"weightKg":66,"recordedAt":"2026-11-30T16:30:00Z"}"#,
        [("Kiroku-Time-Zone", "America/New_York")])
      #expect(home.string("entry", "localDay") == "2026-12-01")
      #expect(away.string("entry", "localDay") == "2026-11-30")
      let list = try await api.get("/v1/entries", token: token)
      #expect(list["entries", "1"] == home["entry"] && list["entries", "0"] == away["entry"])
    }
  }

  @Test("BUG-080: rows that come between pages are on no two of them, and push none out")
  func insertsBetweenPages() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      try await ListTests.fill(api, token, 10)
      var seen: [String] = []
      var target = "/v1/entries?limit=3"
      for round in 0..<10 {
        let page = try await api.get(target, token: token)
        seen += page.weights
        _ = try await api.post(
          "/v1/entries", token: token,
          "{\"weightKg\":\(100 + round),\"recordedAt\":\"2026-12-01T07:25:0\(round)Z\"}")
        guard let cursor = page.string("nextCursor") else { break }
        target = "/v1/entries?limit=3&cursor=\(cursor)"
      }
      #expect(seen == (50..<60).reversed().map(String.init))
    }
  }

  @Test("BUG-095: a tag that a proxy has changed is another tag: 200 and the whole body")
  func changedTag() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let list = try await api.get("/v1/entries", token: token)
      let tag = try #require(list.header(.etag))
      let changed = tag.dropLast() + "-gzip\""
      let again = try await api.get(
        "/v1/entries", token: token, [("If-None-Match", String(changed))])
      #expect(again.status == 200 && again.text == list.text)
    }
  }

  @Test("BUG-151: no answer and no report of a failure shows a token")
  func tokensStaySecret() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      try await api.execute("drop table weight_entries")
      for (method, path) in AccessTests.routes {
        let body: [UInt8]? = method == "POST" ? Array(#"{"weightKg":65}"#.utf8) : nil
        let answer = try await api.send(method, path, token: token, body: body)
        #expect(answer.status == 500 && answer.string("code") == "internal-error")
        #expect(answer.string("requestId") == "request-1")
        #expect(!answer.text.contains("krk_") && !answer.text.contains("weight_entries"))
      }
      #expect(api.failures.all.count == 4)
      for failure in api.failures.all {
        #expect(!failure.contains("krk_") && !failure.contains("65"))
      }
    }
  }

  @Test("A database that is away is 503 with the time to wait, and no 401")
  func unavailable() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      await api.database.shutdown()
      let read = try await api.get("/v1/entries", token: token)
      #expect(read.status == 503 && read.string("code") == "unavailable")
      #expect((read.header(.retryAfter).flatMap { Int($0) } ?? 0) >= 1)
      let write = try await api.post("/v1/entries", token: token, "{")
      #expect(write.status == 503)
    }
  }
}
