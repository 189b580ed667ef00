import HTTPCore
import JSON
import KirokuCore
import KirokuStore
import Postgres
import Testing

@testable import KirokuAPI

@Suite("Donations")
struct DonationTests {
  /// The two ways in which a donation is told of.
  enum Door: String, CaseIterable, Sendable {
    case rest, sync
  }

  /// A device with an account.
  struct Device {
    let api: TestAPI
    let token: String
    var client = UUIDBytes.random().description

    init(_ api: TestAPI, token: String? = nil) async throws {
      self.api = api
      if let token { self.token = token } else { self.token = try await api.appToken() }
    }

    func headers(_ source: String?, intent: String?, _ key: String? = nil) -> [(String, String)] {
      var headers = [("Kiroku-Client-Id", client)]
      if let source { headers.append(("Kiroku-Source", source)) }
      if let intent { headers.append(("Kiroku-Intent", intent)) }
      if let key { headers.append(("Idempotency-Key", key)) }
      return headers
    }

    /// Logs a weight; the act's id.
    func log(
      _ source: String? = "app", intent: String? = "Log", at time: String? = nil
    ) async throws -> String {
      var headers = headers(source, intent: intent)
      if let time { headers.append(TestAPI.acted(time)) }
      let made = try await api.post("/v1/entries", token: token, #"{"weightKg":65}"#, headers)
      guard made.status == 201, let id = made.string("undo", "opId") else { throw Unexpected(made) }
      return id
    }

    /// What became of a donation, in a word or a problem's code, and whether it is told as a repeat.
    func donate(
      _ act: String, _ intent: String = "Log", _ identifier: String = "d",
      key: String = UUIDBytes.random().description, through door: Door = .rest
    ) async throws -> String {
      let fields = #""intent":"\#(intent)","donationIdentifier":"\#(identifier)""#
      switch door {
      case .rest:
        let answer = try await api.post(
          "/v1/donations", token: token, #"{"opId":"\#(act)",\#(fields)}"#,
          headers(nil, intent: nil, key))
        if let code = answer.string("code") { return "\(answer.status) \(code)" }
        let isMade = answer.status == 201
        #expect(answer.string("created") == "\(isMade)", "\(answer)")
        let again = answer.header(.replayed) == "true" ? " again" : ""
        return (isMade ? "created" : answer.string("discarded") == "true" ? "discarded" : "known")
          + again
      case .sync:
        let operation = SyncDevice.operation("donate", "operation", act, opID: key, "{\(fields)}")
        let answer = try await api.post(
          "/v1/sync", token: token, #"{"clientId":"\#(client)","ops":[\#(operation)]}"#)
        let result = { (names: String...) in
          names.count == 1
            ? answer.string("results", "0", names[0])
            : answer.string("results", "0", names[0], names[1])
        }
        if let code = result("problem", "code") {
          return "\(result("problem", "status") ?? "") \(code)"
        }
        let isMade = result("created") == "true"
        let word = isMade ? "created" : result("discarded") == "true" ? "discarded" : "known"
        guard result("outcome") == "duplicate" else {
          let outcomes = ["created": "applied", "known": "unchanged", "discarded": "superseded"]
          #expect(result("outcome") == outcomes[word], "\(answer)")
          #expect(result("record", "type") == (isMade ? "donation" : nil))
          return word
        }
        return word + " again"
      }
    }

    func undo(_ act: String, through door: Door = .rest) async throws -> Answer {
      switch door {
      case .rest:
        try await api.post(
          "/v1/undo", token: token, #"{"opId":"\#(act)"}"#, headers(nil, intent: nil))
      case .sync:
        try await api.post(
          "/v1/sync", token: token,
          #"{"clientId":"\#(client)","ops":[\#(SyncDevice.operation("undo", "operation", act))]}"#)
      }
    }

    /// The identifiers of the donations that are not deleted, newest first.
    func list(_ query: String = "") async throws -> [String] {
      try await api.get("/v1/donations" + query, token: token)
        .texts("donations", "donationIdentifier")
    }

    /// What the device's feed says of donations.
    func feed(after cursor: String? = nil) async throws -> (donations: [String], cursor: String) {
      let query = cursor.map { "?cursor=\($0)" } ?? ""
      let page = try await api.get(
        "/v1/changes" + query, token: token, [("Kiroku-Client-Id", client)])
      guard case .array(let changes)? = page["changes"], let next = page.string("cursor") else {
        throw Unexpected(page)
      }
      let donations = changes.indices.filter {
        page.string("changes", "\($0)", "type") == "donation"
      }.map { index in
        let place = "\(index)"
        return page.string("changes", place, "donationIdentifier").map { "-" + $0 }
          ?? page.string("changes", place, "value", "donationIdentifier") ?? "?"
      }
      return (donations, next)
    }
  }

  @Test("Have five answers, the same through both doors", arguments: Door.allCases)
  func answers(_ door: Door) async throws {
    try await TestAPI.run { api in
      let device = try await Device(api)
      let unknown = UUIDBytes.random().description
      #expect(try await device.donate(unknown, through: door) == "409 act-not-saved")
      let key = UUIDBytes.random().description
      let act = try await device.log()
      #expect(try await device.donate(act, key: key, through: door) == "created")
      #expect(try await device.donate(act, key: key, through: door) == "created again")
      #expect(try await device.donate(act, through: door) == "known")
      let second = try await device.log()
      let known = UUIDBytes.random().description
      #expect(try await device.donate(second, key: known, through: door) == "known")
      #expect(try await device.donate(second, "Other", through: door) == "created")
      for source in ["siri", "shortcuts", "widget", "import", nil] {
        let other = try await device.log(source)
        #expect(
          try await device.donate(other, through: door) == "422 donation-not-applicable",
          "\(source ?? "no source")")
      }
      #expect(try await device.undo(act, through: door).status == 200)
      let late = UUIDBytes.random().description
      #expect(try await device.donate(act, key: late, through: door) == "discarded")
      #expect(try await device.donate(act, key: late, through: door) == "discarded again")
      // As it was answered, though by now the day is free.
      #expect(try await device.donate(second, key: known, through: door) == "known again")
      #expect(try await device.donate(second, through: door) == "created")
      // A donation is no act, nor can it be undone.
      #expect(try await device.donate(key, through: door) == "422 donation-not-applicable")
      let undone = try await device.undo(key, through: door)
      let code = undone.string("code") ?? undone.string("results", "0", "problem", "code")
      #expect(code == "not-undoable")
    }
  }

  @Test(
    "Under a key that was used for something else are refused, and the same is known at both doors")
  func keys() async throws {
    try await TestAPI.run { api in
      let device = try await Device(api)
      let act = try await device.log()
      #expect(try await device.donate(act, key: act) == "422 idempotency-key-reused")
      let key = UUIDBytes.random().description
      #expect(try await device.donate(act, key: key) == "created")
      #expect(try await device.donate(act, key: key, through: .sync) == "created again")
      #expect(try await device.donate(act, "Other", key: key) == "422 idempotency-key-reused")
      #expect(
        try await device.donate(act, "Log", "e", key: key, through: .sync)
          == "422 idempotency-key-reused")
      #expect(try await device.list() == ["d"])
    }
  }

  @Test("Are once a device, local day, intent and habit")
  func slots() async throws {
    try await TestAPI.run { api in
      let phone = try await Device(api)
      let tablet = try await Device(api, token: phone.token)
      let habit = try await api.check(token: phone.token)
      let other = try await api.check("Write", token: phone.token)
      func done(_ path: String, _ day: String) async throws -> String {
        let answer = try await api.send(
          "PUT", "\(path)/days/\(day)", token: phone.token, phone.headers("app", intent: "Log"),
          body: Array(#"{"done":true}"#.utf8))
        return try #require(answer.string("undo", "opId"), "\(answer)")
      }
      let weight = try await phone.log()
      #expect(try await phone.donate(weight, "Log", "w") == "created")
      #expect(try await tablet.donate(weight, "Log", "t") == "created")
      let read = try await done(habit, "2026-12-01")
      #expect(try await phone.donate(read, "Log", "h") == "created")
      // The act's day is when the person acted, not the day that it is about.
      #expect(try await phone.donate(try await done(habit, "2026-11-30")) == "known")
      #expect(try await phone.donate(try await done(other, "2026-12-01"), "Log", "o") == "created")
      // In UTC, where the account is, it is the day before.
      let late = try await phone.log(at: "2026-11-30T23:59:59Z")
      #expect(try await phone.donate(late, "Log", "y") == "created")
      let same = try await phone.log(at: "2026-12-01T00:00:00Z")
      #expect(try await phone.donate(same) == "known")
      #expect(Set(try await phone.list()) == ["w", "t", "h", "o", "y"])
      #expect(try await phone.list("?intent=Nothing") == [])
    }
  }

  @Test("Are asked for by what was done in the app by an intent's name, and by nothing else")
  func advice() async throws {
    try await TestAPI.run { api in
      let device = try await Device(api)
      let app = device.headers("app", intent: "Log")
      func advice(
        _ method: String, _ path: String, _ body: String?, _ headers: [(String, String)]
      ) async throws -> String? {
        let answer = try await api.send(
          method, path, token: device.token, headers, body: body.map { Array($0.utf8) })
        #expect(answer.status < 300, "\(method) \(path): \(answer)")
        if answer["donate"] != nil { #expect(answer.string("donate", "intent") == "Log") }
        return answer.string("donate", "recommended")
      }
      let habit = try await api.check(token: device.token)
      let count = try await api.count(token: device.token)
      let entry = "/v1/entries/\(UUIDBytes.random())"
      let writes: [(String, String, String?)] = [
        ("POST", "/v1/entries", #"{"weightKg":65}"#), ("PUT", entry, #"{"weightKg":65}"#),
        ("PUT", entry, #"{"weightKg":66}"#), ("PATCH", entry, #"{"note":"x"}"#),
        ("POST", "/v1/habits", #"{"name":"Run","kind":"check"}"#),
        ("PATCH", habit, #"{"note":"x"}"#), ("PUT", "\(habit)/days/today", #"{"done":true}"#),
        ("POST", "\(habit)/days/today/toggle", #"{"shown":true}"#),
        ("POST", "\(count)/days/today/increment", #"{"by":1}"#), ("DELETE", entry, nil),
      ]
      for (method, path, body) in writes {
        #expect(try await advice(method, path, body, app) == "true", "\(method) \(path)")
      }
      for headers in [
        device.headers("siri", intent: "Log"), device.headers("app", intent: nil),
        device.headers(nil, intent: "Log"),
      ] {
        #expect(try await advice("POST", "/v1/entries", #"{"weightKg":65}"#, headers) == nil)
      }
      // A toggle that stores nothing is no act.
      #expect(
        try await advice("POST", "\(habit)/days/today/toggle", #"{"shown":true}"#, app) == nil)

      let act = try await device.log()
      #expect(try await device.donate(act) == "created")
      #expect(try await advice("POST", "/v1/entries", #"{"weightKg":65}"#, app) == "false")
      // Of a habit it is another donation.
      #expect(
        try await advice("PUT", "\(habit)/days/today", #"{"done":true}"#, app) == "true")
      let marked = try await api.send(
        "PUT", "\(habit)/days/today", token: device.token, app, body: Array(#"{"note":"a"}"#.utf8))
      #expect(
        try await device.donate(try #require(marked.string("undo", "opId"))) == "created")
      #expect(
        try await advice("PUT", "\(habit)/days/today", #"{"note":"b"}"#, app) == "false")
      #expect(try await advice("PATCH", habit, #"{"note":"y"}"#, app) == "false")
    }
  }

  @Test("Are asked for in a sync's results, and a repeat is told how it stands now")
  func adviceOfSync() async throws {
    try await TestAPI.run { api in
      let device = try await Device(api)
      let habit = try await api.check(token: device.token).dropFirst("/v1/habits/".count)
      let operation = { (kind: String, type: String, id: String, fields: String) in
        SyncDevice.operation(kind, type, id, fields).dropLast()
          + #","source":"app","intent":"Log"}"#
      }
      let entry = UUIDBytes.random().description
      let operations = [
        operation("put", "entry", entry, #"{"weightKg":65}"#),
        operation("set", "day", "\(habit)/today", #"{"done":true}"#),
        operation("patch", "habit", String(habit), #"{"note":"x"}"#),
      ]
      let body = #"{"clientId":"\#(device.client)","ops":[\#(operations.joined(separator: ","))]}"#
      let recommended = { (answer: Answer) in
        (0..<3).map { answer.string("results", "\($0)", "donate", "recommended") }
      }
      let first = try await api.post("/v1/sync", token: device.token, body)
      #expect(first.outcomes == ["applied", "applied", "applied"], "\(first)")
      #expect(recommended(first) == ["true", "true", "true"])
      let act = try #require(first.string("results", "1", "opId"))
      #expect(try await device.donate(act) == "created")
      let weight = try #require(first.string("results", "0", "opId"))
      _ = try await device.undo(weight)
      let again = try await api.post("/v1/sync", token: device.token, body)
      #expect(again.outcomes == ["duplicate", "duplicate", "duplicate"])
      #expect(recommended(again) == ["false", "false", "false"], "\(again)")
    }
  }

  @Test(
    "Are deleted with their act however that is undone, told each time, and not brought back by a redo"
  )
  func undoing() async throws {
    try await TestAPI.run { api in
      let phone = try await Device(api)
      let tablet = try await Device(api, token: phone.token)
      let act = try await phone.log(at: "2026-12-01T07:29:00Z")
      #expect(try await phone.donate(act, "Log", "p") == "created")
      #expect(try await tablet.donate(act, "Log", "t") == "created")
      let (made, cursor) = try await phone.feed()
      #expect(made == ["p"])
      let (_, tabletCursor) = try await tablet.feed()

      // A widget of the phone says nothing of who it is: the newest of the intent.
      for outcome in ["undone", "alreadyUndone"] {
        let undone = try await api.post("/v1/undo", token: phone.token, #"{"intent":"Log"}"#)
        #expect(undone.string("outcome") == outcome, "\(undone)")
        #expect(undone.texts("donations", "donationIdentifier") == ["p", "t"], "\(undone)")
        #expect(undone.texts("donations", "clientId") == [phone.client, tablet.client])
      }
      #expect(try await phone.list() == [])
      #expect(try await phone.feed(after: cursor).donations == ["-p"])
      #expect(try await tablet.feed(after: tabletCursor).donations == ["-t"])
      // Who begins afresh has none.
      #expect(try await phone.feed().donations == [])

      let redone = try await api.post("/v1/redo", token: phone.token, #"{"opId":"\#(act)"}"#)
      #expect(redone.string("outcome") == "redone" && redone["donations"] == nil, "\(redone)")
      #expect(try await phone.list() == [])
      #expect(try await phone.donate(act, "Log", "p2") == "created")
      let undone = try await phone.undo(act, through: .sync)
      #expect(undone.string("results", "0", "donations", "2", "donationIdentifier") == "p2")
      #expect(try await phone.list() == [])

      // The newest act of the client that asks.
      let last = try await phone.log()
      #expect(try await phone.donate(last, "Log", "p3") == "created")
      let newest = try await api.post(
        "/v1/undo", token: phone.token, "{}", phone.headers(nil, intent: nil))
      #expect(newest.texts("donations", "donationIdentifier") == ["p3"], "\(newest)")
    }
  }

  @Test("And their undo can come in one push, in whatever order")
  func onePush() async throws {
    try await TestAPI.run { api in
      let device = SyncDevice(api, token: try await api.appToken())
      func push(_ order: String...) async throws -> [String] {
        let act = UUIDBytes.random().description
        let operations = order.map { name in
          switch name {
          case "put":
            String(
              SyncDevice.operation(
                "put", "entry", UUIDBytes.random().description, opID: act,
                #"{"weightKg":65}"#
              ).dropLast()) + #","source":"app","intent":"Log"}"#
          case "donate":
            SyncDevice.operation(
              "donate", "operation", act, #"{"intent":"Log","donationIdentifier":"\#(act)"}"#)
          default: SyncDevice.operation(name, "operation", act)
          }
        }
        let answer = try await device.sync(operations)
        #expect(answer.status == 200, "\(answer)")
        return answer.outcomes
      }
      func count() async throws -> Int {
        try await api.get("/v1/donations", token: device.token).texts("donations", "id").count
      }
      #expect(try await push("put", "donate", "undo") == ["applied", "applied", "applied"])
      #expect(try await count() == 0)
      #expect(
        try await push("put", "undo", "donate") == ["applied", "applied", "superseded"])
      #expect(try await push("donate", "put") == ["rejected", "applied"])
      #expect(try await count() == 0)
      #expect(
        try await push("put", "donate", "undo", "redo", "donate", "donate")
          == ["applied", "applied", "applied", "applied", "applied", "unchanged"])
      #expect(try await count() == 1)
      #expect(try await push("put", "donate") == ["applied", "unchanged"])
      let stored = try await api.texts("select count(*)::text from donations")
      #expect(stored == ["3"])
    }
  }

  @Test(
    "Are listed a page at a time, newest first, and deleted by intent or all, which each device is told"
  )
  func deleting() async throws {
    try await TestAPI.run { api in
      let phone = try await Device(api)
      let tablet = try await Device(api, token: phone.token)
      for day in 1...5 {
        let act = try await phone.log(at: "2026-11-0\(day)T12:00:00Z")
        let intent = day % 2 == 0 ? "Even, so" : "Odd"
        let answer = try await api.post(
          "/v1/donations", token: phone.token,
          #"{"opId":"\#(act)","intent":"\"\#(intent)\"","donationIdentifier":"\#(day)","donatedAt":"2026-11-0\#(day)T12:00:01Z"}"#,
          (day == 5 ? tablet : phone).headers(nil, intent: nil))
        #expect(answer.status == 201, "\(answer)")
        #expect(answer.string("donation", "donatedAt") == "2026-11-0\(day)T12:00:01Z")
        #expect(answer.string("donation", "localDay") == "2026-11-0\(day)")
      }
      var (found, next): ([String], String?) = ([], "/v1/donations?limit=2")
      while let target = next {
        let page = try await api.get(target, token: phone.token)
        found += page.texts("donations", "donationIdentifier")
        let link = page.header(.link)
        #expect((link != nil) == (page.string("nextCursor") != nil))
        next = link.map { String($0.dropFirst().prefix { $0 != ">" }) }
      }
      #expect(found == ["5", "4", "3", "2", "1"])
      #expect(try await phone.list("?intent=Even,%20so") == ["4", "2"])
      let first = try await api.get("/v1/donations?intent=Odd&limit=2", token: phone.token)
      let link = String(try #require(first.header(.link)).dropFirst().prefix { $0 != ">" })
      #expect(
        try await api.get(link, token: phone.token).texts("donations", "donationIdentifier")
          == ["1"])

      let (_, cursor) = try await phone.feed()
      let (_, tabletCursor) = try await tablet.feed()
      let empty = try await api.send("DELETE", "/v1/donations?intent=", token: phone.token)
      #expect(empty.status == 422 && empty.faults == ["intent invalid-format"], "\(empty)")
      for identifiers in [["3", "1", "5"], []] {
        let deleted = try await api.send(
          "DELETE", "/v1/donations?intent=Odd", token: phone.token,
          phone.headers(nil, intent: nil))
        #expect(deleted.texts("donations", "donationIdentifier") == identifiers, "\(deleted)")
        #expect(deleted.string("hasMore") == "false")
      }
      #expect(try await phone.feed(after: cursor).donations == ["-3", "-1"])
      #expect(try await tablet.feed(after: tabletCursor).donations == ["-5"])
      let rest = try await api.send("DELETE", "/v1/donations", token: phone.token)
      #expect(rest.texts("donations", "donationIdentifier") == ["4", "2"])
      #expect(rest.string("dialog") == "Forgot 2 suggestions.")
      #expect(try await phone.list() == [])
    }
  }

  @Test("Are refused with all faults at once, and a time of the future is moved to now")
  func faults() async throws {
    try await TestAPI.run { api in
      let device = try await Device(api)
      let act = try await device.log()
      for (body, faults) in [
        (
          "{}",
          ["/opId required", "/intent required", "/donationIdentifier required"]
        ),
        (
          #"{"opId":"x","intent":"","donationIdentifier":"","donatedAt":"today","mood":1}"#,
          [
            "/donatedAt invalid-format", "/opId invalid-format", "/intent invalid-format",
            "/donationIdentifier required", "/mood unknown-field",
          ]
        ),
        (
          #"{"opId":"\#(act)","intent":"Log","donationIdentifier":"\#(String(repeating: "d", count: 201))"}"#,
          ["/donationIdentifier too-long"]
        ),
        (
          #"{"opId":"\#(act)","intent":"Log","donationIdentifier":"\u0000"}"#,
          ["/donationIdentifier nul-character"]
        ),
      ] {
        let answer = try await api.post("/v1/donations", token: device.token, body)
        #expect(answer.status == 422 && answer.faults == faults, "\(answer)")
      }
      let bad = SyncDevice.operation(
        "donate", "operation", act, #"{"opId":"\#(act)","intent":"Log"}"#)
      let answer = try await api.post("/v1/sync", token: device.token, "{\"ops\":[\(bad)]}")
      #expect(answer.outcomes == ["rejected"] && answer.text.contains("/ops/0/fields/opId"))
      #expect(answer.text.contains("/ops/0/fields/donationIdentifier"), "\(answer)")

      let later = try await api.post(
        "/v1/donations", token: device.token,
        #"{"opId":"\#(act)","intent":"Log","donationIdentifier":"d","donatedAt":"2026-12-01T07:30:02Z"}"#,
        device.headers(nil, intent: nil))
      #expect(later.string("donation", "donatedAt") == TestAPI.now)
      #expect(later.string("shiftMs") == "2000", "\(later)")
      #expect(later.string("dialog") == "This can be suggested from now on.")
    }
  }

  @Test("That are deleted are told until the horizon; who comes later begins afresh")
  func horizon() async throws {
    try await TestAPI.run { api in
      let device = try await Device(api)
      #expect(try await device.donate(try await device.log()) == "created")
      let (_, cursor) = try await device.feed()
      _ = try await api.send("DELETE", "/v1/donations", token: device.token)
      try api.time.set("2027-03-01T00:00:00Z")
      _ = try await api.store.operations.purge(horizonDays: 90)
      #expect(try await device.feed(after: cursor).donations == ["-d"])
      try api.time.set("2027-03-02T00:00:00Z")
      #expect(try await api.store.operations.purge(horizonDays: 90).records == 1)
      let late = try await api.get("/v1/changes?cursor=\(cursor)", token: device.token)
      #expect(late.status == 410, "\(late)")
      #expect(try await device.feed().donations == [])
    }
  }

  @Test("Of another account's act are of none, and another account sees none")
  func foreign() async throws {
    try await TestAPI.run { api in
      let (mine, theirs) = (try await Device(api), try await Device(api))
      let act = try await theirs.log()
      #expect(try await theirs.donate(act) == "created")
      #expect(try await mine.donate(act) == "409 act-not-saved")
      #expect(try await mine.list() == [])
      _ = try await api.send("DELETE", "/v1/donations", token: mine.token)
      #expect(try await theirs.list() == ["d"])
    }
  }
}
