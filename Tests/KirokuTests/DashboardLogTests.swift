import Foundation
import Testing

@testable import kiroku

@Suite("The dashboard of the program as a person runs it", .serialized)
struct DashboardLogTests {
  @Test("A browser signs in, looks and signs out; no line of the log has the token or the session")
  func noSecrets() async throws {
    let folder = try ScratchFolder()
    let program = try RunningProgram(
      ["serve", "--port", "0", "--development", "--data", folder.data], folder: folder)
    let port = try await program.port()
    let line = try await program.line("curl -i", "/v1/entries")
    let start = try #require(line.range(of: "krk_")).lowerBound
    let token = String(line[start...].prefix { $0 == "_" || $0.isLetter || $0.isNumber })
    let introduced = program.log.components(separatedBy: token).count
    let script = """
      set -e
      jar=\(folder.path)/cookies page=http://127.0.0.1:\(port)/dashboard
      curl -sf -c $jar -o /dev/null -d token=\(token) -H 'Sec-Fetch-Site: same-origin' $page
      curl -sf -b $jar "$page?period=4w"
      curl -sf -b $jar -c $jar -o /dev/null -X POST -H 'Sec-Fetch-Site: same-origin' $page/sign-out
      curl -s -o /dev/null -d token=\(token)x -H 'Sec-Fetch-Site: same-origin' "$page?token=\(token)"
      """
    let browser = try RunningProgram(
      running: "/bin/bash", ["-c", "cp /dev/null \(folder.path)/cookies; \(script)"], folder: folder
    )
    #expect(try await browser.end() == 0, "\(browser.log)")
    #expect(browser.log.contains("Your records"))
    _ = try await program.line("\"route\":\"/dashboard/sign-out\"")
    #expect(try await program.stop() == 0)
    #expect(program.log.components(separatedBy: token).count == introduced)
    #expect(
      !program.log.contains("kiroku_session") && program.log.contains("\"route\":\"/dashboard\""))
  }
}
