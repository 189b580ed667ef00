import AsyncSockets
import Foundation
import Postgres
import Synchronization
import TestSupport
import Testing

@Suite("Reading, listening and ending")
struct DatabaseTests {
  @Test("Statements and answers larger than any buffer pass both ways at the same time")
  func large() async throws {
    try await withDatabase { database in
      let text = String(repeating: "体重", count: 700_000)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            let back = try await database.read("select \(text)") { rows throws(PostgresError) in
              try rows[0].text(0)
            }
            #expect(back == text)
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test("A column of another type, a NULL and a missing row are errors, not values")
  func mismatches() async throws {
    try await withDatabase { database in
      for (column, what) in [(0, "type"), (1, "NULL"), (2, "does not exist"), (-1, "not exist")] {
        let error = await failure {
          try await database.read("select 'text', null::bigint") { rows throws(PostgresError) in
            try rows[0].int64(column)
          }
        }
        #expect(error?.kind == .mismatch)
        #expect(error?.description.contains(what) == true)
      }
    }
  }

  @Test("Code on another thread than the loops' reads and writes too")
  func anotherThread() async throws {
    try await withDatabase(migrations: Notes.migrations) { database in
      try await Task.detached {
        #expect(EventLoop.current == nil)
        try await Notes.makeAccounts(1, in: database)
        #expect(try await Notes.add(1, to: 0, in: database))
        #expect(try await Notes.stored(in: database) == [Notes.id(1)])
      }.value
    }
  }

  @Test("A listener hears notifications, and listens again when its connection breaks")
  func notifications() async throws {
    try await withDatabase { database in
      @Sendable func notify(_ payload: String) async throws {
        _ = try await database.withConnection { connection throws(PostgresError) in
          try await connection.query("select pg_notify('a \"channel', \(payload))")
        }
      }
      let (stream, continuation) = AsyncStream.makeStream(of: ChannelEvent.self)
      let channel = database.openChannel("a \"channel") { continuation.yield($0) }
      defer { channel.close() }
      var events = stream.makeAsyncIterator()
      #expect(await events.next() == .listening)
      try await notify("one")
      #expect(await events.next() == .notification(payload: "one"))
      _ = try await database.withConnection { connection throws(PostgresError) in
        try await connection.query(
          """
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and query like 'listen%'
          """)
      }
      #expect(await events.next() == .listening)
      try await notify("two")
      #expect(await events.next() == .notification(payload: "two"))
    }
  }

  @Test(
    "A channel says together what is asked for at once, and again what a broken connection may have lost"
  )
  func posts() async throws {
    try await withDatabase { database in
      let (stream, continuation) = AsyncStream.makeStream(of: ChannelEvent.self)
      let queue = Mutex([String]())
      let hearing = database.openChannel("posts") { continuation.yield($0) }
      let speaking = database.openChannel(
        "posts",
        collect: {
          queue.withLock { queue in
            defer { queue = [] }; return queue
          }
        }
      ) { _ in }
      defer {
        hearing.close()
        speaking.close()
      }
      var events = stream.makeAsyncIterator()
      #expect(await events.next() == .listening)
      func say(_ payloads: [String]) {
        for payload in payloads {
          queue.withLock { $0.append(payload) }
          speaking.requestPost()
        }
      }
      let first = (1...100).map { "first \($0)" }
      say(first)
      for payload in first { #expect(await events.next() == .notification(payload: payload)) }
      let speaker: SQL = """
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'select pg_notify%'
        """
      _ = try await database.withConnection { connection throws(PostgresError) in
        try await connection.query(speaker)
      }
      say(["second"])
      // What the speaker did not yet know to be said, it says again.
      var event = await events.next()
      while case .notification(let payload) = event, first.contains(payload) {
        event = await events.next()
      }
      #expect(event == .notification(payload: "second"))
    }
  }

  @Test("A shutdown lets what is under way finish, and refuses what comes later")
  func shutdown() async throws {
    try await withDatabase { database in
      let slow = Task {
        try await database.read("select 1 from pg_sleep(0.1)") { rows in rows.count }
      }
      let isRunning = try await eventually {
        try await database.withConnection { connection throws(PostgresError) in
          try await connection.query(
            """
            select from pg_stat_activity
            where datname = current_database() and query like '%sleep%' and pid <> pg_backend_pid()
            """
          ).count > 0
        }
      }
      #expect(isRunning)
      await database.shutdown()
      let count = try await slow.value
      #expect(count == 1)
      let error = await failure {
        try await database.read("select 1") { _ in }
      }
      #expect(error?.kind == .shutDown)
    }
  }
}
