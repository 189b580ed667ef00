import HTTPCore
import JSON
import KirokuCore
import KirokuStore
import Testing

@testable import KirokuAPI

@Suite("Sync")
struct SyncTests {
  private typealias Op = SyncDevice

  private static let check = #"{"name":"Stretch","kind":"check"}"#
  static let water = #"{"name":"Water","kind":"count","target":{"value":8}}"#

  @Test("Each operation is good or bad by itself, and the results are in their order")
  func mixed() async throws {
    try await TestAPI.run { api in
      let device = SyncDevice(api, token: try await api.appToken())
      let (entry, habit) = (UUIDBytes.random().description, UUIDBytes.random().description)
      let opID = UUIDBytes.random().description
      let answer = try await device.sync([
        Op.operation("put", "entry", entry, opID: opID, #"{"weightKg":65.2}"#),
        Op.operation("put", "entry", entry, #"{"weightKg":6500,"nosuch":1}"#),
        Op.operation("put", "habit", habit, Self.check),
        Op.operation("increment", "entry", entry, #"{"by":1}"#),
        Op.operation("set", "day", habit + "/2026-12-01", #"{"done":true}"#),
        Op.operation("set", "day", habit, #"{"done":true}"#),
        #"{"record":{"type":"pet","id":"x"},"actedAt":"yesterday"}"#, "7",
      ])
      #expect(answer.status == 200)
      #expect(
        answer.outcomes == [
          "applied", "rejected", "applied", "rejected", "applied", "rejected", "rejected",
          "rejected",
        ])
      #expect(answer.string("results", "0", "opId") == opID)
      #expect(answer.string("results", "0", "record", "value", "weightKg") == "65.2")
      let faults = (0..<8).map { index in Self.faults(of: answer, index) }
      #expect(
        Set(faults[1]) == [
          "/ops/1/fields/nosuch unknown-field", "/ops/1/fields/weightKg weight-out-of-range",
        ])
      #expect(faults[3] == ["/ops/3/kind not-one-of"])
      #expect(faults[5] == ["/ops/5/record/id invalid-format"])
      #expect(faults[6].contains("/ops/6/opId required"))
      #expect(faults[6].contains("/ops/6/record/type not-one-of"))
      #expect(faults[6].contains("/ops/6/kind required"))
      #expect(faults[6].contains { $0.hasPrefix("/ops/6/actedAt ") })
      #expect(faults[7] == ["/ops/7 wrong-type"])
      #expect(answer["results", "6", "opId"] == .null)
      #expect(answer.string("results", "1", "problem", "code") == "invalid-fields")
      #expect(answer.string("results", "1", "problem", "requestId") == "request-1")
      // What was good is in the feed of the same answer.
      #expect(device.copy.count == 3)
      #expect(device.value("day", habit + "/2026-12-01")?["done"] == .bool(true))
      #expect(answer.string("shiftMs") == "0" && answer.string("fullSync") == "true")
    }
  }

  private static func faults(of answer: Answer, _ index: Int) -> [String] {
    guard case .array(let errors)? = answer["results", "\(index)", "problem", "errors"] else {
      return []
    }
    return errors.map { error in
      guard case .object(let error) = error, case .string(let pointer)? = error["pointer"],
        case .string(let code)? = error["code"]
      else { return "?" }
      return "\(pointer) \(code)"
    }
  }

  @Test("An envelope that can't be read is refused whole, and stores nothing")
  func envelope() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let device = SyncDevice(api, token: token)
      let put = Op.operation("put", "entry", UUIDBytes.random().description, #"{"weightKg":65}"#)
      let many = Array(repeating: put, count: 501).joined(separator: ",")
      for (body, faults) in [
        ("{\"ops\":[\(many)]}", ["/ops too-many"]),
        ("{\"ops\":[\(put)],\"cursor\":\"x\"}", ["/cursor invalid-format"]),
        (
          "{\"ops\":[\(put)],\"clientId\":\"x\",\"clockOffsetMs\":1.5,\"more\":1}",
          ["/clientId invalid-format", "/clockOffsetMs not-whole", "/more unknown-field"]
        ),
        ("{\"ops\":{}}", ["/ops wrong-type"]),
      ] {
        let answer = try await api.post("/v1/sync", token: token, body)
        #expect(answer.status == 422 && answer.faults == faults, "\(answer)")
      }
      let foreign = try await api.get("/v1/changes", token: try await api.appToken())
      let cursor = try #require(foreign.string("cursor"))
      let expired = try await api.post(
        "/v1/sync", token: token, "{\"ops\":[\(put)],\"cursor\":\"\(cursor)\"}")
      #expect(expired.status == 410 && expired.string("code") == "sync-cursor-expired")
      #expect(try await device.sync().status == 200)
      #expect(device.copy.isEmpty)
    }
  }

  @Test(
    "The same operation again, through either door, has no second effect; another under its id is refused"
  )
  func duplicates() async throws {
    try await TestAPI.run { api in
      let device = SyncDevice(api, token: try await api.appToken())
      let (id, habit) = (UUIDBytes.random().description, UUIDBytes.random().description)
      let (day, undone) = (habit + "/2026-11-30", UUIDBytes.random().description)
      let acted = "2026-12-01T07:00:00Z"
      try await device.sync([
        Op.operation(
          "put", "entry", UUIDBytes.random().description, opID: undone, at: acted,
          #"{"weightKg":65}"#)
      ])
      func headers(_ opID: String) -> [(String, String)] {
        [
          ("Idempotency-Key", opID), ("Kiroku-Acted-At", acted),
          ("Kiroku-Client-Id", device.clientID),
        ]
      }
      let doors:
        [(method: String, path: String, kind: String, type: String, id: String, body: String?)] = [
          ("PUT", "/v1/entries/\(id)", "put", "entry", id, #"{"weightKg":65.20,"note":"a"}"#),
          ("PATCH", "/v1/entries/\(id)", "patch", "entry", id, #"{"note":null}"#),
          ("DELETE", "/v1/entries/\(id)", "delete", "entry", id, nil),
          ("PUT", "/v1/habits/\(habit)", "put", "habit", habit, Self.water),
          (
            "PATCH", "/v1/habits/\(habit)", "patch", "habit", habit, #"{"icon":"drop","note":null}"#
          ),
          ("PUT", "/v1/habits/\(habit)/days/2026-11-30", "set", "day", day, #"{"count":1.50}"#),
          (
            "POST", "/v1/habits/\(habit)/days/2026-11-30/increment", "increment", "day", day,
            #"{"by":1.0}"#
          ),
          ("POST", "/v1/undo", "undo", "operation", undone, nil),
          ("POST", "/v1/redo", "redo", "operation", undone, nil),
          ("DELETE", "/v1/habits/\(habit)", "delete", "habit", habit, nil),
        ]
      for door in doors {
        for syncsFirst in [true, false] {
          let opID = UUIDBytes.random().description
          let op = Op.operation(door.kind, door.type, door.id, opID: opID, at: acted, door.body)
          func rest() async throws -> Answer {
            try await api.send(
              door.method, door.path, token: device.token, headers(opID),
              body: (door.type == "operation" ? "{\"opId\":\"\(door.id)\"}" : door.body)
                .map { Array($0.utf8) })
          }
          if syncsFirst {
            #expect(try await device.sync([op]).outcomes != ["rejected"])
            let again = try await rest()
            #expect(again.status < 300 && again.header(.replayed) == "true", "\(again)")
          } else {
            #expect(try await rest().status < 300)
          }
          let rev = try await api.get("/v1/account", token: device.token).string("rev")
          #expect(
            try await device.sync([op, op]).outcomes == ["duplicate", "duplicate"], "\(door)")
          #expect(try await api.get("/v1/account", token: device.token).string("rev") == rev)
          let other = Op.operation("put", "entry", id, opID: opID, at: acted, #"{"weightKg":99}"#)
          let refused = try await device.sync([other])
          #expect(refused.outcomes == ["rejected"])
          #expect(
            refused.string("results", "0", "problem", "code") == "idempotency-key-reused")
        }
      }
    }
  }

  @Test("+1, +1, set 10, +1, +1 is 12 in every order of arrival, together or one by one")
  func everyOrder() async throws {
    try await TestAPI.run { api in
      let device = SyncDevice(api, token: try await api.appToken())
      let acts = [#"{"by":1}"#, #"{"by":1}"#, #"{"count":10}"#, #"{"by":1}"#, #"{"by":1}"#]
      for (number, order) in permutations(of: Array(acts.indices)).enumerated() {
        let habit = UUIDBytes.random().description
        let day = habit + "/2026-12-01"
        let operations = order.map { index in
          Op.operation(
            index == 2 ? "set" : "increment", "day", day, at: "2026-12-01T07:00:0\(index)Z",
            acts[index])
        }
        let put = Op.operation("put", "habit", habit, at: "2026-12-01T06:00:00Z", Self.water)
        if number % 2 == 0 {
          // All at once, the habit itself before or after its days.
          let together = number % 4 == 0 ? [put] + operations : operations + [put]
          #expect(!(try await device.sync(together)).outcomes.contains("rejected"))
        } else {
          for operation in [put] + operations { try await device.sync([operation]) }
        }
        #expect(device.value("day", day)?["count"]?.text == "12", "\(order)")
      }
    }
  }

  @Test("Undoing a later +1 leaves 11, an earlier one 12")
  func undoOfIncrements() async throws {
    try await TestAPI.run { api in
      let device = SyncDevice(api, token: try await api.appToken())
      let habit = UUIDBytes.random().description
      let day = habit + "/2026-12-01"
      let ids = (0..<5).map { _ in UUIDBytes.random().description }
      var operations = [Op.operation("put", "habit", habit, at: "2026-12-01T06:00:00Z", Self.water)]
      for (index, id) in ids.enumerated() {
        operations.append(
          Op.operation(
            index == 2 ? "set" : "increment", "day", day, opID: id,
            at: "2026-12-01T07:00:0\(index)Z", index == 2 ? #"{"count":10}"# : #"{"by":1}"#))
      }
      try await device.sync(operations)
      #expect(device.value("day", day)?["count"]?.text == "12")
      let undo = try await device.sync([
        Op.operation("undo", "operation", ids[0]), Op.operation("undo", "operation", ids[0]),
      ])
      #expect(undo.outcomes == ["applied", "unchanged"])
      #expect(device.value("day", day)?["count"]?.text == "12")
      try await device.sync([Op.operation("undo", "operation", ids[4])])
      #expect(device.value("day", day)?["count"]?.text == "11")
      try await device.sync([Op.operation("redo", "operation", ids[4])])
      #expect(device.value("day", day)?["count"]?.text == "12")
    }
  }

  @Test("A stale act is superseded and answered with what holds; one on what was seen wins")
  func stale() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let (app, widget) = (SyncDevice(api, token: token), SyncDevice(api, token: token))
      let habit = UUIDBytes.random().description
      let day = habit + "/2026-12-01"
      try await app.sync([
        Op.operation("put", "habit", habit, at: "2026-12-01T05:00:00Z", Self.check)
      ])
      try await widget.sync([
        Op.operation("set", "day", day, at: "2026-12-01T07:00:00Z", #"{"done":true}"#)
      ])
      let stale = try await app.sync([
        Op.operation("set", "day", day, at: "2026-12-01T06:00:00Z", #"{"done":false}"#)
      ])
      #expect(stale.outcomes == ["superseded"])
      #expect(stale["results", "0", "record", "value", "done"] == .bool(true))
      #expect(app.value("day", day)?["done"] == .bool(true))
      // The clock of this device is an hour behind, but the person saw what the widget did.
      let version = try #require(stale.string("results", "0", "record", "version"))
      let seen = try await app.sync([
        Op.operation(
          "set", "day", day, at: "2026-12-01T06:30:00Z", seen: version, #"{"done":false}"#)
      ])
      #expect(seen.outcomes == ["applied"])
      #expect(app.value("day", day)?["done"] == .bool(false))
    }
  }

  @Test(
    "Times of a clock that runs ahead are moved down together; what is known of the clock is added")
  func clocks() async throws {
    try await TestAPI.run { api in
      let device = SyncDevice(api, token: try await api.appToken())
      let (first, second) = (UUIDBytes.random().description, UUIDBytes.random().description)
      let answer = try await device.sync([
        Op.operation("put", "entry", first, at: "2026-12-01T08:30:00Z", #"{"weightKg":65}"#),
        Op.operation("put", "entry", second, at: "2026-12-01T09:30:00Z", #"{"weightKg":66}"#),
      ])
      #expect(answer.string("shiftMs") == "7200000")
      #expect(answer.string("results", "0", "record", "version") == "2026-12-01T06:30:00Z")
      #expect(answer.string("results", "1", "record", "version") == TestAPI.now)
      let third = UUIDBytes.random().description
      let corrected = try await device.sync(
        [Op.operation("put", "entry", third, at: "2026-12-01T09:30:00Z", #"{"weightKg":66}"#)],
        clockOffset: -7_201_000)
      #expect(corrected.string("shiftMs") == "0")
      #expect(corrected.string("results", "0", "record", "version") == "2026-12-01T07:29:59Z")
    }
  }

  @Test(
    "What comes before what it is about is kept: a patch of an unknown entry, a day of an unknown habit, an undo"
  )
  func unknownRecords() async throws {
    try await TestAPI.run { api in
      let device = SyncDevice(api, token: try await api.appToken())
      let (entry, habit) = (UUIDBytes.random().description, UUIDBytes.random().description)
      let day = habit + "/2026-12-01"
      let putID = UUIDBytes.random().description
      let early = try await device.sync([
        Op.operation("patch", "entry", entry, at: "2026-12-01T07:00:01Z", #"{"note":"later"}"#),
        Op.operation("set", "day", day, at: "2026-12-01T07:00:02Z", #"{"done":true}"#),
        Op.operation("undo", "operation", putID, at: "2026-12-01T07:00:03Z"),
      ])
      #expect(!early.outcomes.contains("rejected"), "\(early)")
      #expect(device.copy.isEmpty)
      let late = try await device.sync([
        Op.operation("put", "entry", entry, at: "2026-12-01T07:00:00Z", #"{"weightKg":65}"#),
        Op.operation("put", "habit", habit, at: "2026-12-01T07:00:00Z", Self.check),
        Op.operation(
          "put", "entry", UUIDBytes.random().description, opID: putID, at: "2026-12-01T07:00:00Z",
          #"{"weightKg":77}"#),
      ])
      #expect(!late.outcomes.contains("rejected"), "\(late)")
      #expect(device.value("entry", entry)?["note"] == .string("later"))
      #expect(device.value("day", day)?["done"] == .bool(true))
      #expect(device.copy.count == 3)
    }
  }

  @Test("A deleted habit takes its days with it, and its return brings them back to every device")
  func deletedHabit() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let (phone, watch) = (SyncDevice(api, token: token), SyncDevice(api, token: token))
      let habit = UUIDBytes.random().description
      let days = (1...3).map { "\(habit)/2026-11-0\($0)" }
      try await phone.sync(
        [Op.operation("put", "habit", habit, Self.check)]
          + days.map { Op.operation("set", "day", $0, #"{"done":true}"#) })
      try await watch.sync()
      #expect(watch.copy == phone.copy && watch.copy.count == 4)
      let deletion = UUIDBytes.random().description
      try await phone.sync([Op.operation("delete", "habit", habit, opID: deletion)])
      try await watch.sync()
      #expect(watch.copy.isEmpty && phone.copy.isEmpty)
      // A day that is written meanwhile is kept, and shows when the habit is back.
      let added = habit + "/2026-11-09"
      let hidden = try await watch.sync([Op.operation("set", "day", added, #"{"done":true}"#)])
      #expect(hidden.outcomes == ["superseded"] && watch.copy.isEmpty)
      try await phone.sync([Op.operation("undo", "operation", deletion)])
      try await watch.sync()
      #expect(watch.copy.count == 5 && watch.copy == phone.copy)
      let fresh = SyncDevice(api, token: token)
      try await fresh.sync()
      #expect(fresh.copy == phone.copy)
    }
  }

  @Test("500 operations and more than a page of changes pass whole")
  func large() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let device = SyncDevice(api, token: token)
      for _ in 1...2 {
        let operations = (1...500).map { number in
          Op.operation(
            "put", "entry", UUIDBytes.random().description, "{\"weightKg\":\(50 + number % 50)}")
        }
        let answer = try await device.sync(operations)
        #expect(answer.outcomes.count { $0 == "applied" } == 500)
      }
      #expect(device.copy.count == 1000)
      let fresh = SyncDevice(api, token: token)
      let first = try await fresh.sync()
      #expect(first.string("hasMore") == "true")
      #expect(fresh.copy == device.copy)
    }
  }
}

extension JSONValue {
  /// The text of a string or of a number.
  var text: String? {
    switch self {
    case .string(let text): text
    case .number(let number): number.text
    default: nil
    }
  }
}

/// All orders of some elements.
private func permutations<Element>(of elements: [Element]) -> [[Element]] {
  guard elements.count > 1 else { return [elements] }
  return elements.indices.flatMap { index in
    var rest = elements
    let first = rest.remove(at: index)
    return permutations(of: rest).map { [first] + $0 }
  }
}
