import KirokuCore
import KirokuStore
import Postgres
import TestSupport
import Testing

@Suite("Writers at the same time", .timeLimit(.minutes(2)))
struct ConcurrencyTests {
  @Test("50 repeats of one write at once have one effect")
  func repeats() async throws {
    try await StoreFixture.run(loops: 2) { fixture in
      let secret = try await fixture.makeToken()
      let (entryID, operation) = (UUIDBytes.fresh(), UUIDBytes.fresh())
      let results = try await onBothLoops(fixture, count: 50) { _ in
        try await fixture.put(entryID: entryID, operation: operation, for: secret)
      }
      #expect(results.count { $0.outcome == .created } == 1)
      #expect(results.count { $0.outcome == .repeated(.created) } == 49)
      #expect(Set(results.map(\.entry)).count == 1)
      #expect(try await fixture.rev(of: secret) == 1)
      #expect(try await fixture.number("select count(*) from operations") == 1)
    }
  }

  @Test(
    "Repeats of a put without an id answer the one entry, while an undo waits for another act too")
  func repeatsWithoutID() async throws {
    try await StoreFixture.run(loops: 2) { fixture in
      let secret = try await fixture.makeToken()
      // With an undo that waits, puts take the locked transaction, where the id of a repeat was once looked up instead.
      _ = try await fixture.undo(.fresh(), actedAt: nil, for: secret)
      let operation = UUIDBytes.fresh()
      let results = try await onBothLoops(fixture, count: 20) { _ in
        let put = EntryPut(
          entryID: .fresh(), draft: try StoreFixture.draft(65), fields: StoreFixture.fields(65))
        let act = Act(operationID: operation, request: Array("65 kg".utf8))
        let access = try await fixture.store.entries.put(put, act, for: secret)
        return try #require(try access.value?.get())
      }
      #expect(results.count { $0.outcome == .created } == 1)
      #expect(results.allSatisfy { $0.entry != nil })
      #expect(Set(results.map(\.entry)).count == 1)
    }
  }

  @Test("50 repeats of one undo at once, and 50 undos of one act, undo it once")
  func undos() async throws {
    try await StoreFixture.run(loops: 2) { fixture in
      let secret = try await fixture.makeToken()
      let (target, undo) = (UUIDBytes.fresh(), UUIDBytes.fresh())
      try await fixture.put(operation: target, for: secret)
      let repeats = try await onBothLoops(fixture, count: 50) { _ in
        try await fixture.undo(target, actedAt: nil, operation: undo, for: secret)
      }
      #expect(repeats.allSatisfy { $0 == .success(.undone) })
      #expect(try await fixture.rev(of: secret) == 2)
      #expect(try await fixture.number("select count(*) from operations") == 2)
      _ = try await fixture.undo(target, cancels: false, actedAt: nil, for: secret)
      let undos = try await onBothLoops(fixture, count: 50) { _ in
        try await fixture.undo(target, actedAt: nil, for: secret)
      }
      #expect(undos.count { $0 == .success(.undone) } == 1)
      #expect(undos.count { $0 == .success(.alreadyUndone) } == 49)
      #expect(try await fixture.rev(of: secret) == 4)
      #expect(try await fixture.store.entries.suggested(for: secret, limit: 7).value == [])
    }
  }

  @Test("Two writers on one account raise its revision by one for each write, none skipped")
  func revisions() async throws {
    try await StoreFixture.run(loops: 2) { fixture in
      let secret = try await fixture.makeToken()
      let results = try await onBothLoops(fixture, count: 200) { _ in
        try await fixture.put(for: secret)
      }
      #expect(Set(results.compactMap(\.entry?.rev)) == Set(1...200))
      #expect(try await fixture.rev(of: secret) == 200)
    }
  }

  @Test("Puts of one entry from many sides at once end with the newest act")
  func oneEntry() async throws {
    let now = try Instant.at("2026-12-01T07:30:00Z")
    try await StoreFixture.run(loops: 2, now: now) { fixture in
      let secret = try await fixture.makeToken()
      let id = UUIDBytes.fresh()
      let results = try await onBothLoops(fixture, count: 60) { number in
        let actedAt = now.advanced(byMicroseconds: -Int64((number * 37) % 60) * 1_000_000)
        return try await fixture.put(
          Int64(100 + (number * 37) % 60), entryID: id, actedAt: actedAt, for: secret)
      }
      let entry = try await fixture.store.entries.entry(id, for: secret).value
      #expect(entry??.weight.grams == 100_000)
      let raises = results.count { $0.outcome == .created || $0.outcome == .updated }
      #expect(try await fixture.rev(of: secret) == Int64(raises))
      #expect(try await fixture.number("select count(*) from operations") == 60)
    }
  }

  @Test("A held account delays its own writes, not those of strangers in the same batch")
  func held() async throws {
    try await StoreFixture.run { fixture in
      let held = try await fixture.makeToken()
      var strangers: [TokenSecret] = []
      for _ in 0..<8 { strangers.append(try await fixture.makeToken()) }
      let id = held.accountID
      // A first use is recorded apart from the batch.
      for secret in strangers + [held] { try await fixture.put(for: secret) }
      let waiting = try await fixture.database.withConnection {
        connection throws(PostgresError) -> Task<EntryResult, any Error> in
        _ = try await connection.query("begin")
        _ = try await connection.query(
          "select rev from account_revisions where account_id = \(id) for update")
        let waiting = Task { try await fixture.put(for: held) }
        do {
          try await withThrowingTaskGroup { group in
            for secret in strangers {
              group.addTask { _ = try await fixture.put(for: secret) }
            }
            try await group.waitForAll()
          }
        } catch {
          Issue.record("a stranger failed: \(error)")
        }
        _ = try await connection.query("commit")
        return waiting
      }
      let result = try await waiting.value
      #expect(result.outcome == .created)
      #expect(result.entry?.rev == 2)
    }
  }

  @Test("Connections cut while writes are under way lose no acknowledged write and double none")
  func cutConnections() async throws {
    try await StoreFixture.run(loops: 2) { fixture in
      let secret = try await fixture.makeToken()
      try await fixture.put(for: secret)
      let cutter = Task {
        while !Task.isCancelled {
          try await fixture.run(
            """
            select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()
            """)
        }
      }
      let ids = try await onBothLoops(fixture, count: 120) { _ in
        let (entryID, operation) = (UUIDBytes.fresh(), UUIDBytes.fresh())
        // The client's part: the same again until it has an answer.
        while true {
          do {
            try await fixture.put(entryID: entryID, operation: operation, for: secret)
            return entryID
          } catch let error as StoreError {
            #expect(error.retryAfterSeconds != nil, "\(error)")
          }
          if operation.low % 3 == 0 { cutter.cancel() }
        }
      }
      cutter.cancel()
      _ = try? await cutter.value
      let entries = try await ListTests.walk(fixture, limit: 500, secret)
      #expect(entries.count == 121)
      #expect(Set(entries.map(\.id)).isSuperset(of: ids))
      #expect(Set(entries.map(\.rev)) == Set(1...121))
    }
  }

  /// Runs `body` so many times at once, in turn on each loop.
  private func onBothLoops<Value: Sendable>(
    _ fixture: StoreFixture, count: Int, _ body: @escaping @Sendable (Int) async throws -> Value
  ) async throws -> [Value] {
    try await withThrowingTaskGroup { group in
      for number in 0..<count {
        let loop = fixture.test.loops[number % fixture.test.loops.count]
        group.addTask { try await loop.run { try await body(number) } }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }
}
