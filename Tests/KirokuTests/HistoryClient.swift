import Foundation
import Synchronization
import TestSupport

@testable import kiroku

/// One device of the history check: it acts, sends what it did until it is answered, and keeps a copy of the account by
/// the feed alone. Used by one thread at a time.
final class HistoryClient: @unchecked Sendable {
  /// An operation that was sent, and what it may be undone by.
  struct Sent {
    let id: String
    var isRefused = false
    var adds: Int?
  }

  let number: Int
  private let clientID = UUID().uuidString.lowercased()
  private let history: HistoryCheck
  private var random: SeededGenerator
  private var cursor: String?
  /// The values by type and id, as the feed told them.
  private(set) var copy: [String: NSDictionary] = [:]
  private(set) var sent: [Sent] = []
  private(set) var retries = 0
  private(set) var cuts = 0
  /// What the check looks at while the device acts.
  private let progress = Mutex((requests: 0, faults: [String]()))

  init(_ number: Int, of history: HistoryCheck, seed: UInt64) {
    self.number = number
    self.history = history
    random = SeededGenerator(state: seed &+ UInt64(number) &* 7919)
  }

  var requests: Int { progress.withLock { $0.requests } }
  /// Answers that no good client may ever get.
  var faults: [String] { progress.withLock { $0.faults } }

  func act() {
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: putThroughREST()
    case 2: undoThroughREST()
    case 3: pull()
    default: sync((1...Int.random(in: 1...12, using: &random)).map { _ in operation() })
    }
  }

  private func report(_ fault: String) { progress.withLock { $0.faults.append(fault) } }

  // MARK: Acts

  private func operation() -> [String: Any] {
    let id = UUID().uuidString.lowercased()
    var operation: [String: Any] = ["opId": id]
    if Bool.random(using: &random) {
      // Clocks are wrong, and uploads late.
      let time = Date().addingTimeInterval(Double.random(in: -90...30, using: &random))
      operation["actedAt"] = time.formatted(
        Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
    var adds: Int?
    let entry = history.entries.randomElement(using: &random) ?? ""
    let habit = history.habits.randomElement(using: &random) ?? ""
    let day = "\(habit)/2026-01-0\(Int.random(in: 1...5, using: &random))"
    switch Int.random(in: 0..<14, using: &random) {
    case 0...2: fill(&operation, "put", "entry", entry, ["weightKg": weight()])
    case 3: fill(&operation, "patch", "entry", entry, ["note": "by \(number)"])
    case 4: fill(&operation, "delete", "entry", entry, nil)
    case 5: fill(&operation, "put", "habit", habit, HistoryCheck.habit("by \(number)"))
    case 6: fill(&operation, "patch", "habit", habit, ["note": "by \(number)"])
    case 7: fill(&operation, "delete", "habit", habit, nil)
    case 8: fill(&operation, "set", "day", day, ["count": Int.random(in: 0...9, using: &random)])
    case 9, 10: fill(&operation, "increment", "day", day, ["by": 1])
    case 11, 12:
      // Nobody sets or undoes this one: it is the sum of what was added.
      adds = 1
      fill(&operation, "increment", "day", history.countedDay, ["by": 1])
    default:
      guard let target = undoable else {
        fill(&operation, "put", "entry", entry, ["weightKg": weight()])
        break
      }
      let kind = Bool.random(using: &random) ? "undo" : "redo"
      fill(&operation, kind, "operation", target, nil)
    }
    sent.append(Sent(id: id, adds: adds))
    return operation
  }

  private func fill(
    _ operation: inout [String: Any], _ kind: String, _ type: String, _ id: String,
    _ fields: [String: Any]?
  ) {
    operation["kind"] = kind
    operation["record"] = ["type": type, "id": id]
    operation["fields"] = fields
  }

  private func weight() -> Double { Double(Int.random(in: 400...1200, using: &random)) / 10 }

  /// One of the device's own acts, but none that is counted.
  private var undoable: String? { sent.filter { $0.adds == nil }.randomElement(using: &random)?.id }

  private func putThroughREST() {
    let key = UUID().uuidString.lowercased()
    let entry = history.entries.randomElement(using: &random) ?? ""
    sent.append(Sent(id: key))
    finish(key, send("PUT", "/v1/entries/\(entry)", ["weightKg": weight()], key: key))
  }

  private func undoThroughREST() {
    guard let target = undoable else { return }
    let key = UUID().uuidString.lowercased()
    sent.append(Sent(id: key))
    finish(key, send("POST", "/v1/undo", ["opId": target], key: key))
  }

  private func finish(_ key: String, _ answer: HTTPExchange?) {
    guard let answer else { return }
    guard answer.status >= 300 else { return }
    guard [404, 410, 422].contains(answer.status), answer.body.contains("undo") else {
      return report("\(answer.status) \(answer.body)")
    }
    refuse(key)
  }

  private func refuse(_ id: String) {
    guard let index = sent.lastIndex(where: { $0.id == id }) else { return }
    sent[index].isRefused = true
  }

  private func sync(_ operations: [[String: Any]]) {
    var body: [String: Any] = ["clientId": clientID, "ops": operations]
    body["cursor"] = cursor
    guard let answer = send("POST", "/v1/sync", body, key: nil) else { return }
    guard answer.status == 200, let results = answer.member("results") as? [[String: Any]],
      results.count == operations.count
    else { return report("\(answer.status) \(answer.body.prefix(500))") }
    for (operation, result) in zip(operations, results) {
      guard let id = operation["opId"] as? String, result["opId"] as? String == id else {
        report("a result is of another operation: \(result)")
        continue
      }
      if result["outcome"] as? String == "rejected" {
        let code = (result["problem"] as? [String: Any])?["code"] as? String
        // An undo of an undo that was refused, or of nothing that can be undone.
        if code != "not-undoable" { report("rejected: \(result)") }
        refuse(id)
      }
    }
    take(answer)
  }

  // MARK: The copy

  /// Takes in all that has changed.
  func pull() {
    while true {
      let query = cursor.map { "?limit=50&cursor=\($0)" } ?? "?limit=50"
      guard let answer = send("GET", "/v1/changes" + query, nil, key: nil) else { return }
      guard answer.status == 200 else {
        return report("\(answer.status) \(answer.body.prefix(500))")
      }
      take(answer)
      guard answer.member("hasMore") as? Bool == true else { return }
    }
  }

  private func take(_ page: HTTPExchange) {
    for change in page.member("changes") as? [[String: Any]] ?? [] {
      let (type, id) = (change["type"] as? String ?? "", change["id"] as? String ?? "")
      if change["deleted"] as? Bool == true {
        copy["\(type) \(id)"] = nil
        for name in copy.keys where name.hasPrefix("day \(id)/") { copy[name] = nil }
      } else if let value = change["value"] as? NSDictionary {
        copy["\(type) \(id)"] = value
      }
    }
    cursor = page.member("cursor") as? String
  }

  // MARK: Sending

  /// Sends a request, now and then without waiting for its answer, until one comes: as a good client does.
  private func send(_ method: String, _ target: String, _ body: [String: Any]?, key: String?)
    -> HTTPExchange?
  {
    var head = "Authorization: Bearer \(history.secret)\r\nKiroku-Client-Id: \(clientID)\r\n"
    if let key { head += "Idempotency-Key: \(key)\r\n" }
    var text = ""
    if let body, let data = try? JSONSerialization.data(withJSONObject: body) {
      head += "Content-Type: application/json\r\n"
      text = String(decoding: data, as: UTF8.self)
    }
    let giveUp = Date().addingTimeInterval(90)
    while Date() < giveUp {
      progress.withLock { $0.requests += 1 }
      let port = history.ports.randomElement(using: &random) ?? 0
      if Int.random(in: 0..<12, using: &random) == 0 {
        cut(method, target, head, text, port)
        continue
      }
      let answer = try? HTTPExchange.perform(
        method, target, host: "127.0.0.1", port: port, head: head, body: text, seconds: 15)
      if let answer, answer.status < 500, answer.status != 429 { return answer }
      retries += 1
      poll(nil, 0, 20)
    }
    report("\(method) \(target) was never answered")
    return nil
  }

  /// Sends a request and closes the connection at once.
  private func cut(
    _ method: String, _ target: String, _ head: String, _ body: String, _ port: UInt16
  ) {
    cuts += 1
    guard
      let connection = try? HTTPExchange.connect(host: "127.0.0.1", port: port, seconds: 3)
    else { return }
    Console.write(
      "\(method) \(target) HTTP/1.1\r\nHost: x\r\n\(head)Content-Length: \(body.utf8.count)\r\n\r\n"
        + body, to: connection)
    close(connection)
  }
}
