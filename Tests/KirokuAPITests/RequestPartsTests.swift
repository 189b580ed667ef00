import HTTPCore
import KirokuCore
import Testing

@testable import KirokuAPI

@Suite("The parts of a request")
struct RequestPartsTests {
  @Test("What is wrong with a request is told before that its record is missing")
  func order() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let missing = "/v1/entries/019ad8f2-7b10-7e44-8c0f-54f1c0b7d9aa"
      let time = [("Kiroku-Acted-At", "noon")]
      for (method, path, headers, body, status) in [
        ("PUT", "/v1/entries/abc", [("Content-Type", "text/plain")], "{}", 415),
        ("PUT", "/v1/entries/abc", [], "{", 400),
        ("PUT", "/v1/entries/abc", [], "{}", 422),
        ("PUT", "/v1/entries/abc?x=1", [], #"{"weightKg":65}"#, 422),
        ("PUT", "/v1/entries/abc", time, #"{"weightKg":65}"#, 422),
        ("PUT", "/v1/entries/abc", [], #"{"weightKg":65}"#, 404),
        ("PATCH", "/v1/entries/abc", [("Content-Type", "text/plain")], "{}", 415),
        ("PATCH", "/v1/entries/abc", [], #"{"note":1}"#, 422),
        ("PATCH", "/v1/entries/abc?x=1", [], #"{"note":"a"}"#, 422),
        ("PATCH", "/v1/entries/abc", [], #"{"note":"a"}"#, 404),
        ("PATCH", missing, [("If-Match", "\"1-a\"")], #"{"note":"a"}"#, 404),
        ("DELETE", "/v1/entries/abc", time, nil, 422),
        ("DELETE", "/v1/entries/abc?x=1", [], nil, 422),
        ("DELETE", "/v1/entries/abc", [], nil, 404),
        ("GET", "/v1/entries/abc?x=1", [], nil, 422),
        ("GET", "/v1/entries/abc", [], nil, 404),
        ("DELETE", "/v1/tokens/abc?x=1", [], nil, 422),
      ] as [(String, String, [(String, String)], String?, Int)] {
        let answer = try await api.send(
          method, path, token: token, headers, body: body.map { Array($0.utf8) })
        #expect(answer.status == status, "\(method) \(path) \(body ?? ""): \(answer)")
      }
      let both = try await api.send("DELETE", "/v1/entries/abc?x=1", token: token, time)
      #expect(both.faults == ["x unknown-parameter", "Kiroku-Acted-At invalid-format"])
      #expect(try await api.storedRows() == 0)
    }
  }

  @Test("A record's id is random or time-ordered, in either case")
  func ids() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      for (id, status) in [
        ("019AD8F2-7B10-7E44-8C0F-54F1C0B7D9AA", 201),
        ("9f1d4c8a-27c3-4e51-b6a0-5d2f0e7c1b34", 201),
        ("00000000-0000-0000-0000-000000000000", 422),
        ("ffffffff-ffff-ffff-ffff-ffffffffffff", 422),
        ("6ba7b810-9dad-11d1-80b4-00c04fd430c8", 422),
        ("9f1d4c8a-27c3-4e51-36a0-5d2f0e7c1b34", 422),
      ] {
        let put = try await api.send(
          "PUT", "/v1/entries/\(id)", token: token, body: Array(#"{"weightKg":65}"#.utf8))
        #expect(put.status == status, "\(id)")
        if status == 422 { #expect(put.faults == ["id invalid-format"]) }
        let get = try await api.get("/v1/entries/\(id)", token: token)
        #expect(get.status == (status == 201 ? 200 : 404))
      }
      let empty = try await api.post(
        "/v1/entries", token: token, #"{"weightKg":65}"#,
        [("Idempotency-Key", "00000000-0000-0000-0000-000000000000")])
      #expect(empty.faults == ["Idempotency-Key invalid-format"])
    }
  }

  @Test("Conditions may have several lines, and name revisions as they are written here")
  func conditions() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let made = try await api.post("/v1/entries", token: token, #"{"weightKg":65}"#)
      let path = try #require(made.header(.location))
      let tag = try #require(made.header(.etag))
      #expect(tag.hasPrefix("\"1-"))
      for (lines, status) in [
        (["\"+1-x\""], 412), (["\"01-x\""], 412), (["\"-1-x\""], 412), (["\"1\""], 412),
        (["\" 1-x\""], 422), (["*, \(tag)"], 422), (["*", tag], 422),
        (["\"7-x\"", "\"8-x\""], 412),
        (["\"7-x\"", "\"1-other\""], 200), (["\"2-x\", \"7-x\"", "\"8-x\""], 200),
      ] {
        let answer = try await api.send(
          "PATCH", path, token: token, lines.map { ("If-Match", $0) },
          body: Array("{\"note\":\"\(lines.count)\(lines[0].utf8.count)\"}".utf8))
        #expect(answer.status == status, "\(lines): \(answer)")
      }
      let current = try #require(try await api.get(path, token: token).header(.etag))
      let lines = [("If-None-Match", "\"7-x\""), ("If-None-Match", current)]
      #expect(try await api.get(path, token: token, lines).status == 304)
    }
  }

  @Test("A body of two types is of none; fields that are lists may have several lines")
  func repeatedFields() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken(#"{"locale":"ja"}"#)
      let json = ("Content-Type", "application/json")
      let two = try await api.post("/v1/entries", token: token, #"{"weightKg":65}"#, [json, json])
      #expect(two.status == 415)
      let coded = try await api.post(
        "/v1/entries", token: token, #"{"weightKg":65}"#,
        [("Content-Encoding", "identity"), ("Content-Encoding", "gzip")])
      #expect(coded.status == 415)
      let accept = [("Accept", "text/html"), ("Accept", "application/json")]
      #expect(try await api.get("/v1/entries", token: token, accept).status == 200)
      let languages = [("Accept-Language", "fr"), ("Accept-Language", "en")]
      let list = try await api.get("/v1/entries", token: token, languages)
      #expect(list.header(.contentLanguage) == "en")
    }
  }

  @Test(
    "A language that is refused is not spoken, be it the account's",
    arguments: [
      ("ja;q=0", "en"), ("en;q=0", "ja"), ("fr, ja;q=0", "en"), ("*;q=0", "ja"), ("fr", "ja"),
      ("ja;q=0, en;q=0", "ja"), ("ja;q=0, *", "en"), ("", "ja"),
    ])
  func refusedLanguage(value: String, language: String) async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken(#"{"locale":"ja"}"#)
      let answer = try await api.get("/v1/entries", token: token, [("Accept-Language", value)])
      #expect(answer.header(.contentLanguage) == language)
    }
  }

  @Test(
    "A clock that is wrong by more than ten years is told so",
    arguments: [
      ("315576000001", ["Kiroku-Clock-Offset-Ms out-of-range"]),
      ("-315576000001", ["Kiroku-Clock-Offset-Ms out-of-range"]),
      ("99999999999999999999", ["Kiroku-Clock-Offset-Ms out-of-range"]),
      ("-99999999999999999999", ["Kiroku-Clock-Offset-Ms out-of-range"]),
      ("1.5", ["Kiroku-Clock-Offset-Ms invalid-format"]),
      ("+5", ["Kiroku-Clock-Offset-Ms invalid-format"]),
      ("-", ["Kiroku-Clock-Offset-Ms invalid-format"]), ("315576000000", []), ("-1000", []),
    ])
  func clockOffset(value: String, faults: [String]) async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let answer = try await api.post(
        "/v1/entries", token: token, #"{"weightKg":65}"#,
        [("Kiroku-Acted-At", "2026-12-01T07:00:00Z"), ("Kiroku-Clock-Offset-Ms", value)])
      #expect(answer.faults == faults && answer.status == (faults.isEmpty ? 201 : 422))
      let alone = try await api.post(
        "/v1/entries", token: token, #"{"weightKg":65}"#, [("Kiroku-Clock-Offset-Ms", value)])
      #expect(alone.faults == faults)
      if value == "315576000001" {
        #expect(
          answer.string("detail")
            == "Kiroku-Clock-Offset-Ms has to be between -315576000000 and 315576000000, not 315576000001."
        )
      }
    }
  }

  @Test("Nothing is recorded on a day that could not be asked for")
  func edgeOfTime() async throws {
    try await TestAPI.run { api in
      // New York's mean time was 4:56:02 behind, and the day starts at noon: the day is 16:56:02 behind.
      let token = try await api.appToken(#"{"timeZone":"America/New_York","dayStart":720}"#)
      let early = try await api.post(
        "/v1/entries", token: token, #"{"weightKg":65,"recordedAt":"1900-01-03T00:00:00Z"}"#)
      #expect(early.status == 201 && early.string("entry", "localDay") == "1900-01-02")
      let found = try await api.get("/v1/entries?from=1900-01-02&to=1900-01-03", token: token)
      #expect(found.ids.count == 1)
      let entry = try #require(early.header(.location))
      let patch = try await api.send(
        "PATCH", entry, token: token, body: Array(#"{"recordedAt":"1900-01-01T12:00:00Z"}"#.utf8))
      #expect(patch.faults == ["/recordedAt out-of-range"])
      // The acted time is the entry's, where none is given.
      for (acted, offset) in [("1900-01-01T00:00:00Z", "0"), ("1900-01-03T00:00:00Z", "-1")] {
        let answer = try await api.post(
          "/v1/entries", token: token, #"{"weightKg":65}"#,
          [("Kiroku-Acted-At", acted), ("Kiroku-Clock-Offset-Ms", offset)])
        #expect(answer.faults == ["Kiroku-Acted-At out-of-range"])
      }
      let trend = try await api.get("/v1/entries/trend?from=1900-01-01&to=1900-01-04", token: token)
      #expect(trend.string("points", "0", "day") == "1900-01-02")
    }
  }

  @Test("Beside ids the limit means nothing")
  func limitBesideIDs() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let made = try await api.post("/v1/entries", token: token, #"{"weightKg":65}"#)
      let id = try #require(made.string("entry", "id"))
      for limit in ["1", "0", "-1", "many", ""] {
        let list = try await api.get("/v1/entries?ids=\(id)&limit=\(limit)", token: token)
        #expect(list.status == 200 && list.ids == [id], "\(limit)")
        let page = try await api.get("/v1/entries?limit=\(limit)", token: token)
        #expect(page.status == (limit == "1" ? 200 : 422), "\(limit)")
      }
    }
  }
}
