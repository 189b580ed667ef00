import KirokuCore
import KirokuStore
import Postgres
import Testing

@testable import KirokuAPI

@Suite("Events")
struct EventTests {
  private static let id = "019ad8f2-6a40-7c19-93e0-8f3f0f5a7b21"
  private static let other = "019AD8F2-6A40-7C19-93E0-8F3F0F5A7B22"

  private static func outcomes(_ answer: Answer) -> [String?] {
    (0..<10).map { answer.string("results", "\($0)", "outcome") }.filter { $0 != nil }
  }

  @Test("Are each kept once, and say so in the order of the request")
  func once() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let event = #"{"id":"\#(Self.id)","name":"app_open","occurredAt":"2026-11-01T10:00:00Z"}"#
      let second = #"{"id":"\#(Self.other)","name":"intent_performed","intent":"Show"}"#
      let first = try await api.post("/v1/events", token: token, "{\"events\":[\(event)]}")
      #expect(first.status == 200 && Self.outcomes(first) == ["recorded"], "\(first)")
      #expect(first.string("shiftMs") == "0" && first.string("serverTime") == TestAPI.now)
      let again = try await api.post(
        "/v1/events", token: token, "{\"events\":[\(second),\(event),\(second)]}")
      #expect(Self.outcomes(again) == ["recorded", "duplicate", "duplicate"], "\(again)")
      #expect(again.string("results", "0", "id") == Self.other.lowercased())
      // Another account's event may have the same id.
      let theirs = try await api.post(
        "/v1/events", token: try await api.appToken(), "{\"events\":[\(event)]}")
      #expect(Self.outcomes(theirs) == ["recorded"])
    }
  }

  @Test("Come late: as long as raw events are kept they are taken, and what is older has expired")
  func late() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      // 400 days before 2026-12-01 is 2025-10-27: months are kept whole.
      let events = ["2025-10-01T00:00:00Z", "2025-09-30T23:59:59Z", "2026-12-01T07:30:00Z"]
        .enumerated().map {
          #"{"id":"019ad8f2-6a40-7c19-93e0-8f3f0f5a7b3\#($0)","name":"app_open","occurredAt":"\#($1)"}"#
        }
      let answer = try await api.post(
        "/v1/events", token: token, "{\"events\":[\(events.joined(separator: ","))]}")
      #expect(Self.outcomes(answer) == ["recorded", "expired", "recorded"], "\(answer)")
    }
  }

  @Test("Of the future are moved down together; a clock that is known to be wrong is corrected")
  func future() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let events = """
        {"events":[{"id":"\(Self.id)","name":"app_open","occurredAt":"2026-12-01T09:30:00Z"},
        {"id":"\(Self.other)","name":"app_open","occurredAt":"2026-12-01T08:30:00Z"}]}
        """
      let answer = try await api.post("/v1/events", token: token, events)
      #expect(answer.string("shiftMs") == "7200000")
      let times = try await api.texts(
        "select to_char(occurred_at at time zone 'UTC', 'HH24:MI') from events order by 1")
      #expect(times == ["06:30", "07:30"])
      try await api.execute("delete from events")
      let corrected = try await api.post(
        "/v1/events", token: token, events, [("Kiroku-Clock-Offset-Ms", "-10800000")])
      #expect(corrected.string("shiftMs") == "0", "\(corrected)")
      let later = try await api.texts(
        "select to_char(occurred_at at time zone 'UTC', 'HH24:MI') from events order by 1")
      #expect(later == ["05:30", "06:30"])
    }
  }

  @Test("Hold what they say, else what the header fields say, else the account's zone and token")
  func defaults() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken(#"{"timeZone":"Asia/Tokyo","dayStart":180}"#)
      let session = "019ad8f2-7b10-7e44-8c0f-54f1c0b7d9aa"
      let body = """
        {"events":[
          {"id":"\(Self.id)","name":"intent_donated","occurredAt":"2026-11-30T17:59:59Z"},
          {"id":"\(Self.other)","name":"intent_performed","intent":"Show","source":"siri",
           "sessionId":"\(Self.id)","opId":"\(Self.other)","foreground":false,
           "timeZone":"America/New_York","occurredAt":"2026-12-01T07:00:00Z",
           "properties":{"screen":"a\\"b","n":1.50,"ok":true,"none":null}}]}
        """
      let answer = try await api.post(
        "/v1/events", token: token, body,
        [
          ("Kiroku-Source", "app"), ("Kiroku-Intent", "Log"), ("Kiroku-Session-Id", session),
          ("Kiroku-Client-Id", session),
        ])
      #expect(answer.status == 200, "\(answer)")
      let rows = try await api.texts(
        """
        select concat_ws(' ', name, intent, source, session_id, op_id, foreground, time_zone,
          local_day, month, client_id, properties)
        from events order by name
        """)
      #expect(
        rows == [
          "intent_donated Log app \(session) Asia/Tokyo 2026-11-30 2026-11-01 \(session)",
          "intent_performed Show siri \(Self.id) \(Self.other.lowercased()) f America/New_York "
            + "2026-11-30 2026-12-01 \(session) "
            + #"{"screen":"a\"b","n":1.50,"ok":true,"none":null}"#,
        ])
    }
  }

  @Test("Are refused whole, with all faults of all of them")
  func faults() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let long = String(repeating: "x", count: 501)
      let many = (0...20).map { "\"p\($0)\":1" }.joined(separator: ",")
      for (event, faults) in [
        ("7", [" wrong-type"]),
        ("{}", ["/id required", "/name required"]),
        (#"{"id":"x","name":"App Open"}"#, ["/id invalid-format", "/name invalid-format"]),
        (#"{"id":"\#(Self.id)","name":"intent_performed"}"#, ["/intent required"]),
        (#"{"id":"\#(Self.id)","name":"intent_donated","intent":""}"#, ["/intent invalid-format"]),
        (
          #"{"id":"\#(Self.id)","name":"a","source":"tv","sessionId":1,"opId":"1","foreground":1}"#,
          [
            "/source not-one-of", "/sessionId wrong-type", "/opId invalid-format",
            "/foreground wrong-type",
          ]
        ),
        (
          #"{"id":"\#(Self.id)","name":"a","occurredAt":"2026-12-01","timeZone":"JST","x":1}"#,
          ["/timeZone unknown-time-zone", "/occurredAt invalid-format", "/x unknown-field"]
        ),
        (
          #"{"id":"\#(Self.id)","name":"a","properties":{"a":[],"b":"\#(long)","":1}}"#,
          ["/properties/a wrong-type", "/properties/b too-long", "/properties/ too-long"]
        ),
        (#"{"id":"\#(Self.id)","name":"a","properties":{\#(many)}}"#, ["/properties too-many"]),
        (#"{"id":"\#(Self.id)","name":"a","properties":7}"#, ["/properties wrong-type"]),
      ] {
        let answer = try await api.post("/v1/events", token: token, "{\"events\":[\(event)]}")
        #expect(answer.status == 422, "\(event): \(answer)")
        #expect(answer.faults.sorted() == faults.map { "/events/0\($0)" }.sorted(), "\(answer)")
      }
      let one = #"{"id":"\#(Self.id)","name":"a"}"#
      let tooMany = Array(repeating: one, count: 501).joined(separator: ",")
      let answer = try await api.post("/v1/events", token: token, "{\"events\":[\(tooMany)]}")
      #expect(answer.faults == ["/events too-many"])
      #expect(try await api.post("/v1/events", token: token, "{}").faults == ["/events required"])
      let empty = try await api.post("/v1/events", token: token, #"{"events":[]}"#)
      #expect(empty.status == 200 && empty.text.contains(#""results":[]"#))
      let wide = (0..<10).map { "\"p\($0)\":\"\(long.dropFirst())\"" }.joined(separator: ",")
      let heavy = try await api.post(
        "/v1/events", token: token,
        "{\"events\":[{\"id\":\"\(Self.id)\",\"name\":\"a\",\"properties\":{\(wide)}}]}")
      #expect(heavy.faults == ["/events/0/properties too-long"])
      #expect(try await api.texts("select 'row' from events") == [])
    }
  }
}
