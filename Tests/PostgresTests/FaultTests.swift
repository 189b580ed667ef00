import AsyncSockets
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("Faults of the database, under load")
struct FaultTests {
  @Test(
    "Statements that became stale are prepared again, unseen",
    arguments: [
      "discard all", "deallocate all",
      "alter table notes add column more int default 1",
    ])
  func staleStatements(fault: String) async throws {
    try await withTestDatabase(migrations: Notes.migrations) { test in
      let database = test.database
      try await Notes.makeAccounts(8, in: database)
      func everything() async throws(PostgresError) -> Int {
        try await database.read("select * from notes") { rows in rows.count }
      }
      func write(_ ops: Range<Int>) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for op in ops { group.addTask { try await Notes.add(op, to: op % 8, in: database) } }
          try await group.waitForAll()
        }
      }
      try await write(0..<8)
      #expect(try await everything() == 8)
      try await database.run(fault, on: .reads)
      try await database.run(fault, on: .writes)
      try await write(8..<24)
      #expect(try await everything() == 24)
      #expect(try await Notes.stored(in: database).count == 24)
    }
  }

  @Test("Backends killed at random: every acknowledged write is stored once")
  func killedBackends() async throws {
    let events = Collected<String>()
    try await withTestDatabase(
      migrations: Notes.migrations, loops: 2, configure: { $0.observe = { events.append("\($0)") } }
    ) { test in
      let database = test.database
      try await Notes.makeAccounts(20, in: database)
      let load = WriteLoad(clients: 20, database: database, loops: test.loops)
      // A killer from outside, which is not itself a victim.
      try await withTestDatabase(try DatabaseConfiguration(url: test.url)) { outside in
        for _ in 0..<30 {
          let before = load.acknowledged.all.count
          try await outside.database.withConnection { connection throws(PostgresError) in
            _ = try await connection.query(
              """
              select pg_terminate_backend(pid) from pg_stat_activity
              where datname = current_database() and query like '%notes%'
                and pid <> pg_backend_pid()
              order by random() limit 1
              """)
          }
          // Five writes of each client: who meets three losses in a row is refused, and that is another matter.
          let isServing = try await eventually { load.acknowledged.all.count >= before + 100 }
          #expect(isServing)
        }
      }
      try await load.finish()
      #expect(events.all.count { $0 == "connectionLost" } > 10)
      #expect(load.refused.all.isEmpty, "a loss of one connection is not seen by clients")
    }
  }

  @Test("A backend that is stopped holds up nobody for longer than the answer deadline")
  func stoppedBackend() async throws {
    let events = Collected<String>()
    try await withTestDatabase(
      migrations: Notes.migrations,
      configure: {
        $0.answerDeadline = .milliseconds(300)
        $0.observe = { events.append("\($0)") }
      }
    ) { test in
      let database = test.database
      try await Notes.makeAccounts(2, in: database)
      try await Notes.add(1, to: 0, in: database)
      let process = try await database.backend(of: .writes)
      #expect(kill(process, SIGSTOP) == 0)
      defer { kill(process, SIGCONT) }
      // It ends at all, though the backend never answers. On a busy machine the next connection may be given up as well,
      // after it has stored the note: then the one after it finds it there.
      _ = try await Notes.add(2, to: 0, in: database)
      #expect(events.all.contains("connectionAbandoned"))
      #expect(try await database.backend(of: .writes) != process)
      // When it goes on, it does what it was sent; the operation has one effect all the same.
      kill(process, SIGCONT)
      let isGone = try await eventually {
        try await database.withConnection { connection throws(PostgresError) in
          try await connection.query("select from pg_stat_activity where pid = \(process)").isEmpty
        }
      }
      #expect(isGone)
      #expect(try await Notes.stored(in: database) == [Notes.id(1), Notes.id(2)])
      let revision = try await database.read("select rev from accounts where id = \(Notes.id(0))") {
        rows throws(PostgresError) in try rows[0].int64(0)
      }
      #expect(revision == 2)
    }
  }

  @Test("A server that takes no writes, as after a fail-over, is left for another connection")
  func readOnlyServer() async throws {
    try await withTestDatabase(migrations: Notes.migrations) { test in
      let database = test.database
      try await Notes.makeAccounts(1, in: database)
      try await database.withConnection { connection throws(PostgresError) in
        // Holds for sessions that begin from now on; this one stays as it is.
        let setting = "alter database current set default_transaction_read_only ="
        let name = try await connection.query("select current_database()")[0].text(0)
        func set(_ value: String) async throws(PostgresError) {
          try await connection.script(setting.replacing("current", with: name) + " " + value)
        }
        try await set("on")
        kill(try await database.backend(of: .writes), SIGTERM)
        let error = await failure { try await Notes.add(1, to: 0, in: database) }
        #expect(error?.kind == .unavailable)
        try await set("off")
        let isBack: Bool
        do {
          isBack = try await eventually(within: .seconds(5)) {
            await failure { try await Notes.add(1, to: 0, in: database) } == nil
          }
        } catch {
          isBack = false
        }
        #expect(isBack)
      }
    }
  }

  @Test("A write that waits for its account's lock survives the loss of its connection")
  func killedWhileWaiting() async throws {
    try await withTestDatabase(migrations: Notes.migrations) { test in
      let database = test.database
      try await Notes.makeAccounts(1, in: database)
      let waiting = try await database.withConnection { connection throws(PostgresError) in
        try await connection.transaction { connection throws(PostgresError) in
          _ = try await connection.query("select from accounts for update")
          let waiting = Task { try await Notes.add(1, to: 0, in: database) }
          // The second one to wait belongs to the second attempt.
          var killed: Int32 = 0
          for _ in 0..<2 { killed = try await database.killWaiting(notAgain: killed) }
          return waiting
        }
      }
      #expect(try await waiting.value)
      #expect(try await Notes.stored(in: database) == [Notes.id(1)])
    }
  }

  @Test("A connection that broke while idle is replaced before anybody needs it")
  func brokenWhileIdle() async throws {
    let events = Collected<String>()
    try await withTestDatabase(configure: { $0.observe = { events.append("\($0)") } }) { test in
      let database = test.database
      let processes = [
        try await database.backend(of: .reads), try await database.backend(of: .writes),
      ]
      for process in processes { kill(process, SIGTERM) }
      let isReplaced = try await eventually { events.all.count { $0 == "connected" } == 4 }
      #expect(isReplaced)
      #expect(events.all.count { $0 == "connectionLost" } == 2)
      #expect(try await database.backend(of: .reads) != processes[0])
    }
  }

  @Test(
    "PostgreSQL restarts under load: nothing acknowledged is lost, and service is back in 5 s",
    arguments: [TestCluster.StopMode.fast, .immediate])
  func restart(mode: TestCluster.StopMode) async throws {
    let cluster = try TestCluster.start()
    defer { cluster.remove() }
    let configuration = try DatabaseConfiguration(url: cluster.url(database: "postgres"))
    try await withTestDatabase(configuration, 2) { test in
      let database = test.database
      _ = try await Migrator(database: database, migrations: Notes.migrations).migrate()
      try await Notes.makeAccounts(20, in: database)
      let load = WriteLoad(clients: 20, database: database, loops: test.loops)
      _ = try await eventually { load.acknowledged.all.count > 200 }
      try cluster.stop(mode)
      // While it is away, requests are refused, not left waiting.
      let refusesSome = try await eventually { !load.refused.all.isEmpty }
      #expect(refusesSome)
      try cluster.start()
      let before = load.acknowledged.all.count
      let isBack = try await eventually(within: .seconds(5)) {
        load.acknowledged.all.count > before + 100
      }
      #expect(isBack)
      try await load.finish()
    }
  }

  @Test("Two loops that write to the same accounts in opposite orders never deadlock")
  func oppositeOrders() async throws {
    try await withTestDatabase(migrations: Notes.migrations, loops: 2) { test in
      let database = test.database
      let accounts = 8
      try await Notes.makeAccounts(accounts, in: database)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, loop) in test.loops.enumerated() {
          for client in 0..<accounts {
            group.addTask(executorPreference: loop) {
              for round in 0..<25 {
                let account = index == 0 ? client : accounts - 1 - client
                let op = (round * accounts + client) * 2 + index
                try await Notes.add(op, to: account, in: database)
              }
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await Notes.stored(in: database).count == accounts * 50)
      let deadlocks = try await database.withConnection { connection throws(PostgresError) in
        try await connection.query(
          "select deadlocks from pg_stat_database where datname = current_database()")[0].int64(0)
      }
      #expect(deadlocks == 0)
    }
  }
}
