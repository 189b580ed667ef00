import HTTPCore
import JSON
import Testing

/// Changes of entries that are there: PUT, PATCH, DELETE.
@Suite("Changing entries")
struct ChangeTests {
  static let path = "/v1/entries/019ad8f2-7b10-7e44-8c0f-54f1c0b7d9aa"

  @Test(
    "PUT makes an entry at its address, writes all its fields anew, and brings a deleted one back")
  func put() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let made = try await api.put(Self.path, token: token, #"{"weightKg":65.2,"note":"a"}"#)
      #expect(made.status == 201 && made.header(.location) == Self.path)
      let again = try await api.put(Self.path, token: token, #"{"weightKg":66}"#)
      #expect(again.status == 200 && again.string("outcome") == "applied")
      #expect(again["entry", "note"] == .null)
      _ = try await api.send("DELETE", Self.path, token: token)
      #expect(try await api.get(Self.path, token: token).status == 404)
      let back = try await api.put(Self.path, token: token, #"{"weightKg":67}"#)
      #expect(back.status == 200 && back.string("entry", "weightKg") == "67")
      let other = try await api.put(
        Self.path, token: token, #"{"id":"019ad8f2-7b10-7e44-8c0f-54f1c0b7d9ab","weightKg":67}"#)
      #expect(other.status == 422 && other.faults == ["/id conflicting-fields"])
      let noID = try await api.put("/v1/entries/first", token: token, #"{"weightKg":67}"#)
      #expect(noID.status == 404 && noID.string("code") == "not-found")
    }
  }

  @Test("PATCH writes the named fields, null empties, and an edit of the time moves the local day")
  func patch() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      _ = try await api.put(
        Self.path, token: token, #"{"weight":{"value":180,"unit":"lb"},"note":"a"}"#,
        [("Kiroku-Time-Zone", "Asia/Tokyo"), ("Kiroku-Source", "siri")])
      let noted = try await api.patch(Self.path, token: token, #"{"bodyFatPercent":20.5}"#)
      #expect(noted.status == 200 && noted.string("outcome") == "applied")
      #expect(noted.string("dialog") == "Changed the entry of 180 lb.")
      #expect(noted.string("undo", "label") == "Undo the change to 180 lb")
      #expect(noted.string("entry", "note") == "a")
      #expect(noted.string("entry", "bodyFatPercent") == "20.5")
      let moved = try await api.patch(
        Self.path, token: token,
        #"{"weightKg":80,"note":null,"recordedAt":"2026-11-30T15:30:00Z"}"#,
        [("Content-Type", "application/merge-patch+json"), ("Kiroku-Time-Zone", "Europe/Paris")])
      #expect(moved.string("dialog") == "Changed to 80 kg.")
      #expect(moved["entry", "note"] == .null && moved.string("entry", "bodyFatPercent") == "20.5")
      for (name, value) in [
        ("localDay", "2026-12-01"), ("timeZone", "Asia/Tokyo"), ("source", "siri"),
        ("title", "80 kg"),
      ] {
        #expect(moved.string("entry", name) == value, "\(name)")
      }
      let same = try await api.patch(Self.path, token: token, #"{"weightKg":80}"#)
      #expect(same.string("outcome") == "unchanged")
      let read = try await api.get(Self.path, token: token)
      #expect(read["weightKg"] == same["entry", "weightKg"] && read["rev"] == same["entry", "rev"])
    }
  }

  @Test(
    "A patch is checked as a put is, but for what it leaves out",
    arguments: [
      (#"{"weightKg":null}"#, "/weightKg required"),
      (#"{"recordedAt":null,"mood":1}"#, "/recordedAt required, /mood unknown-field"),
      (#"{"weightKg":65,"weight":{"value":65,"unit":"kg"}}"#, "/weight conflicting-fields"),
      (#"{"weightKg":19.9995}"#, "/weightKg too-precise"),
      (#"{"weightKg":19}"#, "/weightKg weight-out-of-range"),
      (#"{"bodyFatPercent":100.001}"#, "/bodyFatPercent out-of-range"),
      (#"{"recordedAt":"2026-12-02T07:30:01Z"}"#, "/recordedAt in-the-future"),
    ])
  func invalidPatch(body: String, faults: String) async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      _ = try await api.put(Self.path, token: token, #"{"weightKg":65.2}"#)
      let rows = try await api.storedRows()
      let answer = try await api.patch(Self.path, token: token, body)
      #expect(answer.status == 422 && answer.faults.joined(separator: ", ") == faults)
      #expect(try await api.storedRows() == rows)
    }
  }

  @Test(
    "What never was is 404 for PATCH and DELETE; what is deleted keeps the patch for its return")
  func gone() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let stranger = try await api.appToken()
      _ = try await api.put(Self.path, token: stranger, #"{"weightKg":70}"#)
      let patch = try await api.patch(Self.path, token: token, #"{"note":"x"}"#)
      let delete = try await api.send("DELETE", Self.path, token: token)
      #expect(patch.status == 404 && delete.status == 404)
      _ = try await api.put(Self.path, token: token, #"{"weightKg":65.2}"#)
      let first = try await api.send("DELETE", Self.path, token: token)
      #expect(first.status == 200 && first["entry"] == .null)
      #expect(first.string("dialog") == "Deleted 65.2 kg.")
      #expect(first.string("undo", "label") == "Bring 65.2 kg back")
      #expect(first.string("undo", "expiresAt") == "2026-12-31T07:30:00.000001Z")
      let again = try await api.send("DELETE", Self.path, token: token)
      #expect(again.status == 200 && again.string("outcome") == "unchanged")
      let kept = try await api.patch(Self.path, token: token, #"{"note":"x"}"#)
      #expect(kept.status == 200 && kept.string("outcome") == "superseded")
      #expect(kept["entry"] == .null)
      #expect(try await api.get(Self.path, token: stranger).string("weightKg") == "70")
    }
  }

  @Test("A retried DELETE and a retried If-Match answer as they did, before 404 and 412")
  func retried() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let made = try await api.put(Self.path, token: token, #"{"weightKg":65.2}"#)
      let tag = try #require(made.header(.etag))
      let match = [("If-Match", tag), ("Idempotency-Key", "patch-1")]
      let first = try await api.patch(Self.path, token: token, #"{"note":"x"}"#, match)
      #expect(first.status == 200)
      let again = try await api.patch(Self.path, token: token, #"{"note":"x"}"#, match)
      #expect(again.status == 200 && again.text == first.text)
      #expect(again.header("Idempotency-Replayed") == "true")
      let other = try await api.patch(Self.path, token: token, #"{"note":"y"}"#, match)
      #expect(other.status == 422 && other.string("code") == "idempotency-key-reused")

      let delete = [("Idempotency-Key", "delete-1")]
      let gone = try await api.send("DELETE", Self.path, token: token, delete)
      let goneAgain = try await api.send("DELETE", Self.path, token: token, delete)
      #expect(gone.status == 200 && goneAgain.text == gone.text)
      #expect(goneAgain.header("Idempotency-Replayed") == "true")
    }
  }

  @Test("If-Match compares the rev, whatever the language; 412 shows the entry as it is")
  func conditions() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let absent = [("If-None-Match", "*")]
      let made = try await api.put(Self.path, token: token, #"{"weightKg":65.2}"#, absent)
      #expect(made.status == 201)
      let taken = try await api.put(Self.path, token: token, #"{"weightKg":66}"#, absent)
      #expect(taken.status == 412 && taken.string("code") == "precondition-failed")
      #expect(taken.string("current", "weightKg") == "65.2")
      let japanese = try await api.get(Self.path, token: token, [("Accept-Language", "ja")])
      let tag = try #require(japanese.header(.etag))
      #expect(tag != made.header(.etag))
      for stale in ["\"0-a\"", "\"other\"", "W/\(tag)"] {
        let answer = try await api.send("DELETE", Self.path, token: token, [("If-Match", stale)])
        #expect(answer.status == 412 && answer.header(.etag) == made.header(.etag))
      }
      let malformed = try await api.send("DELETE", Self.path, token: token, [("If-Match", "1-a")])
      #expect(malformed.status == 422 && malformed.faults == ["If-Match invalid-format"])
      let changed = try await api.patch(
        Self.path, token: token, #"{"note":"x"}"#, [("If-Match", "\"0-a\", \(tag)")])
      #expect(changed.status == 200 && changed.string("outcome") == "applied")
      let late = try await api.put(
        Self.path, token: token, #"{"weightKg":66}"#, [("If-Match", tag)])
      #expect(late.status == 412 && late.string("current", "note") == "x")
      let any = try await api.put(Self.path, token: token, #"{"weightKg":66}"#, [("If-Match", "*")])
      #expect(any.status == 200)
    }
  }

  @Test("A note patched later and a weight put earlier both hold, whichever arrives first")
  func bothHold() async throws {
    for patchFirst in [false, true] {
      try await TestAPI.run { api in
        let token = try await api.appToken()
        _ = try await api.put(
          Self.path, token: token, #"{"weightKg":60}"#,
          [("Kiroku-Acted-At", "2026-12-01T06:00:00Z")])
        func put() async throws {
          let answer = try await api.put(
            Self.path, token: token, #"{"weightKg":70}"#,
            [("Kiroku-Acted-At", "2026-12-01T06:10:00Z")])
          #expect(answer.string("outcome") == "applied")
        }
        func patch() async throws {
          let answer = try await api.patch(
            Self.path, token: token, #"{"note":"later"}"#,
            [("Kiroku-Acted-At", "2026-12-01T06:20:00Z")])
          #expect(answer.string("outcome") == "applied")
        }
        if patchFirst { try await patch() }
        try await put()
        if !patchFirst { try await patch() }
        let read = try await api.get(Self.path, token: token)
        #expect(read.string("weightKg") == "70" && read.string("note") == "later")
        #expect(read.string("version") == "2026-12-01T06:20:00Z")
      }
    }
  }

  @Test("An acted time of the future is moved to now, and the answer says by how much")
  func shift() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let ahead = try await api.put(
        Self.path, token: token, #"{"weightKg":60}"#, [("Kiroku-Acted-At", "2026-12-04T07:30:00Z")])
      #expect(ahead.string("shiftMs") == "259200000")
      #expect(ahead.string("entry", "version") == TestAPI.now)
      // A phone three days ahead that knows it, and an upload three hours late: nothing is moved.
      for headers in [
        [("Kiroku-Acted-At", "2026-12-04T07:30:00Z"), ("Kiroku-Clock-Offset-Ms", "-259200000")],
        [("Kiroku-Acted-At", "2026-12-01T04:30:00Z")],
      ] {
        let answer = try await api.put(
          "\(Self.path.dropLast())b", token: token, #"{"weightKg":60}"#, headers)
        #expect(answer["shiftMs"] == nil)
      }
    }
  }
}

extension TestAPI {
  func put(
    _ target: String, token: String? = nil, _ body: String, _ headers: [(String, String)] = []
  ) async throws -> Answer {
    try await send("PUT", target, token: token, headers, body: Array(body.utf8))
  }

  func patch(
    _ target: String, token: String? = nil, _ body: String, _ headers: [(String, String)] = []
  ) async throws -> Answer {
    try await send("PATCH", target, token: token, headers, body: Array(body.utf8))
  }
}
