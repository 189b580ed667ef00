import HTTPCore
import JSON
import Testing

@Suite("Undo and redo")
struct UndoTests {
  static let path = ChangeTests.path
  private static let w1 = ("Idempotency-Key", "019ad8f2-6a40-7c19-93e0-000000000001")
  private static let w2 = ("Idempotency-Key", "019ad8f2-6a40-7c19-93e0-000000000002")

  private static func at(_ time: String) -> (String, String) {
    ("Kiroku-Acted-At", "2026-12-01T\(time):00Z")
  }

  @Test("Undo by intent takes the newest back; the same again finds it undone; redo brings it back")
  func siri() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let intent = [("Kiroku-Source", "siri"), ("Kiroku-Intent", "LogWeightIntent")]
      _ = try await api.post(
        "/v1/entries", token: token, #"{"weightKg":64}"#, intent + [Self.at("06:00")])
      let made = try await api.post(
        "/v1/entries", token: token, #"{"weightKg":65.2}"#, intent + [Self.w2, Self.at("07:00")])
      _ = try await api.post("/v1/entries", token: token, #"{"weightKg":66}"#, [Self.at("07:05")])
      let undone = try await api.post("/v1/undo", token: token, #"{"intent":"LogWeightIntent"}"#)
      #expect(undone.status == 200 && undone.string("outcome") == "undone")
      #expect(undone.string("dialog") == "Undid logging 65.2 kg.")
      #expect(undone["entry"] == .null)
      #expect(undone.string("operation", "opId") == Self.w2.1)
      #expect(undone.string("operation", "label") == "Logged 65.2 kg")
      #expect(undone.string("redo", "label") == "Log 65.2 kg again")
      #expect(undone.string("redo", "expiresAt") == "2026-12-02T07:00:00Z")
      #expect(try await api.get("/v1/entries", token: token).weights == ["66", "64"])

      let tag = try await api.get("/v1/entries", token: token).header(.etag)
      let again = try await api.post(
        "/v1/undo", token: token, #"{"intent":"LogWeightIntent"}"#, [("Accept-Language", "ja")])
      #expect(again.status == 200 && again.string("outcome") == "alreadyUndone")
      #expect(again.string("dialog") == "すでに取り消されています。")
      #expect(try await api.get("/v1/entries", token: token).header(.etag) == tag)

      let redone = try await api.post("/v1/redo", token: token, "{\"opId\":\"\(Self.w2.1)\"}")
      #expect(redone.status == 200 && redone.string("outcome") == "redone")
      #expect(redone.string("dialog") == "Logged 65.2 kg again.")
      for name in ["id", "weightKg", "recordedAt", "source", "createdAt", "localDay", "timeZone"] {
        #expect(redone["entry", name] == made["entry", name], "\(name)")
      }
      #expect(try await api.get("/v1/entries", token: token).weights == ["66", "65.2", "64"])
    }
  }

  @Test("Without anything said the newest act of the client is meant, not another's")
  func ofClient() async throws {
    try await TestAPI.run { api in
      let tokens = try await api.account(scopes: #"["app","intent"]"#)
      let phone = ("Kiroku-Client-Id", "0190f1c2-aabb-4ccd-8eef-0123456789ab")
      let nothing = try await api.send("POST", "/v1/undo", token: tokens["app"])
      #expect(nothing.status == 404 && nothing.string("code") == "nothing-to-undo")
      _ = try await api.put(Self.path, token: tokens["app"], #"{"weightKg":65}"#, [phone])
      _ = try await api.patch(Self.path, token: tokens["intent"], #"{"note":"x"}"#)
      let undone = try await api.send("POST", "/v1/undo", token: tokens["app"], [phone])
      #expect(undone.string("operation", "kind") == "put")
      #expect(try await api.get(Self.path, token: tokens["app"]).status == 404)
      let redone = try await api.post(
        "/v1/redo", token: tokens["app"],
        "{\"opId\":\"\(undone.string("operation", "opId") ?? "")\"}")
      // The patch of the other client held all the time.
      #expect(redone.string("entry", "note") == "x")
      let other = try await api.post("/v1/undo", token: tokens["intent"], "{}")
      #expect(other.string("operation", "kind") == "patch")
      #expect(other.string("dialog") == "Undid the change. It's 65 kg now.")
      #expect(other["entry", "note"] == .null)
      let batch = try await api.post(
        "/v1/undo", token: tokens["app"], "{\"batchId\":\"\(Self.w1.1)\"}")
      #expect(batch.status == 404 && batch.string("code") == "nothing-to-undo")
    }
  }

  @Test("W1, W2 and the undo of W2 leave W1, in all six orders of arrival")
  func orders() async throws {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    for order in orders {
      try await TestAPI.run { api in
        let token = try await api.appToken()
        for number in order {
          switch number {
          case 0:
            _ = try await api.put(
              Self.path, token: token, #"{"weightKg":60}"#, [Self.w1, Self.at("06:01")])
          case 1:
            _ = try await api.put(
              Self.path, token: token, #"{"weightKg":70}"#, [Self.w2, Self.at("06:02")])
          default:
            let undo = try await api.post(
              "/v1/undo", token: token, "{\"opId\":\"\(Self.w2.1)\"}", [Self.at("06:03")])
            let isFirst = order.firstIndex(of: 2) ?? 0 < order.firstIndex(of: 1) ?? 0
            #expect(undo.status == (isFirst ? 202 : 200))
            #expect(undo.string("outcome") == (isFirst ? "pending" : "undone"))
          }
        }
        let entry = try await api.get(Self.path, token: token)
        #expect(entry.string("weightKg") == "60", "\(order)")
        // Of the last act that changed the answer: not of the undo where W2 never showed.
        let versions = ["2026-12-01T06:01:00Z", "2026-12-01T06:03:00Z"]
        #expect(versions.contains(entry.string("version") ?? ""), "\(order)")
      }
    }
  }

  @Test("An act of 07:00 that arrives after an undo at 07:05 of an act of 06:55 holds")
  func lateAct() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      _ = try await api.put(
        Self.path, token: token, #"{"weightKg":60}"#, [Self.w1, Self.at("06:55")])
      _ = try await api.post(
        "/v1/undo", token: token, "{\"opId\":\"\(Self.w1.1)\"}", [Self.at("07:05")])
      #expect(try await api.get(Self.path, token: token).status == 404)
      let late = try await api.put(
        Self.path, token: token, #"{"weightKg":70}"#, [Self.w2, Self.at("07:00")])
      #expect(late.status == 200 && late.string("outcome") == "applied")
      #expect(try await api.get(Self.path, token: token).string("weightKg") == "70")
    }
  }

  @Test("A delete is undone for 30 days, and brings the entry back with what came later")
  func undoOfDelete() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      _ = try await api.put(
        Self.path, token: token, #"{"weightKg":60}"#, [("Kiroku-Acted-At", "2026-10-01T07:00:00Z")])
      for (number, (time, status)) in [
        ("2026-11-01T07:29:59Z", 410), ("2026-11-01T07:30:00Z", 200),
      ].enumerated() {
        let deleted = try await api.send(
          "DELETE", Self.path, token: token, [("Kiroku-Acted-At", time)])
        #expect(deleted.string("outcome") == "applied")
        let opID = deleted.string("undo", "opId") ?? ""
        let undone = try await api.post("/v1/undo", token: token, "{\"opId\":\"\(opID)\"}")
        #expect(undone.status == status)
        if number == 0 {
          #expect(undone.string("code") == "undo-expired")
          _ = try await api.put(
            Self.path, token: token, #"{"weightKg":61}"#,
            [("Kiroku-Acted-At", "2026-11-01T07:29:59.5Z")])
        } else {
          #expect(undone.string("dialog") == "Brought 61 kg back.")
          #expect(undone.string("entry", "weightKg") == "61")
        }
      }
    }
  }

  @Test("A put is undone for 24 hours after the act, however late either arrives")
  func window() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      _ = try await api.put(
        Self.path, token: token, #"{"weightKg":60}"#,
        [Self.w1, ("Kiroku-Acted-At", "2026-11-20T07:00:00Z")])
      let body = "{\"opId\":\"\(Self.w1.1)\"}"
      let late = try await api.post(
        "/v1/undo", token: token, body, [("Kiroku-Acted-At", "2026-11-21T07:00:00.000001Z")])
      #expect(late.status == 410 && late.string("code") == "undo-expired")
      let inTime = try await api.post(
        "/v1/undo", token: token, body, [("Kiroku-Acted-At", "2026-11-21T07:00:00Z")])
      #expect(inTime.status == 200 && inTime.string("outcome") == "undone")
    }
  }

  @Test(
    "An undo of an undo, and of a known undo's id, is refused; a stranger's id waits like any other"
  )
  func notUndoable() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let stranger = try await api.appToken()
      _ = try await api.put(Self.path, token: stranger, #"{"weightKg":60}"#, [Self.w1])
      let undo = ("Idempotency-Key", "019ad8f2-6a40-7c19-93e0-000000000009")
      let foreign = try await api.post(
        "/v1/undo", token: token, "{\"opId\":\"\(Self.w1.1)\"}", [undo])
      #expect(foreign.status == 202 && foreign.string("outcome") == "pending")
      #expect(foreign.string("dialog") == "It will be undone as soon as it arrives.")
      #expect(foreign["operation"] == .null && foreign["entry"] == .null)
      let again = try await api.post(
        "/v1/undo", token: token, "{\"opId\":\"\(Self.w1.1)\"}", [undo])
      #expect(again.status == 202 && again.text == foreign.text)
      #expect(again.header("Idempotency-Replayed") == "true")
      let ofUndo = try await api.post("/v1/undo", token: token, "{\"opId\":\"\(undo.1)\"}")
      #expect(ofUndo.status == 422 && ofUndo.string("code") == "not-undoable")
      let itself = ("Idempotency-Key", "019ad8f2-6a40-7c19-93e0-00000000000a")
      let ofItself = try await api.post(
        "/v1/undo", token: token, "{\"opId\":\"\(itself.1)\"}", [itself])
      #expect(ofItself.status == 422 && ofItself.string("code") == "not-undoable")
      #expect(try await api.get(Self.path, token: stranger).string("weightKg") == "60")
      for (body, fault) in [
        (#"{"opId":"x"}"#, "/opId invalid-format"),
        (#"{"opId":null}"#, "/opId required"),
        (#"{"batchId":null,"intent":"A"}"#, "/batchId required"),
        ("{\"opId\":\"\(Self.w1.1)\",\"intent\":\"A\"}", "/intent conflicting-fields"),
        (#"{"what":1}"#, "/what unknown-field"),
      ] {
        let answer = try await api.post("/v1/undo", token: token, body)
        #expect(answer.status == 422 && answer.faults == [fault], "\(body)")
      }
      let redo = try await api.post("/v1/redo", token: token, "{}")
      #expect(redo.status == 422 && redo.faults == ["/opId required"])
    }
  }

  @Test("A put whose undo waits for it is taken, and not shown; the redo shows it")
  func pending() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let body = "{\"opId\":\"\(Self.w1.1)\"}"
      _ = try await api.post("/v1/undo", token: token, body)
      let put = try await api.post(
        "/v1/entries", token: token, #"{"weightKg":60}"#, [Self.w1, ("Kiroku-Intent", "Log")])
      #expect(put.status == 200 && put.string("outcome") == "superseded" && put["entry"] == .null)
      #expect(try await api.get("/v1/entries", token: token).weights == [])
      // Nothing waits any more: the next put takes the short way again.
      let next = try await api.post("/v1/entries", token: token, #"{"weightKg":61}"#)
      #expect(next.status == 201)
      let redone = try await api.post("/v1/redo", token: token, body)
      #expect(redone.status == 200 && redone.string("entry", "weightKg") == "60")
    }
  }

  @Test("The newest act of a client is found behind however many of others")
  func newestBehindOthers() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let watch = ("Kiroku-Client-Id", "00000000-0000-4000-8000-00000000000a")
      let phone = ("Kiroku-Client-Id", "00000000-0000-4000-8000-00000000000b")
      let mine = try await api.post("/v1/entries", token: token, #"{"weightKg":60}"#, [watch])
      for _ in 0..<70 {
        _ = try await api.post("/v1/entries", token: token, #"{"weightKg":70}"#, [phone])
      }
      let undo = try await api.post("/v1/undo", token: token, "{}", [watch])
      #expect(undo.status == 200 && undo.string("outcome") == "undone")
      let path = try #require(mine.header("Location"))
      #expect(try await api.get(path, token: token).status == 404)
      let again = try await api.post("/v1/undo", token: token, "{}", [watch])
      #expect(again.string("outcome") == "alreadyUndone")
    }
  }
}
