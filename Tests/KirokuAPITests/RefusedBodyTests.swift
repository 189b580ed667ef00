import HTTPCore
import Testing

@Suite("Bodies of entries that are refused")
struct RefusedBodyTests {
  /// A body, its status, and each fault's pointer and code.
  struct Refused: Sendable, CustomTestStringConvertible {
    let body: String
    let status: Int
    let faults: [String]

    init(_ body: String, _ status: Int, _ faults: String...) {
      self.body = body
      self.status = status
      self.faults = faults
    }

    var testDescription: String { String(body.prefix(60)) }
  }

  static let wrongValues: [Refused] = [
    Refused(#"{"weightKg":19.999}"#, 422, "/weightKg weight-out-of-range"),
    Refused(#"{"weightKg":300.001}"#, 422, "/weightKg weight-out-of-range"),
    Refused(#"{"weightKg":-65}"#, 422, "/weightKg weight-out-of-range"),
    Refused(#"{"weightKg":0}"#, 422, "/weightKg weight-out-of-range"),
    Refused(#"{"weightKg":"65"}"#, 422, "/weightKg wrong-type"),
    Refused(#"{"weightKg":"65,4"}"#, 422, "/weightKg wrong-type"),
    Refused(#"{"weightKg":true}"#, 422, "/weightKg wrong-type"),
    Refused(#"{"weightKg":[65]}"#, 422, "/weightKg wrong-type"),
    Refused(#"{"weightKg":1e400}"#, 422, "/weightKg out-of-range"),
    Refused(#"{"weightKg":100e200}"#, 422, "/weightKg out-of-range"),
    Refused(#"{"weightKg":1e999999999}"#, 422, "/weightKg out-of-range"),
    Refused(#"{"weightKg":9007199254740993}"#, 422, "/weightKg weight-out-of-range"),
    Refused(#"{"weightKg":65.1234}"#, 422, "/weightKg too-precise"),
    Refused(#"{"weightKg":19.9996}"#, 422, "/weightKg too-precise"),
    Refused(#"{"weightKg":1e-400}"#, 422, "/weightKg too-precise"),
    Refused(#"{"weightKg":null}"#, 422, "/weightKg required"),
    Refused("{}", 422, "/weightKg required"),
    Refused("[]", 422, " wrong-type"),
    Refused(#""65""#, 422, " wrong-type"),
    Refused(
      #"{"weightKg":65,"id":"00000000-0000-0000-0000-000000000000"}"#, 422, "/id invalid-format"),
    Refused(
      #"{"weightKg":65,"id":"6ba7b810-9dad-11d1-80b4-00c04fd430c8"}"#, 422, "/id invalid-format"),
    Refused(
      #"{"weightKg":65,"id":"019ad8f2-7b10-8e44-8c0f-54f1c0b7d9aa"}"#, 422, "/id invalid-format"),
    Refused(
      #"{"weightKg":65,"id":"019ad8f2-7b10-7e44-cc0f-54f1c0b7d9aa"}"#, 422, "/id invalid-format"),
    Refused(#"{"weight":{"value":999,"unit":"lb"}}"#, 422, "/weight/value weight-out-of-range"),
    Refused(#"{"weight":{"value":180}}"#, 422, "/weight/unit required"),
    Refused(#"{"weight":{"unit":"lb"}}"#, 422, "/weight/value required"),
    Refused(#"{"weight":{"value":180,"unit":"stone"}}"#, 422, "/weight/unit not-one-of"),
    Refused(#"{"weight":{"value":180,"unit":"lb","x":1}}"#, 422, "/weight/x unknown-field"),
    Refused(#"{"weight":180}"#, 422, "/weight wrong-type"),
    Refused(
      #"{"weightKg":65,"weight":{"value":65,"unit":"kg"}}"#, 422, "/weight conflicting-fields"),
    Refused(#"{"weightKg":65,"note":"a\u0000b"}"#, 422, "/note nul-character"),
    Refused(#"{"weightKg":65,"note":5}"#, 422, "/note wrong-type"),
    Refused(
      "{\"weightKg\":65,\"note\":\"\(String(repeating: "é", count: 2001))\"}", 422,
      "/note too-long"),
    Refused(#"{"weightKg":65,"mood":"good"}"#, 422, "/mood unknown-field"),
    Refused(#"{"weightKg":65,"accountId":"x"}"#, 422, "/accountId unknown-field"),
    Refused(#"{"weightKg":65,"a/b~c":1}"#, 422, "/a~1b~0c unknown-field"),
    Refused(#"{"weightKg":65,"bodyFatPercent":100.001}"#, 422, "/bodyFatPercent out-of-range"),
    Refused(#"{"weightKg":65,"id":"1"}"#, 422, "/id invalid-format"),
  ]

  static let wrongTimes: [Refused] = [
    ("2026-12-01T07:30:00", "missing-offset"), ("2026-12-01T24:00:00Z", "invalid-format"),
    ("2026-12-01T23:59:60Z", "invalid-format"), ("2026-12-01T25:20:00Z", "invalid-format"),
    ("2026-13-01T00:00:00Z", "invalid-format"), ("2026-12-32T00:00:00Z", "invalid-format"),
    ("2026-02-29T00:00:00Z", "invalid-format"), ("37-01-01T00:00:00Z", "invalid-format"),
    ("99999-09-11T02:00:00Z", "invalid-format"), ("1899-12-31T00:00:00Z", "out-of-range"),
    ("1900-01-01T00:00:00Z", "out-of-range"), ("1900-01-02T23:59:59.999999Z", "out-of-range"),
    ("2026-12-01T07:30:00.1234567Z", "too-precise"),
    ("2026-12-02T07:30:00.000001Z", "in-the-future"),
  ].map { Refused(#"{"weightKg":65,"recordedAt":"\#($0.0)"}"#, 422, "/recordedAt \($0.1)") }

  static let malformed: [Refused] = [
    Refused("", 400, " empty-json"),
    Refused(#"{"weightKg":NaN}"#, 400, "/weightKg not-a-number"),
    Refused(#"{"weightKg":Infinity}"#, 400, "/weightKg not-a-number"),
    Refused(#"{"weightKg":65,"weightKg":66}"#, 400, "/weightKg duplicate-key"),
    Refused(#"{"weightKg":65,"note":"\ud83d"}"#, 400, "/note lone-surrogate"),
    Refused(#"{"weightKg":65,"note":"\udc00\ud800"}"#, 400, "/note lone-surrogate"),
    Refused("{\"weightKg\":65,\"note\":\"a\u{0}b\"}", 400, "/note control-character"),
    Refused(#"{"weightKg":065}"#, 400, "/weightKg invalid-number"),
    Refused(#"{"weightKg":65"#, 400, " unexpected-end"),
    Refused(#"{"weightKg":65}{}"#, 400, " trailing-content"),
    Refused("\u{FEFF}{}", 400, " byte-order-mark"),
    Refused(
      String(repeating: "[", count: 200) + String(repeating: "]", count: 200), 400,
      String(repeating: "/0", count: 32) + " too-deep"),
    Refused(
      String(repeating: #"{"a":"#, count: 100_000), 400,
      String(repeating: "/a", count: 32) + " too-deep"),
  ]

  static let several: [Refused] = [
    Refused(
      #"{"weightKg":19.999,"recordedAt":"2026-12-01T07:30:00","note":"\u0000","mood":1}"#, 422,
      "/note nul-character", "/mood unknown-field", "/recordedAt missing-offset",
      "/weightKg weight-out-of-range"),
    Refused(#"{"weightKg":"65","id":"x"}"#, 422, "/id invalid-format", "/weightKg wrong-type"),
  ]

  @Test("Each is refused with all its faults, and nothing is stored")
  func refused() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      for refused in Self.wrongValues + Self.wrongTimes + Self.malformed + Self.several {
        let answer = try await api.send(
          "POST", "/v1/entries", token: token, body: Array(refused.body.utf8))
        #expect(answer.status == refused.status, "\(refused.testDescription)")
        #expect(answer.faults == refused.faults, "\(refused.testDescription)")
        let code = refused.status == 400 ? "malformed-json" : "invalid-fields"
        #expect(answer.string("code") == code)
        #expect(answer.header(.contentType) == "application/problem+json")
      }
      #expect(try await api.storedRows() == 0)
      #expect(api.failures.all.isEmpty)
    }
  }

  @Test("Invalid UTF-8 is refused at its byte")
  func invalidUTF8() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let body = Array(#"{"note":""#.utf8) + [0xC0, 0x80] + Array("\"}".utf8)
      let answer = try await api.send("POST", "/v1/entries", token: token, body: body)
      #expect(answer.status == 400 && answer.faults == ["/note invalid-utf8"])
      #expect(answer.string("errors", "0", "detail") == "A text is no UTF-8 at byte 9.")
    }
  }

  @Test("A refusal names the value, in the language that is asked for")
  func words() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let body = #"{"weightKg":19.999,"mood":1}"#
      let english = try await api.post("/v1/entries", token: token, body)
      #expect(
        english.string("detail")
          == "There is no field “mood”. 19.999 kg is not between 20 and 300 kg.")
      #expect(english.string("type") == "urn:kiroku:problem:invalid-fields")
      #expect(english.string("status") == "422" && english.string("requestId") == "request-1")
      #expect(english.header(.contentLanguage) == "en")
      let japanese = try await api.post(
        "/v1/entries", token: token, body, [("Accept-Language", "fr, ja-JP;q=0.9, en;q=0.1")])
      #expect(japanese.header(.contentLanguage) == "ja")
      #expect(
        japanese.string("detail")
          == "「mood」という項目はありません。19.999 kgは20 kgから300 kgの範囲にありません。")
      let missing = try await api.post(
        "/v1/entries", token: token, "{}", [("Accept-Language", "ja")])
      #expect(missing.string("detail") == "体重がありません。体重はいくつですか？")
    }
  }

  @Test("Without a wish, the account's language is spoken, in refusals too")
  func accountLanguage() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken(#"{"locale":"ja"}"#)
      let refused = try await api.post("/v1/entries", token: token, "{}")
      #expect(refused.header(.contentLanguage) == "ja")
      let made = try await api.post("/v1/entries", token: token, #"{"weightKg":65.2}"#)
      #expect(made.string("dialog") == "65.2 kgを記録しました。")
      #expect(made.string("entry", "subtitle") == "2026年12月1日 7:30")
    }
  }

  @Test("Header fields are held to their forms, together with the body's faults")
  func headers() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let answer = try await api.post(
        "/v1/entries", token: token, "{}",
        [
          ("Idempotency-Key", "\"\""), ("Kiroku-Acted-At", "2026-12-01T07:30:00"),
          ("Kiroku-Clock-Offset-Ms", "soon"), ("Kiroku-Seen", "1999"), ("Kiroku-Client-Id", "me"),
          ("Kiroku-Session-Id", "7"), ("Kiroku-Source", "telepathy"),
          ("Kiroku-Intent", String(repeating: "x", count: 201)), ("Kiroku-Time-Zone", "JST"),
        ])
      #expect(answer.status == 422)
      #expect(
        answer.faults == [
          "Idempotency-Key invalid-format", "Kiroku-Clock-Offset-Ms invalid-format",
          "Kiroku-Acted-At missing-offset", "Kiroku-Seen invalid-format",
          "Kiroku-Client-Id invalid-format", "Kiroku-Session-Id invalid-format",
          "Kiroku-Source not-one-of", "Kiroku-Intent invalid-format",
          "Kiroku-Time-Zone unknown-time-zone", "/weightKg required",
        ])
      let twice = try await api.post(
        "/v1/entries", token: token, #"{"weightKg":65}"#,
        [("Kiroku-Source", "siri"), ("Kiroku-Source", "app")])
      #expect(twice.faults == ["Kiroku-Source repeated-parameter"])
      #expect(try await api.storedRows() == 0)
    }
  }

  @Test("A lenient client's unknown fields are ignored, and listed")
  func lenient() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let answer = try await api.post(
        "/v1/entries", token: token,
        #"{"weight":{"value":65.2,"unit":"kg","scale":"x"},"mood":1,"気分":2}"#,
        [("Prefer", "respond-async, handling=lenient")])
      #expect(answer.status == 201)
      #expect(answer.header("Preference-Applied") == "handling=lenient")
      #expect(
        answer.header("Kiroku-Ignored-Fields") == "/weight/scale, /mood, /%E6%B0%97%E5%88%86")
    }
  }
}
