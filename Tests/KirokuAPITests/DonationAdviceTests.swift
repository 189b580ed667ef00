import JSON
import KirokuCore
import Testing

@testable import KirokuAPI

@Suite("Donations, as they are advised")
struct DonationAdviceTests {
  @Test("Are asked for by what was done in the app by an intent's name, and by nothing else")
  func advice() async throws {
    try await TestAPI.run { api in
      let device = try await DonationDevice(api)
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
      let device = try await DonationDevice(api)
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
}
