import AsyncSockets
import Foundation
import HTTPServing
import KirokuAPI
import KirokuCore
import KirokuStore
import TestSupport
import Testing

/// The story that needs a clock that can be set: on a server in this process, over HTTP.
@Suite("The story of a rollback")
struct RollbackStoryTests {
  @Test("A widget's tap outlives the app's older copy, and the snapshot changes when the day does")
  func rollback() async throws {
    try await withTestDatabase(migrations: SchemaStore.migrations) { test in
      let folder = try ScratchFolder()
      let clock = URL(fileURLWithPath: "\(folder.path)/clock")
      try "2026-12-01T08:00:00+09:00".write(to: clock, atomically: true, encoding: .utf8)
      let store = Store(database: test.database) { Self.time(in: clock) }
      let api = API(
        Environment(
          store: store, timeZones: try await store.schema.timeZoneNames(), signUpLimit: nil,
          now: { Self.time(in: clock) ?? Instant(unixMicroseconds: 0) },
          monotonicNanoseconds: { Int64(clamping: MonotonicTime.now().nanoseconds) }))
      let server = HTTPServer(
        configuration: .init(port: 0, refuser: API.answer(to:)), loops: test.loops,
        responder: { request in await api.respond(to: request) })
      try await server.start()
      let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
      let script = root.appendingPathComponent("docs/stories/rollback.sh").path
      let story = try RunningProgram(
        running: "/bin/bash", [script, "http://127.0.0.1:\(server.port)", clock.path],
        folder: folder)
      let code = try await story.end()
      await server.stop()
      #expect(code == 0, "\(story.log)")
      #expect(story.log.contains("at three the day is another one"))
    }
  }

  private static func time(in file: URL) -> Instant? {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
    return try? Instant(rfc3339: text.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}
