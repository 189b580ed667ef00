import HTTPCore
import JSON
import Testing

@Suite("Writing entries")
struct WriteTests {
  @Test("A weight comes back in the unit in which it was typed, beside exact kilograms")
  func units() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      for (weight, kilograms, title) in [
        (#"{"value":180,"unit":"lb"}"#, "81.647", "180 lb"),
        (#"{"value":90,"unit":"lb"}"#, "40.823", "90 lb"),
        (#"{"value":11.5,"unit":"st"}"#, "73.028", "11.5 st"),
        (#"{"value":54.431,"unit":"kg"}"#, "54.431", "54.431 kg"),
      ] {
        let made = try await api.post("/v1/entries", token: token, "{\"weight\":\(weight)}")
        #expect(made.status == 201)
        #expect(made["entry", "weight"] == (try JSONReader.read(Array(weight.utf8))))
        #expect(made.string("entry", "weightKg") == kilograms)
        #expect(made.string("entry", "title") == title)
      }
      let spelled = try await api.post("/v1/entries", token: token, #"{"weightKg":6.520e1}"#)
      #expect(spelled.string("entry", "weightKg") == "65.2")
      #expect(
        spelled["entry", "weight"]
          == (try JSONReader.read(Array(#"{"value":65.2,"unit":"kg"}"#.utf8))))
    }
  }

  @Test("What a client says of itself and of the time is kept")
  func act() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let made = try await api.post(
        "/v1/entries", token: token,
        #"{"id":"019AD8F2-7B10-7E44-8C0F-54F1C0B7D9AA","weightKg":65,"bodyFatPercent":20.5}"#,
        [
          ("Kiroku-Acted-At", "2026-12-01T16:00:00.5+09:00"), ("Kiroku-Source", "siri"),
          ("Kiroku-Clock-Offset-Ms", "-1500"), ("Kiroku-Time-Zone", "Asia/Tokyo"),
          ("Kiroku-Client-Id", "0190f1c2-aabb-4ccd-8eef-0123456789ab"),
          ("Kiroku-Session-Id", "0190f1c2-aabb-4ccd-8eef-0123456789ac"),
          ("Kiroku-Intent", "LogWeight"),
        ])
      #expect(made.status == 201)
      for (name, value) in [
        ("id", "019ad8f2-7b10-7e44-8c0f-54f1c0b7d9aa"), ("recordedAt", "2026-12-01T06:59:59Z"),
        ("version", "2026-12-01T06:59:59Z"), ("source", "siri"), ("timeZone", "Asia/Tokyo"),
        ("utcOffsetMinutes", "540"), ("bodyFatPercent", "20.5"), ("createdAt", TestAPI.now),
      ] {
        #expect(made.string("entry", name) == value, "\(name)")
      }
    }
  }

  @Test("A repeat has one effect and the same answer, marked as such")
  func repeated() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      for key in ["0190f1c2-aabb-4ccd-8eef-0123456789ab", "\"the morning's weight\"", "a"] {
        let headers = [("Idempotency-Key", key)]
        let first = try await api.post("/v1/entries", token: token, #"{"weightKg":65.2}"#, headers)
        #expect(first.status == 201 && first.header("Idempotency-Replayed") == nil)
        let rows = try await api.storedRows()
        for body in [#"{"weightKg":65.2}"#, #"{"weight":{"unit":"kg","value":65.20}}"#] {
          let again = try await api.post("/v1/entries", token: token, body, headers)
          #expect(again.status == 201 && again.text == first.text)
          #expect(again.header("Idempotency-Replayed") == "true")
          #expect(again.header(.etag) == first.header(.etag))
          #expect(again.header(.location) == first.header(.location))
        }
        for other in [#"{"weightKg":65.3}"#, #"{"weightKg":65.2,"note":"x"}"#] {
          let reused = try await api.post("/v1/entries", token: token, other, headers)
          #expect(reused.status == 422 && reused.string("code") == "idempotency-key-reused")
        }
        #expect(try await api.storedRows() == rows)
      }
      // Another account's key of the same name is another key.
      let stranger = try await api.appToken()
      let other = try await api.post(
        "/v1/entries", token: stranger, #"{"weightKg":70}"#, [("Idempotency-Key", "a")])
      #expect(other.status == 201 && other.header("Idempotency-Replayed") == nil)
    }
  }

  @Test("Two writes without a key are two acts")
  func twoActs() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      for _ in 0..<2 { _ = try await api.post("/v1/entries", token: token, #"{"weightKg":65}"#) }
      #expect(try await api.get("/v1/entries", token: token).weights == ["65", "65"])
    }
  }

  @Test("Of two acts on one entry the later wins, whichever arrives first")
  func newestWins() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let id = "019ad8f2-7b10-7e44-8c0f-54f1c0b7d9aa"
      func put(_ weight: String, at time: String) async throws -> Answer {
        try await api.post(
          "/v1/entries", token: token, "{\"id\":\"\(id)\",\"weightKg\":\(weight)}",
          [("Kiroku-Acted-At", "2026-12-01T0\(time):00Z")])
      }
      let first = try await put("65", at: "6:00")
      #expect(first.status == 201 && first.string("outcome") == "applied")
      let newer = try await put("66", at: "6:30")
      #expect(newer.status == 200 && newer.string("outcome") == "applied")
      #expect(newer.string("dialog") == "Logged 66 kg.")
      let late = try await put("64", at: "6:15")
      #expect(late.status == 200 && late.string("outcome") == "superseded")
      #expect(late.string("dialog") == "A newer change was kept: 66 kg.")
      #expect(late.string("entry", "weightKg") == "66")
      #expect(try await api.get("/v1/entries/\(id)", token: token).string("weightKg") == "66")
    }
  }

  @Test("recordedAt may be up to 24 hours ahead")
  func future() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let edge = try await api.post(
        "/v1/entries", token: token, #"{"weightKg":65,"recordedAt":"2026-12-02T07:30:00Z"}"#)
      #expect(edge.status == 201)
      #expect(edge.string("entry", "recordedAt") == "2026-12-02T07:30:00Z")
    }
  }

  @Test("A known key is answered before a check that depends on the time")
  func repeatedLater() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let headers = [("Idempotency-Key", "k")]
      let body = #"{"weightKg":65,"recordedAt":"2026-12-02T07:30:00Z"}"#
      let first = try await api.post("/v1/entries", token: token, body, headers)
      let again = try await api.post("/v1/entries", token: token, body, headers)
      #expect(first.status == 201 && again.status == 201)
    }
  }
}
