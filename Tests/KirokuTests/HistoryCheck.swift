import Foundation
import Synchronization
import Testing

@testable import kiroku

/// What all devices of a history check share: one account on two replicas, and the records that they act on.
final class HistoryCheck: Sendable {
  let secret: String
  let ports: [UInt16]
  let entries = (0..<12).map { _ in UUID().uuidString.lowercased() }
  let habits = (0..<4).map { _ in UUID().uuidString.lowercased() }
  /// A day that is only ever added to.
  let countedDay: String
  private let countedHabit = UUID().uuidString.lowercased()
  private let isStopped = Mutex(false)
  private let running = Mutex(0)

  init(account: TestAccount, ports: [UInt16]) {
    secret = account.secret
    self.ports = ports
    countedDay = "\(countedHabit)/2026-01-01"
  }

  static func habit(_ name: String) -> [String: Any] {
    ["name": name, "kind": "count", "target": ["value": 8]]
  }

  /// Makes the habit whose day is counted.
  func begin() throws {
    let operation: [String: Any] = [
      "opId": UUID().uuidString, "kind": "put", "record": ["type": "habit", "id": countedHabit],
      "fields": Self.habit("counted"),
    ]
    let body = try JSONSerialization.data(withJSONObject: ["ops": [operation]])
    let answer = try HTTPExchange.perform(
      "POST", "/v1/sync", host: "127.0.0.1", port: ports[0],
      head: "Authorization: Bearer \(secret)\r\nContent-Type: application/json\r\n",
      body: String(decoding: body, as: UTF8.self), seconds: 10)
    guard answer.status == 200, answer.body.contains("applied") else {
      throw NeverHappened(description: "no habit: \(answer.status) \(answer.body)")
    }
  }

  func start(_ clients: [HistoryClient]) {
    running.withLock { $0 = clients.count }
    for client in clients {
      Thread { [self] in
        while !isStopped.withLock({ $0 }) { client.act() }
        running.withLock { $0 -= 1 }
      }.start()
    }
  }

  /// Lets every act that was begun come to its answer.
  func stop() async throws {
    isStopped.withLock { $0 = true }
    try await eventually("the clients' end", seconds: 120) { () -> Void? in
      running.withLock { $0 == 0 } ? () : nil
    }
  }

  /// The ids of all operations that the account's history lists.
  func storedOperations() throws -> [String] {
    var ids: [String] = []
    var target = "/v1/operations?limit=500"
    while true {
      let page = try get(target)
      guard let operations = page.member("operations") as? [[String: Any]] else {
        throw NeverHappened(description: "no operations: \(page.status) \(page.body)")
      }
      ids += operations.compactMap { $0["opId"] as? String }
      guard let cursor = page.member("nextCursor") as? String else { return ids }
      target = "/v1/operations?limit=500&cursor=\(cursor)"
    }
  }

  /// The entries and habits that there are, by the lists and not by the feed.
  func storedRecords() throws -> [String: NSDictionary] {
    var records: [String: NSDictionary] = [:]
    for (path, type) in [("entries", "entry"), ("habits", "habit")] {
      let page = try get("/v1/\(path)?limit=500")
      for record in page.member(path) as? [NSDictionary] ?? [] {
        records["\(type) \(record["id"] as? String ?? "")"] = record
      }
    }
    for habit in records.keys.filter({ $0.hasPrefix("habit ") }).map({ $0.dropFirst(6) }) {
      let page = try get("/v1/habits/\(habit)/days?from=2026-01-01&to=2026-01-31")
      for day in page.member("days") as? [NSDictionary] ?? [] {
        records["day \(habit)/\(day["day"] as? String ?? "")"] = day
      }
    }
    return records
  }

  private func get(_ target: String) throws -> HTTPExchange {
    try HTTPExchange.perform(
      "GET", target, host: "127.0.0.1", port: ports[0],
      head: "Authorization: Bearer \(secret)\r\n", seconds: 15)
  }
}
