import Testing

@testable import kiroku

@Suite("What is known about a private PostgreSQL")
struct DatabaseValueTests {
  @Test("A socket's path that would not fit moves to a short folder of its own")
  func socketFolder() {
    #expect(SocketFolder.path(home: "/data/database") == "/data/database/run")
    let fitting = "/" + String(repeating: "a", count: 88)
    #expect(SocketFolder.socketPath(in: fitting + "/run").utf8.count == 107)
    #expect(SocketFolder.path(home: fitting) == fitting + "/run")
    #expect(SocketFolder.path(home: fitting + "a").hasPrefix("/tmp/kiroku-"))
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
