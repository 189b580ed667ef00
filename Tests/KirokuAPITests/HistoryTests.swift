import HTTPCore
import JSON
import Testing

@Suite("The history")
struct HistoryTests {
  @Test("Every act is listed, newest first, with who did it, what it did, and what became of it")
  func list() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let client = "0190f1c2-aabb-4ccd-8eef-0123456789ab"
      let made = try await api.put(
        ChangeTests.path, token: token, #"{"weightKg":65.2}"#,
        [
          ("Kiroku-Acted-At", "2026-12-01T06:00:00Z"), ("Kiroku-Source", "siri"),
          ("Kiroku-Intent", "LogWeightIntent"), ("Kiroku-Client-Id", client),
        ])
      let opID = made.string("undo", "opId") ?? ""
      _ = try await api.patch(
        ChangeTests.path, token: token, #"{"weightKg":66}"#,
        [("Kiroku-Acted-At", "2026-12-01T06:10:00Z")])
      _ = try await api.put(
        ChangeTests.path, token: token, #"{"weightKg":64}"#,
        [("Kiroku-Acted-At", "2026-12-01T05:00:00Z")])
      _ = try await api.send(
        "DELETE", ChangeTests.path, token: token, [("Kiroku-Acted-At", "2026-12-01T06:20:00Z")])
      _ = try await api.post(
        "/v1/undo", token: token, "{\"opId\":\"\(opID)\"}",
        [("Kiroku-Acted-At", "2026-12-01T06:30:00Z")])
      _ = try await api.post(
        "/v1/undo", token: token, "{\"opId\":\"019ad8f2-0000-7000-8000-000000000000\"}",
        [("Kiroku-Acted-At", "2026-12-01T06:40:00Z")])
      let list = try await api.get("/v1/operations", token: token)
      #expect(list.status == 200 && list["nextCursor"] == .null)
      let expected = [
        ("undo", "pending", "Undo that waits", "false"),
        ("undo", "undone", "Undid logging 65.2 kg", "false"),
        ("delete", "applied", "Deleted an entry", "false"),
        ("patch", "applied", "Changed to 66 kg", "false"),
        ("put", "applied", "Logged 65.2 kg", "true"),
        ("put", "superseded", "Logged 64 kg", "false"),
      ]
      for (index, (kind, outcome, label, cancelled)) in expected.enumerated() {
        #expect(list.string("operations", "\(index)", "kind") == kind, "\(index)")
        #expect(list.string("operations", "\(index)", "outcome") == outcome, "\(index)")
        #expect(list.string("operations", "\(index)", "label") == label, "\(index)")
        #expect(list.string("operations", "\(index)", "cancelled") == cancelled, "\(index)")
      }
      #expect(list["operations", "6"] == nil)
      #expect(list["operations", "0", "record"] == .null)
      #expect(list.string("operations", "1", "target") == opID)
      #expect(list.string("operations", "1", "record", "type") == "entry")
      for (name, value) in [
        ("opId", opID), ("source", "siri"), ("intent", "LogWeightIntent"), ("clientId", client),
        ("actedAt", "2026-12-01T06:00:00Z"), ("receivedAt", TestAPI.now),
        ("undoUntil", "2026-12-02T06:00:00Z"),
      ] {
        #expect(list.string("operations", "4", name) == value, "\(name)")
      }
      let japanese = try await api.get(
        "/v1/operations?limit=1", token: token, [("Accept-Language", "ja")])
      #expect(japanese.string("operations", "0", "label") == "保留中の取り消し")
    }
  }

  @Test("Pages follow one another without a gap or a double, equal times too")
  func pages() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      for number in 0..<7 {
        _ = try await api.post(
          "/v1/entries", token: token, "{\"weightKg\":\(60 + number)}",
          [("Kiroku-Acted-At", "2026-12-01T0\(number / 3):00:00Z")])
      }
      var (ids, target): ([String], String?) = ([], "/v1/operations?limit=2")
      while let next = target {
        let page = try await api.get(next, token: token)
        for index in 0..<2 {
          if let id = page.string("operations", "\(index)", "opId") { ids.append(id) }
        }
        target = page.string("nextCursor").map { "/v1/operations?limit=2&cursor=\($0)" }
        #expect((page.header(.link) == nil) == (target == nil))
      }
      #expect(ids.count == 7 && Set(ids).count == 7)
      let wrong = try await api.get("/v1/operations?cursor=x&kind=put", token: token)
      #expect(wrong.faults == ["cursor invalid-format", "kind unknown-parameter"])
      let widget = try await api.account(scopes: #"["intent"]"#)
      #expect(try await api.get("/v1/operations", token: widget["intent"]).status == 403)
    }
  }

  @Test(
    "An undo that waited means nothing when its target turns out older than the window, by a microsecond",
    arguments: [("2026-11-30T07:00:00Z", false), ("2026-11-30T06:59:59.999999Z", true)])
  func waitedTooLong(actedAt: String, lives: Bool) async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let key = "019ad8f2-6a40-7c19-93e0-8f3f0f5a7b21"
      let undo = try await api.post(
        "/v1/undo", token: token, "{\"opId\":\"\(key)\"}",
        [("Kiroku-Acted-At", "2026-12-01T07:00:00Z")])
      #expect(undo.status == 202)
      let put = try await api.post(
        "/v1/entries", token: token, #"{"weightKg":65}"#,
        [("Idempotency-Key", key), ("Kiroku-Acted-At", actedAt)])
      #expect(put.status == (lives ? 201 : 200))
      #expect(put.string("outcome") == (lives ? "applied" : "superseded"))
      #expect(try await api.get("/v1/entries", token: token).weights == (lives ? ["65"] : []))
      let history = try await api.get("/v1/operations", token: token)
      // Of the two the undo was done later; its outcome is what it did when it came.
      #expect(history.string("operations", "0", "outcome") == "pending")
      #expect(history.string("operations", "1", "cancelled") == (lives ? "false" : "true"))
    }
  }
}
