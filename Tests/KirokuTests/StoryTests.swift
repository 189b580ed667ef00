import Foundation
import Testing

@testable import kiroku

/// The scripts of `docs/stories`, against the program as a person runs it.
@Suite("Stories", .serialized)
struct StoryTests {
  @Test("An app that was offline and a widget end with the same, as docs/sync.md tells it")
  func sync() async throws {
    try await withProgram { program, token, port, folder in
      try await tell("sync", to: token, at: port, in: folder)
      #expect(try await program.stop() == 0)
    }
  }

  @Test("A device donates what was done in the app, and deletes it when that is undone")
  func donation() async throws {
    try await withProgram { program, token, port, folder in
      try await tell("donation", to: token, at: port, in: folder)
      #expect(try await program.stop() == 0)
    }
  }

  @Test("A weight logged with Siri is one entry though the answer was lost, and can be taken back")
  func undo() async throws {
    try await withProgram { program, token, port, folder in
      try await tell("undo", to: token, at: port, in: folder)
      #expect(try await program.stop() == 0)

      // What lies before the horizon is settled; nothing does yet, unless the horizon is now.
      for (days, text) in [("90", "settled 0 operations of 0 records"), ("0", "of 2 records")] {
        let purge = try RunningProgram(
          ["purge", "--data", folder.data, "--horizon-days", days], folder: folder)
        #expect(try await purge.end() == 0)
        #expect(purge.log.contains(text), "\(purge.log)")
      }
    }
  }

  /// Starts the program with an account of its own.
  private func withProgram(
    _ body: (RunningProgram, _ token: String, _ port: UInt16, ScratchFolder) async throws -> Void
  ) async throws {
    let folder = try ScratchFolder()
    let program = try RunningProgram(
      ["serve", "--port", "0", "--development", "--data", folder.data], folder: folder)
    let port = try await program.port()
    let line = try await program.line("curl -i", "/v1/entries")
    let start = try #require(line.range(of: "krk_")).lowerBound
    let token = String(line[start...].prefix { $0 == "_" || $0.isLetter || $0.isNumber })
    try await body(program, token, port, folder)
  }

  /// Runs a story to its end, which has to be a good one.
  private func tell(
    _ name: String, to token: String, at port: UInt16, in folder: ScratchFolder
  ) async throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let script = root.appendingPathComponent("docs/stories/\(name).sh").path
    let story = try RunningProgram(
      running: "/bin/bash", [script, "http://127.0.0.1:\(port)", token], folder: folder)
    let code = try await story.end()
    #expect(code == 0, "\(story.log)")
  }
}
