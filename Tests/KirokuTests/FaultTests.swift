import Foundation
import Synchronization
import Testing

@testable import kiroku

@Suite("Faults under load: what was acknowledged is there, once", .serialized)
struct FaultTests {
  private static func serve(_ folder: ScratchFolder, port: UInt16 = 0) throws -> RunningProgram {
    // One account has all the load.
    try RunningProgram(
      ["serve", "--port", "\(port)", "--data", folder.data, "--account-rate", "0"],
      folder: folder)
  }

  /// Runs the program under load while `breaking` breaks things, then counts what there is.
  private func underLoad(
    _ breaking: (Scene) async throws -> Void
  ) async throws {
    let folder = try ScratchFolder()
    let program = try Self.serve(folder)
    let port = try await program.port()
    let account = try TestAccount(port: port)
    let load = LoadClient(port: port, secret: account.secret)
    let scene = Scene(folder: folder, port: port, load: load, program: program)
    load.start(clients: 8)
    try await load.waitForWrites(100)
    try await breaking(scene)
    try await load.waitForWrites(100)
    try await load.stop()

    let (acknowledged, faults) = load.state.withLock { ($0.acknowledged, $0.faults) }
    #expect(faults.isEmpty)
    let stored = try account.entryIDs()
    #expect(Set(stored).count == stored.count, "an entry is listed twice")
    // Every write was sent until it was acknowledged: as many entries as keys, and the very same ones.
    #expect(Set(stored) == Set(acknowledged.values))
    #expect(stored.count == acknowledged.count)
    #expect(try await scene.program.stop() == 0)
  }

  private final class Scene {
    let folder: ScratchFolder
    let port: UInt16
    let load: LoadClient
    var program: RunningProgram

    init(folder: ScratchFolder, port: UInt16, load: LoadClient, program: RunningProgram) {
      self.folder = folder
      self.port = port
      self.load = load
      self.program = program
    }

    /// Starts the program again, on the port that its clients know.
    func restart() async throws {
      program = try FaultTests.serve(folder, port: port)
      _ = try await program.port()
    }
  }

  @Test("The program is killed: after its next start no acknowledged write is lost or doubled")
  func programKilled() async throws {
    try await underLoad { scene in
      for _ in 1...3 {
        kill(scene.program.process.processIdentifier, SIGKILL)
        _ = try await scene.program.end()
        try await scene.restart()
        try await scene.load.waitForWrites(100)
      }
    }
  }

  @Test("PostgreSQL is killed: the same, without a restart of the program, within 5 s")
  func databaseKilled() async throws {
    try await underLoad { scene in
      for _ in 1...2 {
        let pid = try #require(scene.folder.databasePID)
        kill(pid, SIGKILL)
        try await eventually("another database; log:\n\(scene.program.log)") { () -> Void? in
          guard let running = PostmasterFile.running(on: scene.folder.cluster), running.pid != pid
          else { return nil }
          return running.status == .ready ? () : nil
        }
        let back = Date()
        try await scene.load.waitForWrites(10)
        #expect(Date().timeIntervalSince(back) < 5)
      }
    }
  }

  @Test("SIGTERM under load: the program ends with 0 within 10 s, and nothing acknowledged is lost")
  func gracefulStop() async throws {
    try await underLoad { scene in
      let asked = Date()
      #expect(try await scene.program.stop() == 0)
      #expect(Date().timeIntervalSince(asked) < 10)
      try await scene.restart()
    }
  }

  @Test(
    "SIGTERM while PostgreSQL is frozen: the program ends within 10 s, and what was acknowledged is there"
  )
  func frozenDatabase() async throws {
    let folder = try ScratchFolder()
    let program = try Self.serve(folder)
    let account = try TestAccount(port: try await program.port())
    let written = try HTTPExchange.perform(
      "POST", "/v1/entries", host: "127.0.0.1", port: account.port,
      head: "Authorization: Bearer \(account.secret)\r\nContent-Type: application/json\r\n",
      body: "{\"weightKg\": 65.2}")
    #expect(written.status == 201)
    let connection = try Self.beginEntry(account)
    defer { close(connection) }
    let postmaster = try #require(folder.databasePID)
    for pid in children(of: postmaster) { kill(pid, SIGSTOP) }
    Console.write("{\"weightKg\": 66}", to: connection)
    let asked = Date()
    _ = try await program.stop()
    #expect(Date().timeIntervalSince(asked) < 10)
    for pid in children(of: postmaster) { kill(pid, SIGCONT) }
    try await eventually("the end of PostgreSQL") { isAlive(postmaster) ? nil : () }
    let again = try Self.serve(folder, port: account.port)
    _ = try await again.port()
    let id = try #require(written.member("entry", "id") as? String)
    #expect(try account.entryIDs().contains(id))
    #expect(try await again.stop() == 0)
  }

  /// Begins a request that writes an entry, up to where the server asks for its body of 16 bytes.
  private static func beginEntry(_ account: TestAccount) throws -> Int32 {
    let connection = try HTTPExchange.connect(host: "127.0.0.1", port: account.port, seconds: 3)
    let head =
      "POST /v1/entries HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(account.secret)\r\n"
      + "Content-Type: application/json\r\nContent-Length: 16\r\nExpect: 100-continue\r\n\r\n"
    Console.write(head, to: connection)
    var byte: UInt8 = 0
    #expect(recv(connection, &byte, 1, 0) == 1)
    return connection
  }

  @Test("A second signal does not wait for a request that never ends")
  func secondSignal() async throws {
    let folder = try ScratchFolder()
    let program = try Self.serve(folder)
    let account = try TestAccount(port: try await program.port())
    let connection = try Self.beginEntry(account)
    defer { close(connection) }
    kill(program.process.processIdentifier, SIGTERM)
    _ = try await program.line("\"stopping\"")
    let asked = Date()
    kill(program.process.processIdentifier, SIGTERM)
    #expect(try await program.end() == 1)
    #expect(Date().timeIntervalSince(asked) < 5)
  }

  @Test("A write whose answer was lost is sent again: the same entry, told as a repeat")
  func lostAnswer() async throws {
    let folder = try ScratchFolder()
    let program = try Self.serve(folder)
    let account = try TestAccount(port: try await program.port())
    let head =
      "Authorization: Bearer \(account.secret)\r\nContent-Type: application/json\r\n"
      + "Idempotency-Key: \(UUID().uuidString)\r\n"
    let body = "{\"weightKg\": 65.2}"
    func send() throws -> HTTPExchange {
      try HTTPExchange.perform(
        "POST", "/v1/entries", host: "127.0.0.1", port: account.port, head: head, body: body)
    }
    let first = try send()
    #expect(first.status == 201)
    #expect(!first.header.lowercased().contains("idempotency-replayed"))
    let second = try send()
    #expect(second.status == 201)
    #expect(second.header.lowercased().contains("idempotency-replayed: true"))
    #expect(second.member("entry", "id") as? String == first.member("entry", "id") as? String)
    #expect(try account.entryIDs().count == 1)
    #expect(try await program.stop() == 0)
  }

  @Test("No token, and nothing of a body, is ever in the log")
  func logHoldsNoSecret() async throws {
    let folder = try ScratchFolder()
    let program = try Self.serve(folder)
    let account = try TestAccount(port: try await program.port())
    let note = "a note that nobody else may read"
    for body in [
      "{\"weightKg\": 65.2, \"note\": \"\(note)\"}", "{\"note\": \"\(note)\", \"x\": 1}", note,
    ] {
      _ = try HTTPExchange.perform(
        "POST", "/v1/entries?secret=\(account.secret)", host: "127.0.0.1", port: account.port,
        head: "Authorization: Bearer \(account.secret)\r\nContent-Type: application/json\r\n",
        body: body)
    }
    _ = try account.get("/v1/entries/suggested")
    _ = try account.get("/v1/\(account.secret)")
    _ = try await program.line("/v1/entries/suggested", "\"status\":200")
    #expect(try await program.stop() == 0)
    #expect(!program.log.contains(account.secret))
    #expect(!program.log.contains(account.secret.suffix(20)))
    #expect(!program.log.contains(note))
    #expect(program.log.contains("\"route\":\"/v1/entries\""))
  }

  @Test("A port in use is refused in words, and the first program serves on")
  func portInUse() async throws {
    let folder = try ScratchFolder()
    let first = try Self.serve(folder)
    let port = try await first.port()
    let other = try ScratchFolder()
    let second = try Self.serve(other, port: port)
    #expect(try await second.end() == 1)
    #expect(second.log.contains("port \(port)"))
    #expect(second.log.contains("in use"))
    #expect(
      try HTTPExchange.perform("GET", "/healthz", host: "127.0.0.1", port: port).status == 200)
    #expect(try await first.stop() == 0)
  }

  @Test(
    "A database that cannot be used is named as the reason, without its password",
    arguments: [
      "postgresql://someone:hunter2@127.0.0.1:1/nowhere", "postgresql://some one:hunter2@x",
      "host=/nowhere password=hunter2",
    ])
  func wrongURL(url: String) async throws {
    let folder = try ScratchFolder()
    let program = try RunningProgram(
      ["serve", "--port", "0"], folder: folder, environment: ["DATABASE_URL": url])
    #expect(try await program.end() == 1)
    #expect(program.log.contains("database"))
    #expect(!program.log.contains("hunter2"))
  }
}

extension RunningProgram {
  /// The port it listens on, once it does.
  func port() async throws -> UInt16 {
    let line = try await line("\"event\":\"started\"")
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    guard let port = (object?["port"] as? String).flatMap({ UInt16($0) }) else {
      throw NeverHappened(description: "no port in \(line)")
    }
    return port
  }
}
