import Foundation
import Testing

@testable import kiroku

/// Eight devices, two replicas, and everything that can break: `./dev history [SEED] [ROUNDS]` runs it for longer.
@Suite("Histories", .serialized)
struct HistoryCheckTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seed = environment["KIROKU_HISTORY_SEED"].flatMap { UInt64($0) } ?? 1
  private static let rounds = environment["KIROKU_HISTORY_ROUNDS"].flatMap { Int($0) } ?? 1
  private static let clientCount = 8

  /// Two replicas on one database: the first one looks after it.
  private final class Replicas {
    let folder: ScratchFolder
    private(set) var first: RunningProgram
    private(set) var second: RunningProgram
    let ports: [UInt16]

    init() async throws {
      folder = try ScratchFolder()
      first = try Self.first(folder, 0)
      let port = try await first.port()
      second = try Self.second(folder, 0)
      ports = [port, try await second.port()]
    }

    private static func first(_ folder: ScratchFolder, _ port: UInt16) throws -> RunningProgram {
      try RunningProgram(
        ["serve", "--port", "\(port)", "--data", folder.data, "--account-rate", "0"],
        folder: folder)
    }

    private static func second(_ folder: ScratchFolder, _ port: UInt16) throws -> RunningProgram {
      let socket = "host=\(folder.data)/database/run user=kiroku dbname=kiroku"
      return try RunningProgram(
        ["serve", "--port", "\(port)", "--database-url", socket, "--account-rate", "0"],
        folder: folder)
    }

    func killFirst() async throws {
      kill(first.process.processIdentifier, SIGKILL)
      _ = try await first.end()
      first = try Self.first(folder, ports[0])
      _ = try await first.port()
    }

    func killSecond() async throws {
      kill(second.process.processIdentifier, SIGKILL)
      _ = try await second.end()
      second = try Self.second(folder, ports[1])
      _ = try await second.port()
    }

    func killDatabase() async throws {
      let pid = try #require(folder.databasePID)
      kill(pid, SIGKILL)
      try await eventually("another database; log:\n\(first.log)") { () -> Void? in
        guard let running = PostmasterFile.running(on: folder.cluster), running.pid != pid else {
          return nil
        }
        return running.status == .ready ? () : nil
      }
    }

    func stop() async throws {
      #expect(try await second.stop() == 0)
      #expect(try await first.stop() == 0)
    }
  }

  @Test(
    "What was acknowledged is there once, and every device's copy is the database's, whatever was killed meanwhile"
  )
  func check() async throws {
    let replicas = try await Replicas()
    let account = try TestAccount(port: replicas.ports[0])
    let history = HistoryCheck(account: account, ports: replicas.ports)
    try history.begin()
    let clients = (0..<Self.clientCount).map {
      HistoryClient($0, of: history, seed: Self.seed &* 1_000_003)
    }
    history.start(clients)
    for _ in 0..<Self.rounds {
      try await Self.waitForRequests(clients, 150)
      try await replicas.killFirst()
      try await Self.waitForRequests(clients, 100)
      try await replicas.killDatabase()
      try await Self.waitForRequests(clients, 100)
      try await replicas.killSecond()
    }
    try await Self.waitForRequests(clients, 150)
    try await history.stop()
    for client in clients { client.pull() }

    #expect(clients.flatMap(\.faults).prefix(5) == [])
    let sent = clients.flatMap(\.sent)
    let acknowledged = sent.filter { !$0.isRefused }
    let stored = try history.storedOperations()
    #expect(Set(stored).count == stored.count, "an operation is listed twice")
    // One more: what made the habit that is counted.
    #expect(stored.count == acknowledged.count + 1)
    #expect(Set(acknowledged.map(\.id)).subtracting(stored).isEmpty)

    let records = try history.storedRecords()
    for client in clients {
      #expect(
        Set(client.copy.keys) == Set(records.keys), "device \(client.number) has other records")
      for (name, value) in client.copy where records[name] != nil && records[name] != value {
        Issue.record("device \(client.number): \(name): \(value) is \(records[name] ?? [:])")
      }
    }
    let added = sent.filter { $0.adds != nil }.count
    let counted = records["day \(history.countedDay)"]?["count"] as? Int ?? 0
    #expect(counted == added)
    print(
      """
      history: seed \(Self.seed), \(Self.rounds) rounds: \(clients.map(\.requests).reduce(0, +)) requests, \
      \(sent.count) operations (\(sent.count - acknowledged.count) refused), \
      \(clients.map(\.cuts).reduce(0, +)) cut, \(clients.map(\.retries).reduce(0, +)) sent again, \
      \(records.count) records, \(added) counted one by one
      """)
    try await replicas.stop()
  }

  private static func waitForRequests(_ clients: [HistoryClient], _ count: Int) async throws {
    let start = clients.map(\.requests).reduce(0, +)
    try await eventually("\(count) more requests; \(clients.flatMap(\.faults).prefix(3))") {
      () -> Void? in
      clients.map(\.requests).reduce(0, +) - start >= count ? () : nil
    }
  }
}
