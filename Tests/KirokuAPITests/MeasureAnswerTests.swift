import HTTPCore
import KirokuCore
import KirokuStore
import Postgres
import Testing

@testable import KirokuAPI

@Suite("Measures as they are answered")
struct MeasureAnswerTests {
  /// Makes an account on a day, which is its first one, and lets it log a weight by intents on days after it.
  private static func person(
    _ api: TestAPI, made day: String = "2026-11-01", logs days: [String],
    from source: String = "siri"
  ) async throws -> String {
    let token = try await api.appToken(#"{"timeZone":"Asia/Tokyo"}"#)
    let account = try #require(TokenSecret(token)).accountID
    let made = try Instant(rfc3339: "\(day)T09:00:00+09:00")
    try await api.execute(
      "update accounts set created_at = \(made) where account_id = \(account)")
    for day in days {
      let answer = try await api.post(
        "/v1/entries", token: token, #"{"weightKg":65}"#,
        [
          ("Kiroku-Acted-At", "\(day)T10:00:00+09:00"), ("Kiroku-Intent", "LogWeight"),
          ("Kiroku-Source", source),
        ])
      #expect(answer.status == 201)
    }
    return token
  }

  @Test(
    "Writes with an intent are their events, an undo takes one back, and who is deleted vanishes")
  func writes() async throws {
    try await TestAPI.run { api in
      let analytics = try await api.analyticsToken()
      var tokens: [String] = []
      for number in 0..<6 {
        let days = number < 4 ? ["2026-11-01", "2026-11-02", "2026-11-07", "2026-11-08"] : []
        tokens.append(try await Self.person(api, logs: days))
      }
      func numbers(_ path: String, _ steps: Int) async throws -> [String?] {
        let answer = try await api.get("/v1/measures/\(path)", token: analytics)
        #expect(answer.status == 200 && answer.string("waitingAccounts") == "0", "\(answer)")
        return (0..<steps).map { answer.string("steps", "\($0)", "people") }
      }
      #expect(try await numbers("funnel", 3) == ["6", "4", "4"])
      // The write of day 6 is undone by the one that did it.
      let undone = try await api.texts(
        """
        select op_id::text from operations
        where account_id = \(try #require(TokenSecret(tokens[0])).accountID)
          and acted_at = '2026-11-07T01:00:00Z'
        """)
      let undo = try await api.post("/v1/undo", token: tokens[0], "{\"opId\":\"\(undone[0])\"}")
      #expect(undo.status == 410, "too late to undo: \(undo)")
      try await api.execute(
        "update operations set acted_at = '2026-12-01T07:00:00Z' where op_id = \(undone[0])::uuid")
      let inTime = try await api.post("/v1/undo", token: tokens[0], "{\"opId\":\"\(undone[0])\"}")
      #expect(inTime.status == 200, "\(inTime)")
      #expect(try await numbers("funnel?undone=exclude", 3) == ["6", "4", "3"])
      #expect(try await numbers("funnel", 3) == ["6", "4", "4"])
      _ = try await api.send("DELETE", "/v1/account", token: tokens[1])
      #expect(try await numbers("funnel", 3) == ["5", "3", "3"])
      #expect(try await numbers("funnel?from=2026-11-02", 3) == ["0", "0", "0"])
      #expect(try await numbers("funnel?donated=true", 4) == ["5", "0", "0", "0"])
    }
  }

  @Test("A write that lost to a newer one was performed all the same")
  func superseded() async throws {
    try await TestAPI.run { api in
      let analytics = try await api.analyticsToken()
      let token = try await Self.person(api, logs: ["2026-11-02"])
      let id = try #require(try await api.texts("select id::text from weight_entries").first)
      func events() async throws -> String? {
        try await api.get("/v1/measures/sources?from=2026-11-02&to=2026-11-03", token: analytics)
          .string("buckets", "0", "events")
      }
      #expect(try await events() == "1")
      let late = try await api.send(
        "PUT", "/v1/entries/\(id)", token: token,
        [("Kiroku-Acted-At", "2026-11-02T09:00:00+09:00"), ("Kiroku-Intent", "LogWeight")],
        body: Array(#"{"weightKg":66}"#.utf8))
      #expect(late.string("outcome") == "superseded", "\(late)")
      #expect(try await events() == "2")
    }
  }

  @Test("Hide rates under five people, and show them from five on, with intervals, in JSON and CSV")
  func forms() async throws {
    try await TestAPI.run { api in
      let analytics = try await api.analyticsToken()
      for number in 0..<5 {
        _ = try await Self.person(
          api, logs: number == 0 ? ["2026-11-01"] : ["2026-11-01", "2026-11-08"])
      }
      for _ in 0..<4 { _ = try await Self.person(api, logs: []) }
      let retention = try await api.get("/v1/measures/retention?weeks=1", token: analytics)
      #expect(retention.string("weeks", "0", "exposed", "rate") == "0.8", "\(retention)")
      // Wilson of 4 in 5.
      #expect(retention.string("weeks", "0", "exposed", "lower") == "0.375535")
      #expect(retention.string("weeks", "0", "exposed", "upper") == "0.963776")
      #expect(retention.text.contains(#""others":{"people":4,"returned":0,"rate":null"#))
      #expect(retention.text.contains(#""difference":null"#))
      #expect(retention.string("note")?.contains("go together") == true)
      let japanese = try await api.get(
        "/v1/measures/retention", token: analytics, [("Accept-Language", "ja")])
      #expect(japanese.string("note")?.contains("関連") == true)
      let table = try await api.get(
        "/v1/measures/funnel", token: analytics, [("Accept", "text/csv, application/json;q=0.5")])
      #expect(table.header(.contentType) == "text/csv; charset=utf-8; header=present")
      #expect(
        table.text == """
          step,people,rate_from_first,rate_from_previous,median_seconds_from_first,\
          median_seconds_from_previous\r
          account_made,9,1,1,0,0\r
          intent_performed,5,0.555556,0.555556,3600,3600\r
          intent_performed_repeatedly,0,0,0,,\r\n
          """)
      let sources = try await api.get(
        "/v1/measures/sources?bucket=month&from=2026-11-15&to=2026-11-16&format=csv",
        token: analytics, [("Accept", "text/html")])
      #expect(sources.text == "start,source,events,people,share\r\n2026-11-01,siri,9,5,1\r\n")
    }
  }

  @Test("Donations told as events join the acts of the same intent and day; a formula stays text")
  func donations() async throws {
    try await TestAPI.run { api in
      let analytics = try await api.analyticsToken()
      let token = try await Self.person(api, logs: ["2026-11-02", "2026-11-03"], from: "app")
      let answer = try await api.post(
        "/v1/events", token: token,
        """
        {"events":[
          {"id":"019ad8f2-6a40-7c19-93e0-8f3f0f5a7b21","name":"intent_donated","intent":"LogWeight",
           "occurredAt":"2026-11-02T10:00:01+09:00"},
          {"id":"019ad8f2-6a40-7c19-93e0-8f3f0f5a7b22","name":"intent_performed","intent":"=A1",
           "occurredAt":"2026-11-02T10:00:01+09:00"}]}
        """)
      #expect(answer.status == 200)
      let table = try await api.get(
        "/v1/measures/donations?from=2026-11-01&to=2026-11-04&format=csv", token: analytics)
      #expect(
        table.text == """
          day,intent,donated,donors,performed,performers,undone\r
          2026-11-02,'=A1,0,0,1,1,0\r
          2026-11-02,LogWeight,1,1,1,1,0\r
          2026-11-03,LogWeight,0,0,1,1,0\r\n
          """)
      let one = try await api.get(
        "/v1/measures/donations?intent=LogWeight&from=2026-11-02&to=2026-11-03", token: analytics)
      #expect(
        one.text.contains(
          #""days":[{"day":"2026-11-02","intent":"LogWeight","donated":1,"donors":1,"performed":1,"performers":1,"undone":0}]"#
        ), "\(one)")
    }
  }

  @Test(
    "A donation counts once, be it told as an event too, on its act's day; and still when it is deleted"
  )
  func recordedDonations() async throws {
    try await TestAPI.run { api in
      let analytics = try await api.analyticsToken()
      let token = try await api.appToken(#"{"timeZone":"Asia/Tokyo"}"#)
      var acts: [String] = []
      for day in ["2026-11-02", "2026-11-03"] {
        let made = try await api.post(
          "/v1/entries", token: token, #"{"weightKg":65}"#,
          [
            ("Kiroku-Source", "app"), ("Kiroku-Intent", "LogWeight"),
            TestAPI.acted("\(day)T10:00:00+09:00"),
          ])
        acts.append(try #require(made.string("undo", "opId")))
      }
      let key = "019ad8f2-6a40-7c19-93e0-8f3f0f5a7b30"
      func donate(_ act: String, _ key: String) async throws -> Int {
        let answer = try await api.post(
          "/v1/donations", token: token,
          #"{"opId":"\#(act)","intent":"LogWeight","donationIdentifier":"d","donatedAt":"2026-11-04T00:00:00+09:00"}"#,
          [("Idempotency-Key", key)])
        return answer.status
      }
      func table() async throws -> [String] {
        let answer = try await api.get(
          "/v1/measures/donations?from=2026-11-01&to=2026-11-06&format=csv", token: analytics)
        return answer.text.split(separator: "\r\n").dropFirst().map(String.init)
      }
      // The event comes first: once the donation is there, it is that.
      let event =
        #"{"id":"019ad8f2-6a40-7c19-93e0-8f3f0f5a7b21","opId":"\#(acts[0])","name":"intent_donated","intent":"LogWeight","occurredAt":"2026-11-02T10:00:01+09:00"}"#
      _ = try await api.post("/v1/events", token: token, "{\"events\":[\(event)]}")
      #expect(
        try await table() == [
          "2026-11-02,LogWeight,1,1,1,1,0", "2026-11-03,LogWeight,0,0,1,1,0",
        ])
      #expect(try await donate(acts[0], key) == 201)
      #expect(try await donate(acts[1], "k") == 201)
      let both = [
        "2026-11-02,LogWeight,1,1,1,1,0", "2026-11-03,LogWeight,1,1,1,1,0",
      ]
      #expect(try await table() == both)
      let byKey =
        #"{"id":"\#(key)","name":"intent_donated","intent":"LogWeight","occurredAt":"2026-11-04T00:00:00+09:00"}"#
      let other =
        #"{"id":"019ad8f2-6a40-7c19-93e0-8f3f0f5a7b22","name":"intent_donated","intent":"Show","occurredAt":"2026-11-04T00:00:00+09:00"}"#
      _ = try await api.post("/v1/events", token: token, "{\"events\":[\(byKey),\(other)]}")
      #expect(try await table() == both + ["2026-11-04,Show,1,1,0,0,0"])
      let undone = try await api.post(
        "/v1/undo", token: token, "{\"opId\":\"\(acts[1])\"}",
        [TestAPI.acted("2026-11-03T11:00:00+09:00")])
      #expect(undone.texts("donations", "localDay") == ["2026-11-03"], "\(undone)")
      #expect(
        try await table() == [
          both[0], "2026-11-03,LogWeight,1,1,1,1,1", "2026-11-04,Show,1,1,0,0,0",
        ])
    }
  }

  @Test("Refuse parameters with all faults at once")
  func faults() async throws {
    try await TestAPI.run { api in
      let token = try await api.analyticsToken()
      for (query, faults) in [
        (
          "funnel?windowDays=0&times=11&count=x&donated=1&order=strict&undone=no&format=xml&from=2026",
          [
            "from invalid-format", "format not-one-of", "windowDays out-of-range",
            "times out-of-range", "count not-one-of", "donated not-one-of", "order not-one-of",
            "undone not-one-of",
          ]
        ),
        (
          "retention?weeks=53&from=2026-02-01&to=2026-02-01",
          ["to reversed-range", "weeks out-of-range"]
        ),
        ("retention?weeks=1.5", ["weeks invalid-format"]),
        ("sources?bucket=year", ["bucket not-one-of"]),
        ("sources?bucket=day&from=2020-01-01&to=2026-01-01", ["to too-long"]),
        ("donations?from=2020-01-01&intent=%00", ["intent nul-character", "to too-long"]),
        ("donations?from=2026-01-01&from=2026-01-02", ["from repeated-parameter"]),
      ] {
        let answer = try await api.get("/v1/measures/\(query)", token: token)
        #expect(answer.status == 422 && answer.faults == faults, "\(query): \(answer)")
      }
    }
  }
}
