import AsyncSockets
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("Connections: exclusive ones, limits and deadlines")
struct ConnectionTests {
  @Test("A transaction is committed when its body returns, rolled back when it throws")
  func transactions() async throws {
    try await withDatabase(migrations: Notes.migrations) { database in
      try await database.transaction { connection throws(PostgresError) in
        _ = try await connection.query("insert into accounts (id) values (\(Notes.id(1)))")
      }
      let refusal = PostgresError(.mismatch, "on purpose")
      let error = await failure {
        try await database.transaction { connection throws(PostgresError) in
          _ = try await connection.query("insert into accounts (id) values (\(Notes.id(2)))")
          throw refusal
        }
      }
      #expect(error?.kind == .mismatch)
      let accounts = try await database.read("select id from accounts") {
        rows throws(PostgresError) in
        try rows.map { row throws(PostgresError) in try row.uuid(0) }
      }
      #expect(accounts == [Notes.id(1)])
    }
  }

  @Test("Two transactions that lock in opposite orders both succeed in the end")
  func deadlock() async throws {
    try await withTestDatabase(migrations: Notes.migrations) { test in
      let database = test.database
      try await Notes.makeAccounts(2, in: database)
      let holders = Collected<Int>()
      @Sendable func lockBoth(_ first: Int, _ second: Int) async throws {
        try await database.transaction { connection throws(PostgresError) in
          _ = try await connection.query(
            "update accounts set rev = rev + 1 where id = \(Notes.id(first))")
          holders.append(first)
          // The first time, both hold one before either asks for the other.
          while Set(holders.all).count < 2 {
            _ = try await connection.query("select pg_sleep(0.001)")
          }
          _ = try await connection.query(
            "update accounts set rev = rev + 1 where id = \(Notes.id(second))")
        }
      }
      async let one: Void = lockBoth(0, 1)
      async let two: Void = lockBoth(1, 0)
      try await one
      try await two
      #expect(holders.all.count >= 3, "there was a deadlock, and one ran again")
      let revisions = try await database.read("select rev from accounts") {
        rows throws(PostgresError) in
        try rows.map { row throws(PostgresError) in try row.int64(0) }
      }
      #expect(revisions == [2, 2])
    }
  }

  @Test("A connection given back inside a transaction is closed, not used again")
  func openTrouble() async throws {
    try await withTestDatabase(configure: { $0.maxWorkConnections = 1 }) { test in
      let database = test.database
      let first = try await database.withConnection { connection throws(PostgresError) in
        _ = try await connection.query("begin")
        return connection.backendProcess
      }
      let second = try await database.withConnection { connection throws(PostgresError) in
        connection.backendProcess
      }
      let third = try await database.withConnection { connection throws(PostgresError) in
        connection.backendProcess
      }
      #expect(first != second)
      #expect(second == third)
    }
  }

  @Test("An exclusive connection whose server is stopped is given up")
  func stoppedWork() async throws {
    try await withTestDatabase(configure: {
      $0.workStatementTimeout = .milliseconds(100)
      $0.workAnswerGrace = .milliseconds(100)
    }) { test in
      let database = test.database
      let process = try await database.withConnection { connection throws(PostgresError) in
        connection.backendProcess
      }
      kill(process, SIGSTOP)
      defer { kill(process, SIGCONT) }
      let error = await failure {
        try await database.withConnection { connection throws(PostgresError) in
          try await connection.query("select 1")
        }
      }
      #expect(error?.kind == .connectionLost)
      try await database.withConnection { connection throws(PostgresError) in
        #expect(connection.backendProcess != process)
      }
    }
  }

  @Test("Who finds all exclusive connections taken is answered after the checkout deadline")
  func checkoutDeadline() async throws {
    try await withTestDatabase(configure: {
      $0.maxWorkConnections = 1
      $0.checkoutDeadline = .milliseconds(100)
    }) { test in
      let database = test.database
      try await database.withConnection { _ throws(PostgresError) in
        let start = MonotonicTime.now()
        let error = await failure {
          try await database.withConnection { _ throws(PostgresError) in }
        }
        #expect(error?.kind == .unavailable)
        #expect(error?.retryAfterSeconds == 1)
        #expect(MonotonicTime.now().nanoseconds(since: start) < 1_000_000_000)
      }
    }
  }

  @Test("Without a database, what waits is refused after the deadline, and one too many at once")
  func noDatabase() async throws {
    var configuration = try DatabaseConfiguration(url: "host=/nonexistent dbname=nothing")
    configuration.checkoutDeadline = .milliseconds(150)
    configuration.maxQueued = 2
    try await withTestDatabase(configuration) { test in
      let database = test.database
      let kinds = await withTaskGroup(of: PostgresError.Kind?.self) { group in
        for _ in 0..<3 {
          group.addTask {
            do throws(PostgresError) {
              try await database.read("select 1") { _ in }
              return nil
            } catch {
              return error.kind
            }
          }
        }
        return await group.reduce(into: [PostgresError.Kind?]()) { $0.append($1) }
      }
      #expect(kinds.count { $0 == .unavailable } == 2)
      #expect(kinds.count { $0 == .overloaded } == 1)
    }
  }

  @Test("A dead port, a wrong name and an unreadable URL each say what is wrong")
  func cannotConnect() async throws {
    func message(_ url: String) async throws -> String {
      let configuration = try DatabaseConfiguration(url: url)
      return try await withTestDatabase(configuration) { test in
        do throws(PostgresError) {
          try await test.database.checkConnection()
          return "connected"
        } catch {
          return error.description
        }
      }
    }
    #expect(try await message("postgres://127.0.0.1:1/x").contains("Connection refused"))
    // A name is looked up first, and each of its addresses is tried.
    #expect(try await message("postgres://localhost:1/x").contains("Connection refused"))
    let server = try await TestServer.shared()
    let wrongName = try await message(server.url(database: "no_such_database"))
    #expect(wrongName.contains("\"no_such_database\" does not exist"))
    let error = await failure {
      try DatabaseConfiguration(url: "postgres://user:secret@host?nonsense=1")
    }
    #expect(error?.kind == .configuration)
    #expect(error?.description.contains("secret") == false)
  }
}
