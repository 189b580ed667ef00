import Testing

@testable import kiroku

@Suite("What is known about a private PostgreSQL")
struct DatabaseValueTests {
  @Test("A socket's path that would not fit moves to a short folder of its own")
  func socketFolder() {
    #expect(SocketFolder.path(home: "/data/database") == "/data/database/run")
    let fitting = "/" + String(repeating: "a", count: 84 + 1)
    #expect(SocketFolder.socketPath(in: fitting + "/run").utf8.count == 107 - 1)
    #expect(SocketFolder.path(home: fitting) == fitting + "/run")
    let long = "/" + String(repeating: "a", count: 120)
    let short = SocketFolder.path(home: long)
    #expect(short.hasPrefix("/tmp/kiroku-"))
    #expect(SocketFolder.socketPath(in: short).utf8.count <= SocketFolder.maxPathBytes)
    #expect(short == SocketFolder.path(home: long))
    #expect(short != SocketFolder.path(home: long + "b"))
  }

  @Test("The path's bytes are counted, not its characters")
  func socketFolderBytes() {
    let home = "/" + String(repeating: "記", count: 40)
    #expect(SocketFolder.path(home: home).hasPrefix("/tmp/kiroku-"))
  }

  @Test("postmaster.pid is read only once it is complete")
  func postmasterFile() throws {
    let lines = ["4711", "/data/cluster", "1764556800", "5432", "/data/run", "", "1 2", "ready   "]
    let file = try #require(PostmasterFile(text: lines.joined(separator: "\n") + "\n"))
    #expect(file.pid == 4711)
    #expect(file.port == 5432)
    #expect(file.socketFolder == "/data/run")
    #expect(file.status == .ready)
    for count in 0..<lines.count {
      #expect(PostmasterFile(text: lines.prefix(count).joined(separator: "\n")) == nil)
    }
  }

  @Test("A left-over postmaster.pid whose number another process has now is no server")
  func foreignProcess() {
    #expect(!PostmasterFile.isServer(1, of: "/nowhere"))
    #expect(!PostmasterFile.isServer(1, of: "/tmp"))
  }

  @Test(
    "The major version is the first number of PostgreSQL's answer",
    arguments: [
      ("postgres (PostgreSQL) 15.3 (Debian 15.3-0+deb12u1)\n", 15),
      ("postgres (PostgreSQL) 17beta1\n", 17), ("postgres (PostgreSQL) 9.6.24", 9),
      ("sh: not found", nil), ("", nil),
    ] as [(String, Int?)])
  func majorVersion(text: String, version: Int?) {
    #expect(ServerBinaries.majorVersion(in: text) == version)
  }

  @Test("A socket's folder with quotes stays one value of the connection string")
  func connectionString() {
    let text = PrivatePostgres.connectionString(socketFolder: #"/it's \here"#)
    #expect(text == #"host='/it\'s \\here' port=5432 user=kiroku dbname=kiroku"#)
  }

  @Test("A server that ends is started again at once, then with growing pauses")
  func backoff() {
    var backoff = RestartBackoff()
    var now = 1_000
    var pauses: [Int] = []
    for _ in 0..<9 {
      backoff.failed(at: now)
      let start = now
      while !backoff.mayTry(at: now) { now += 1 }
      pauses.append(now - start)
    }
    #expect(pauses == [0, 100, 200, 400, 800, 1600, 3200, 5000, 5000])
  }

  @Test("After ten seconds up the next end counts as the first")
  func backoffForgives() {
    var backoff = RestartBackoff()
    for _ in 0..<5 { backoff.failed(at: 0) }
    backoff.succeeded(at: 10_000)
    backoff.succeeded(at: 15_000)
    backoff.failed(at: 20_000)
    #expect(backoff.mayTry(at: 20_000))
    backoff.succeeded(at: 20_100)
    backoff.failed(at: 20_200)
    #expect(!backoff.mayTry(at: 20_250))
  }
}

@Suite("Log lines")
struct LogLineTests {
  @Test(
    "The time is UTC with milliseconds, also around leap days and years",
    arguments: [
      (0, 0, "1970-01-01T00:00:00.000Z"), (951_782_399, 7, "2000-02-28T23:59:59.007Z"),
      (951_782_400, 999, "2000-02-29T00:00:00.999Z"), (951_868_800, 0, "2000-03-01T00:00:00.000Z"),
      (1_764_556_800, 120, "2025-12-01T02:40:00.120Z"),
      (4_102_444_799, 0, "2099-12-31T23:59:59.000Z"),
    ])
  func time(seconds: Int, milliseconds: Int, text: String) {
    var bytes: [UInt8] = []
    var clock = LogClock()
    clock.append(seconds: seconds, milliseconds: milliseconds, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
  }

  @Test("An event is one JSON object on one line, whatever its values hold")
  func event() {
    var bytes: [UInt8] = []
    var clock = LogClock()
    LogLine.event("failed", level: "error", ["reason": "a \"b\"\nc"])(&bytes, &clock)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix(#"{"time":""#))
    #expect(text.hasSuffix(#"Z","level":"error","event":"failed","reason":"a \"b\"\nc"}"# + "\n"))
    #expect(text.filter { $0 == "\n" }.count == 1)
  }
}
