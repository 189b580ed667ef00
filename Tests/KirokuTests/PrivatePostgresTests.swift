import Foundation
import Testing

@testable import kiroku

@Suite("A private PostgreSQL, run by the real program", .serialized)
struct PrivatePostgresTests {
  private static func serve(_ folder: ScratchFolder) throws -> RunningProgram {
    try RunningProgram(
      ["serve", "--migrate", "--port", "0", "--data", folder.data], folder: folder)
  }

  @Test("It is made once, ends with the program, and is there again at the next start")
  func lifetime() async throws {
    let folder = try ScratchFolder()
    for round in 1...2 {
      let program = try Self.serve(folder)
      _ = try await program.line("\"started\"")
      let pid = try #require(folder.databasePID)
      #expect(isAlive(pid))
      #expect(try await program.stop() == 0)
      #expect(!isAlive(pid), "round \(round)")
      #expect(folder.databasePID == nil)
    }
    let madeCount =
      try String(contentsOfFile: folder.data + "/postgres.log", encoding: .utf8)
      .components(separatedBy: "Success.").count - 1
    #expect(madeCount == 1)
  }

  @Test("One that a killed program left behind is taken over, and ends with the new program")
  func takeOver() async throws {
    let folder = try ScratchFolder()
    let first = try Self.serve(folder)
    _ = try await first.line("\"started\"")
    let pid = try #require(folder.databasePID)
    kill(first.process.processIdentifier, SIGKILL)
    _ = try await first.end()
    #expect(isAlive(pid))

    let second = try Self.serve(folder)
    _ = try await second.line("database adopted", "\"\(pid)\"")
    _ = try await second.line("\"started\"")
    #expect(try await second.stop() == 0)
    _ = try await eventually("the end of process \(pid)") { isAlive(pid) ? nil : true }
  }

  @Test("One that dies while the program serves is started again, adopted or not")
  func restart() async throws {
    let folder = try ScratchFolder()
    let first = try Self.serve(folder)
    _ = try await first.line("\"started\"")
    let next = try await Self.killAndWait(folder, first)
    kill(first.process.processIdentifier, SIGKILL)
    _ = try await first.end()
    let second = try Self.serve(folder)
    _ = try await second.line("database adopted", "\"\(next)\"")
    _ = try await second.line("\"started\"")
    _ = try await Self.killAndWait(folder, second)
    #expect(try await second.stop() == 0)
  }

  /// Kills the database and waits for another.
  private static func killAndWait(_ folder: ScratchFolder, _ program: RunningProgram) async throws
    -> Int32
  {
    let pid = try #require(folder.databasePID)
    kill(pid, SIGKILL)
    _ = try await program.line("database ended", "\"\(pid)\"")
    return try await eventually("another database; log:\n\(program.log)") {
      guard let running = PostmasterFile.running(on: folder.cluster), running.pid != pid,
        running.status == .ready
      else { return nil }
      return running.pid
    }
  }

  @Test("A data folder in use is refused, and whoever uses it is named")
  func inUse() async throws {
    let folder = try ScratchFolder()
    let first = try Self.serve(folder)
    _ = try await first.line("\"started\"")
    let second = try Self.serve(folder)
    #expect(try await second.end() == 1)
    #expect(
      second.log.contains(
        "is in use by another kiroku (process \(first.process.processIdentifier))"))
    #expect(try await first.stop() == 0)
  }

  @Test("A data folder of another major version is refused, and stays as it is")
  func otherVersion() async throws {
    let folder = try ScratchFolder()
    let first = try Self.serve(folder)
    _ = try await first.line("\"started\"")
    #expect(try await first.stop() == 0)
    try "9\n".write(toFile: folder.cluster + "/PG_VERSION", atomically: false, encoding: .utf8)
    let second = try Self.serve(folder)
    #expect(try await second.end() == 1)
    #expect(second.log.contains("was made by PostgreSQL 9"))
    #expect(second.log.contains("pg_upgrade"))
  }

  @Test("A data folder whose path is too long for a socket works all the same")
  func longPath() async throws {
    let folder = try ScratchFolder(
      name: "kiroku-test-" + String(repeating: "x", count: 120) + UUID().uuidString)
    let program = try Self.serve(folder)
    _ = try await program.line("\"started\"")
    let running = try #require(PostmasterFile.running(on: folder.cluster))
    #expect(running.socketFolder.hasPrefix("/tmp/kiroku-"))
    #expect(try await program.stop() == 0)
    try FileManager.default.removeItem(atPath: running.socketFolder)
  }

  @Test("Without server programs and without a URL, one message names both ways out")
  func noBinaries() async throws {
    let error = #expect(throws: ProgramError.self) {
      try ServerBinaries.find(majorVersion: nil, path: "/nowhere", debianFolder: "/nowhere")
    }
    #expect(error?.message.contains("--database-url") == true)
    #expect(error?.message.contains("apt-get install postgresql") == true)
    #expect(error?.exitCode == 1)
  }
}
