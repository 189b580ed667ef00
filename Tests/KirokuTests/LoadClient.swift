import Foundation
import Synchronization

@testable import kiroku

/// People who log weights while things break: each write has a key of its own and is sent again, as a good client
/// does, until an answer came.
final class LoadClient: Sendable {
  struct State {
    var isStopped = false
    /// Keys of writes that were answered with success, and the ids of the entries they made.
    var acknowledged: [String: String] = [:]
    /// Answers that no good client may ever get.
    var faults: [String] = []
    var running = 0
  }

  let state = Mutex(State())
  private let port: UInt16
  private let secret: String

  init(port: UInt16, secret: String) {
    self.port = port
    self.secret = secret
  }

  /// - Parameter clients: each a thread, one request at a time.
  func start(clients: Int) {
    state.withLock { $0.running = clients }
    for _ in 0..<clients {
      let thread = Thread { [self] in
        while !state.withLock({ $0.isStopped }) { logOne() }
        state.withLock { $0.running -= 1 }
      }
      thread.start()
    }
  }

  /// Lets every write that was begun come to its answer.
  func stop() async throws {
    state.withLock { $0.isStopped = true }
    try await eventually("the clients' end") { () -> Void? in
      state.withLock { $0.running == 0 } ? () : nil
    }
  }

  func waitForWrites(_ count: Int) async throws {
    let start = state.withLock { $0.acknowledged.count }
    try await eventually(
      "\(count) more acknowledged writes; faults: \(state.withLock { $0.faults })"
    ) {
      () -> Void? in
      state.withLock { $0.acknowledged.count - start >= count ? () : nil }
    }
  }

  private func logOne() {
    let key = UUID().uuidString
    let grams = Int.random(in: 60_000...80_000)
    let body = "{\"weightKg\": \(grams / 1000).\(grams % 1000 / 100)}"
    let giveUp = Date().addingTimeInterval(60)
    while Date() < giveUp {
      guard
        let answer = try? HTTPExchange.perform(
          "POST", "/v1/entries", host: "127.0.0.1", port: port,
          head: "Authorization: Bearer \(secret)\r\nContent-Type: application/json\r\n"
            + "Idempotency-Key: \"\(key)\"\r\n",
          body: body, seconds: 10)
      else {
        poll(nil, 0, 5)
        continue
      }
      switch answer.status {
      case 201:
        let id = answer.member("entry", "id") as? String
        state.withLock { $0.acknowledged[key] = id ?? "" }
        return
      case 503:
        poll(nil, 0, 20)
      default:
        state.withLock { $0.faults.append("\(answer.status) \(answer.body)") }
        return
      }
    }
    state.withLock { $0.faults.append("a write was never acknowledged") }
  }
}

extension HTTPExchange {
  /// A value in the JSON of the body, by its path.
  func member(_ path: String...) -> Any? {
    var value = try? JSONSerialization.jsonObject(with: Data(body.utf8))
    for name in path { value = (value as? [String: Any])?[name] }
    return value
  }
}

/// An account made through the API.
struct TestAccount {
  let port: UInt16
  let secret: String

  init(port: UInt16) throws {
    let answer = try HTTPExchange.perform(
      "POST", "/v1/accounts", host: "127.0.0.1", port: port,
      head: "Content-Type: application/json\r\n", body: "{\"scopes\": [\"app\"]}")
    let tokens = answer.member("tokens") as? [[String: Any]]
    guard answer.status == 201, let secret = tokens?.first?["secret"] as? String else {
      throw NeverHappened(description: "no account: \(answer.status) \(answer.body)")
    }
    self.port = port
    self.secret = secret
  }

  func get(_ target: String) throws -> HTTPExchange {
    try HTTPExchange.perform(
      "GET", target, host: "127.0.0.1", port: port, head: "Authorization: Bearer \(secret)\r\n",
      seconds: 10)
  }

  /// The ids of all entries, page by page.
  func entryIDs() throws -> [String] {
    var ids: [String] = []
    var target = "/v1/entries?limit=500"
    while true {
      let page = try get(target)
      guard page.status == 200, let entries = page.member("entries") as? [[String: Any]] else {
        throw NeverHappened(description: "no entries: \(page.status) \(page.body)")
      }
      ids += entries.compactMap { $0["id"] as? String }
      guard let cursor = page.member("nextCursor") as? String else { return ids }
      target = "/v1/entries?limit=500&cursor=\(cursor)"
    }
  }
}
