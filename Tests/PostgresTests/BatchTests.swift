import AsyncSockets
import Postgres
import TestSupport
import Testing

@Suite("Writes in batches, on a real database")
struct BatchTests {
  @Test("A write is stored and answered")
  func oneWrite() async throws {
    try await withDatabase(migrations: Notes.migrations) { database in
      try await Notes.makeAccounts(1, in: database)
      #expect(try await Notes.add(1, to: 0, in: database))
      #expect(try await !Notes.add(1, to: 0, in: database), "a repeat has no second effect")
      #expect(try await Notes.stored(in: database) == [Notes.id(1)])
    }
  }

  @Test("What is written at once shares one transaction")
  func shareTransaction() async throws {
    try await withDatabase(migrations: Notes.migrations) { database in
      try await Notes.makeAccounts(8, in: database)
      // The first connects and prepares; the others then wait for the same end of a round.
      try await Notes.add(0, to: 0, in: database)
      await withTaskGroup(of: Void.self) { group in
        for op in 1..<8 { group.addTask { _ = try? await Notes.add(op, to: op, in: database) } }
      }
      let transactions = try await database.read(
        "select count(distinct xmin::text) from notes where op > \(Notes.id(0))"
      ) { rows throws(PostgresError) in try rows[0].int64(0) }
      #expect(transactions < 7)
      #expect(try await Notes.stored(in: database).count == 8)
    }
  }

  @Test("A member that fails is answered alone; the others of its batch are stored")
  func failingMember() async throws {
    try await withDatabase(migrations: Notes.migrations) { database in
      try await Notes.makeAccounts(10, in: database)
      let outcomes = await withTaskGroup(of: (Int, PostgresError?).self) { group in
        for op in 0..<10 {
          group.addTask {
            do throws(PostgresError) {
              try await Notes.add(op, to: op, body: op == 4 ? "bad" : "good", in: database)
              return (op, nil)
            } catch {
              return (op, error)
            }
          }
        }
        return await group.reduce(into: [Int: PostgresError?]()) { $0[$1.0] = .some($1.1) }
      }
      #expect(outcomes.count { $0.value == nil } == 9)
      let error = try #require(outcomes[4] ?? nil)
      #expect(error.sqlState == .checkViolation)
      #expect(error.constraint == "notes_body_is_good")
      #expect(error.kind == .refused)
      let expected = (0..<10).filter { $0 != 4 }.map(Notes.id)
      #expect(try await Notes.stored(in: database) == expected)
    }
  }

  @Test(
    "60 clients × 20 rounds with failing members: no good write lost or doubled", arguments: [1, 2])
  func manyClients(loops: Int) async throws {
    let clients = 60
    let rounds = 20
    try await withTestDatabase(migrations: Notes.migrations, loops: loops) { test in
      let database = test.database
      try await Notes.makeAccounts(clients / 2, in: database)
      let acknowledged = Collected<Int>()
      let failed = Collected<Int>()
      await withTaskGroup(of: Void.self) { group in
        for client in 0..<clients {
          // Two clients an account, spread over the loops.
          group.addTask(executorPreference: test.loops[client % loops]) {
            var random = SeededGenerator(state: UInt64(client))
            for round in 0..<rounds {
              let op = client * rounds + round
              let isBad = Int.random(in: 0..<10, using: &random) == 0
              do throws(PostgresError) {
                try await Notes.add(
                  op, to: client / 2, body: isBad ? "bad" : "good", in: database)
                acknowledged.append(op)
                if isBad { Issue.record("a bad write was acknowledged") }
              } catch {
                failed.append(op)
                if !isBad { Issue.record("a good write failed: \(error)") }
              }
            }
          }
        }
      }
      #expect(acknowledged.all.count + failed.all.count == clients * rounds)
      let stored = try await Notes.stored(in: database)
      #expect(stored == acknowledged.all.sorted().map(Notes.id))
      let revisions = try await database.read("select sum(rev)::bigint from accounts") {
        rows throws(PostgresError) in try rows[0].int64(0)
      }
      #expect(revisions == Int64(stored.count))
    }
  }

  @Test("A held account's row does not delay strangers, and its own write waits for the lock")
  func heldAccount() async throws {
    try await withDatabase(migrations: Notes.migrations, loops: 1) { database in
      try await Notes.makeAccounts(20, in: database)
      let isDone = Collected<Int>()
      let waiting = try await database.withConnection { connection throws(PostgresError) in
        try await connection.transaction { connection throws(PostgresError) in
          _ = try await connection.query(
            "select from accounts where id = \(Notes.id(0)) for update")
          let waiting = Task {
            _ = try await Notes.add(1000, to: 0, in: database)
            isDone.append(1000)
          }
          for op in 1..<20 { try await Notes.add(op, to: op, in: database) }
          #expect(isDone.all.isEmpty, "strangers were done while the account was held")
          return waiting
        }
      }
      try await waiting.value
      #expect(try await Notes.stored(in: database).count == 20)
    }
  }

  @Test("An account that stays locked is answered as locked")
  func lockTimeout() async throws {
    try await withTestDatabase(
      migrations: Notes.migrations, configure: { $0.waitingLockTimeout = .milliseconds(50) }
    ) { test in
      let database = test.database
      try await Notes.makeAccounts(1, in: database)
      let error = try await database.withConnection { connection throws(PostgresError) in
        try await connection.transaction { connection throws(PostgresError) in
          _ = try await connection.query("select from accounts for update")
          do throws(PostgresError) {
            try await Notes.add(1, to: 0, in: database)
            return PostgresError?.none
          } catch {
            return error
          }
        }
      }
      #expect(error?.kind == .locked)
      #expect(error?.sqlState == .lockNotAvailable)
    }
  }

  @Test("A commit that fails answers its member, not the others of the batch")
  func failingCommit() async throws {
    try await withDatabase(migrations: Notes.migrations) { database in
      try await Notes.makeAccounts(4, in: database)
      let kind = Notes.kind { members in
        "insert into due (op, account_id) select m.op, m.account_id from \(members) returning 1"
      }
      func addDue(_ op: Int, to account: Int) async throws(PostgresError) {
        let member = Notes.Member(account: Notes.id(account), op: Notes.id(op), body: "")
        let row = MemberRow(member, Notes.Member.columns)
        try await database.write(Write(kind, account: member.account, row: row)) { _, _ in }
      }
      async let good: Void = addDue(1, to: 1)
      async let bad: Void = addDue(2, to: 999)
      async let alsoGood: Void = addDue(3, to: 3)
      try await good
      try await alsoGood
      let error: PostgresError?
      do {
        try await bad
        error = nil
      } catch let failure {
        error = failure as? PostgresError
      }
      #expect(error?.sqlState == .foreignKeyViolation)
    }
  }
}

/// Random numbers that are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
