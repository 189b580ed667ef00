import Foundation
import Testing

@testable import kiroku

@Suite("The program's commands, run for real", .serialized)
struct CommandTests {
  @Test(
    "The exit code is 0 for what was asked, 2 for wrong usage, 1 for failure",
    arguments: [
      (["--version"], 0, "kiroku \(Version.text)"), (["--help"], 0, "usage: kiroku COMMAND"),
      (["serve", "--help"], 0, "--database-url URL"), ([], 2, "a command is missing"),
      (["serve", "--port", "http"], 2, "--port must be a whole number"),
      (["token", "create", "--account", "me", "--scope", "app"], 2, "a UUID, not \"me\""),
      (["token", "list"], 2, "--account is missing"),
      (["token", "list", "--scope", "app"], 2, "--scope must be one of analytics, not \"app\""),
      (["token", "revoke", "--scope", "analytics", "--id", "7"], 2, "a UUID, not \"7\""),
      (["health", "--port", "1"], 1, "no server answers"),
      (["token", "create", "--scope", "analytics", "--account", "x"], 2, "belongs to no account"),
      (["demo", "--people", "0"], 2, "--people must be a whole number from 1 to 20000"),
      (["demo", "--until", "yesterday"], 2, "a day such as 2026-12-01, not \"yesterday\""),
    ] as [([String], Int32, String)])
  func exitCode(arguments: [String], code: Int32, text: String) async throws {
    let folder = try ScratchFolder()
    let program = try RunningProgram(arguments, folder: folder)
    #expect(try await program.end() == code)
    #expect(program.log.contains(text))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/.kiroku"))
  }

  @Test("Accounts and tokens from the command line work, with and without a server running")
  func accounts() async throws {
    let folder = try ScratchFolder()
    let created = try await Self.json(
      ["account", "create", "--time-zone", "Asia/Tokyo", "--locale", "ja"], folder)
    let account = try #require(created["account"] as? [String: Any])
    #expect(account["timeZone"] as? String == "Asia/Tokyo")
    #expect(account["locale"] as? String == "ja")
    let id = try #require(account["id"] as? String)

    let server = try RunningProgram(
      ["serve", "--port", "0", "--data", folder.data], folder: folder)
    let port = try await server.port()
    let token = try await Self.json(
      ["token", "create", "--account", id.uppercased(), "--scope", "read"], folder)
    let secret = try #require(token["secret"] as? String)
    let answer = try HTTPExchange.perform(
      "GET", "/v1/entries/suggested", host: "127.0.0.1", port: port,
      head: "Authorization: Bearer \(secret)\r\n")
    #expect(answer.status == 200)
    // Belongs to no account, and so reaches nothing of one.
    let analytics = try await Self.json(["token", "create", "--scope", "analytics"], folder)
    #expect(analytics["scope"] as? String == "analytics")
    let stranger = try #require(analytics["secret"] as? String)
    let unknown = try HTTPExchange.perform(
      "GET", "/v1/entries/suggested", host: "127.0.0.1", port: port,
      head: "Authorization: Bearer \(stranger)\r\n")
    #expect(unknown.status == 401)
    try await Self.revoke(analytics, ["--scope", "analytics"], folder)
    try await Self.revoke(token, ["--account", id], folder)
    let ended = try HTTPExchange.perform(
      "GET", "/v1/entries/suggested", host: "127.0.0.1", port: port,
      head: "Authorization: Bearer \(secret)\r\n")
    #expect(ended.status == 401)
    let refused = try RunningProgram(
      ["token", "create", "--data", folder.data, "--scope", "read"]
        + ["--account", UUID().uuidString], folder: folder)
    #expect(try await refused.end() == 1)
    #expect(refused.log.contains("there is no account"))
    let health = try RunningProgram(["health", "--port", "\(port)"], folder: folder)
    #expect(try await health.end() == 0)
    #expect(try await server.stop() == 0)
  }

  /// Ends a token, which is listed before and not afterwards; its secret never.
  private static func revoke(
    _ token: [String: Any], _ owner: [String], _ folder: ScratchFolder
  ) async throws {
    let id = try #require(token["id"] as? String)
    func isListed() async throws -> Bool {
      let list = try await json(["token", "list"] + owner, folder)
      let tokens = try #require(list["tokens"] as? [[String: Any]])
      #expect(tokens.allSatisfy { $0["secret"] == nil })
      return tokens.contains { $0["id"] as? String == id && $0["scope"] != nil }
    }
    #expect(try await isListed())
    for _ in 1...2 {
      let program = try RunningProgram(
        ["token", "revoke", "--id", id, "--data", folder.data] + owner, folder: folder)
      #expect(try await program.end() == 0)
      #expect(program.log == "revoked \(id)\n")
    }
    #expect(try await !isListed())
    let other = try RunningProgram(
      ["token", "revoke", "--id", UUID().uuidString, "--data", folder.data] + owner, folder: folder)
    #expect(try await other.end() == 1)
    #expect(other.log.contains("there is no token"))
  }

  @Test(
    "The demonstration is made once, gives fresh tokens each time, and leaves others' data alone")
  func demo() async throws {
    let folder = try ScratchFolder()
    let made = try await Self.json(["demo", "--people", "3"], folder)
    #expect(made["demo"] as? String == "made" && made["people"] as? Int == 3)
    let again = try await Self.json(["demo", "--people", "3"], folder)
    #expect(again["demo"] as? String == "was there already" && again["people"] as? Int == 3)
    var secrets: Set<String> = []
    for answer in [made, again] {
      let person = try #require(answer["person"] as? [String: Any])
      let token = try #require(person["token"] as? [String: Any])
      let analytics = try #require(answer["analytics"] as? [String: Any])
      #expect(token["scope"] as? String == "app" && analytics["scope"] as? String == "analytics")
      secrets.formUnion([token, analytics].compactMap { $0["secret"] as? String })
    }
    #expect(secrets.count == 4)
    let refused = try RunningProgram(
      ["demo", "--people", "4", "--data", folder.data], folder: folder)
    #expect(try await refused.end() == 1)
    #expect(refused.log.contains("has 3 accounts that are not this demonstration's"))
    let untimely = try RunningProgram(
      ["demo", "--until", "2199-01-01", "--data", folder.data], folder: folder)
    #expect(try await untimely.end() == 2)
    #expect(untimely.log.contains("which is today by UTC"))
  }

  @Test("The development account is made once, and only its owner can read where it is kept")
  func developmentAccount() async throws {
    let folder = try ScratchFolder()
    var secrets: [String] = []
    for _ in 1...2 {
      let program = try RunningProgram(
        ["serve", "--port", "0", "--development", "--data", folder.data], folder: folder)
      _ = try await program.port()
      _ = try await program.line("Ctrl-C stops it")
      let line = try await program.line("curl -i", "/v1/entries")
      secrets.append(
        try #require(line.split(separator: " ").first { $0.hasPrefix("krk_") }.map(String.init)))
      #expect(try await program.stop() == 0)
    }
    #expect(secrets[0] == secrets[1])
    let kept = try #require(FileSystem.status(folder.data + "/development-account.json"))
    #expect(kept.mode == 0o600)
  }

  @Test("An older schema is refused with the command to run; --migrate runs it")
  func olderSchema() async throws {
    let folder = try ScratchFolder()
    let first = try RunningProgram(
      ["serve", "--port", "0", "--data", folder.data], folder: folder)
    _ = try await first.port()
    let running = try #require(PostmasterFile.running(on: folder.cluster))
    let url = "host=\(running.socketFolder) user=kiroku dbname=postgres"
    let refused = try RunningProgram(
      ["serve", "--port", "0", "--database-url", url], folder: folder)
    #expect(try await refused.end() == 1)
    #expect(refused.log.contains("kiroku migrate"))
    let migrated = try RunningProgram(["migrate", "--database-url", url], folder: folder)
    #expect(try await migrated.end() == 0)
    #expect(migrated.log.contains("applied "))
    let second = try RunningProgram(
      ["serve", "--port", "0", "--database-url", url], folder: folder)
    _ = try await second.port()
    #expect(try await second.stop() == 0)
    #expect(try await first.stop() == 0)
  }

  /// Runs a command on the folder's database.
  /// - Returns: the JSON that it prints.
  private static func json(
    _ arguments: [String], _ folder: ScratchFolder
  ) async throws -> [String: Any] {
    let program = try RunningProgram(arguments + ["--data", folder.data], folder: folder)
    #expect(try await program.end() == 0)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(program.log.utf8)) as? [String: Any])
  }
}
