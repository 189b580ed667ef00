import KirokuCore
import Postgres
import Testing

@testable import KirokuStore

@Suite("The feed of changes")
struct FeedTests {
  @Test("A full sync tells all there is, page by page; what is gone only if it went meanwhile")
  func fullSync() async throws {
    try await StoreFixture.run { fixture in
      let secret = try await fixture.makeToken()
      let ids = (0..<7).map { _ in UUIDBytes.fresh() }
      for id in ids { try await fixture.put(entryID: id, for: secret) }
      try await fixture.delete(ids[0], for: secret)

      var page = try await fixture.feed(after: nil, limit: 2, for: secret)
      #expect(page.hasMore && page.isFullSync)
      // Gone, changed, and new, all while the pages are read.
      try await fixture.delete(ids[1], for: secret)
      try await fixture.put(70, entryID: ids[2], for: secret)
      let added = UUIDBytes.fresh()
      try await fixture.put(entryID: added, for: secret)
      var device = Device()
      device.take(page)
      while page.hasMore {
        page = try await fixture.feed(after: page.next, limit: 2, for: secret)
        #expect(page.isFullSync)
        device.take(page)
      }
      #expect(Set(device.entries.keys) == Set(ids[2...] + [added]))
      #expect(device.entries[ids[2]]?.weight.grams == 70_000)
      #expect(device.deletions == [.entry(ids[1])])
      #expect(page.next.fullSyncStart == nil)
      let end = try await fixture.feed(after: page.next, for: secret)
      #expect(end.changes.isEmpty && !end.hasMore && !end.isFullSync)
    }
  }

  @Test(
    "After a cursor come the records that changed, each once, as they are now, and the deletions")
  func incremental() async throws {
    try await StoreFixture.run { fixture in
      let secret = try await fixture.makeToken()
      let ids = (0..<5).map { _ in UUIDBytes.fresh() }
      for id in ids { try await fixture.put(entryID: id, for: secret) }
      let start = try await fixture.feed(after: nil, for: secret)
      #expect(start.changes.count == 5)
      try await fixture.put(71, entryID: ids[3], for: secret)
      try await fixture.put(72, entryID: ids[3], for: secret)
      try await fixture.delete(ids[1], for: secret)
      let page = try await fixture.feed(after: start.next, for: secret)
      #expect(page.changes.map(\.record) == [.entry(ids[3]), .entry(ids[1])])
      #expect(page.changes.map(\.rev) == page.changes.map(\.rev).sorted())
      guard case .entry(let entry)? = page.changes.first?.value else {
        throw Unexpected("no entry")
      }
      #expect(entry.weight.grams == 72_000 && entry.rev == page.changes[0].rev)
      if case .deleted? = page.changes.last?.value {} else { Issue.record("not told as gone") }
      #expect(page.next.rev == (try await fixture.rev(of: secret)))
    }
  }

  @Test("A transaction that commits late is not skipped: nobody gets a later revision before it")
  func slowTransaction() async throws {
    try await StoreFixture.run(loops: 2) { fixture in
      let secret = try await fixture.makeToken()
      let (slow, fast) = (UUIDBytes.fresh(), UUIDBytes.fresh())
      try await fixture.put(65, entryID: slow, for: secret)
      let start = try await fixture.feed(after: nil, for: secret)

      let (isHeld, release) = (
        AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self)
      )
      async let late: Void = fixture.database.transaction { connection throws(PostgresError) in
        _ = try await connection.query(
          """
          with raised as (
            update account_revisions set rev = rev + 1 where account_id = \(secret.accountID)
            returning rev)
          update weight_entries set rev = raised.rev, note = 'late' from raised
          where account_id = \(secret.accountID) and id = \(slow)
          """)
        isHeld.continuation.yield()
        for await _ in release.stream { break }
      }
      for await _ in isHeld.stream { break }
      async let put = fixture.put(70, entryID: fast, for: secret)
      // The put waits for the account's row, as the database says, and the feed shows nothing yet.
      while try await fixture.number(
        "select count(*) from pg_locks where not granted and locktype in ('transactionid', 'tuple')"
      )
        == 0
      {}
      let meanwhile = try await fixture.feed(after: start.next, for: secret)
      #expect(meanwhile.changes.isEmpty && meanwhile.next == start.next)
      release.continuation.yield()
      try await late
      _ = try await put
      let page = try await fixture.feed(after: meanwhile.next, for: secret)
      #expect(page.changes.map(\.record) == [.entry(slow), .entry(fast)])
    }
  }

  @Test("A cursor of another epoch, ahead of the account, or from before the horizon has expired")
  func expired() async throws {
    try await StoreFixture.run(now: try .at("2026-01-01T00:00:00Z")) { fixture in
      let secret = try await fixture.makeToken()
      let (kept, gone) = (UUIDBytes.fresh(), UUIDBytes.fresh())
      for id in [kept, gone] { try await fixture.put(entryID: id, for: secret) }
      let old = try await fixture.feed(after: nil, for: secret).next
      try await fixture.delete(gone, for: secret)
      let cursor = try await fixture.feed(after: old, for: secret).next

      let wrong = [
        FeedCursor(epoch: cursor.epoch &+ 1, rev: cursor.rev),
        FeedCursor(epoch: cursor.epoch, rev: cursor.rev + 1),
        FeedCursor(epoch: cursor.epoch, rev: 0, fullSyncStart: cursor.rev + 1),
      ]
      for cursor in wrong {
        #expect(try await fixture.hasExpired(cursor, for: secret), "\(cursor)")
      }
      // Within the horizon both can be followed; when the deletion is forgotten, the older one can't.
      fixture.setNow(try .at("2026-03-31T00:00:00Z"))
      _ = try await fixture.store.operations.purge(horizonDays: 90)
      for cursor in [old, cursor] { #expect(try await !fixture.hasExpired(cursor, for: secret)) }
      fixture.setNow(try .at("2026-04-01T00:00:01Z"))
      _ = try await fixture.store.operations.purge(horizonDays: 90)
      #expect(try await fixture.hasExpired(old, for: secret))
      #expect(
        try await fixture.hasExpired(
          FeedCursor(epoch: old.epoch, rev: 0, fullSyncStart: 1), for: secret))
      #expect(try await !fixture.hasExpired(cursor, for: secret))
      #expect(
        try await fixture.feed(after: nil, for: secret).changes.map(\.record) == [.entry(kept)])
    }
  }

  @Test("A page never ends between two records of one revision")
  func ties() async throws {
    try await StoreFixture.run { fixture in
      let secret = try await fixture.makeToken()
      for _ in 0..<6 { try await fixture.put(for: secret) }
      // 1, 3, 3, 3, 5, 6.
      try await fixture.run(
        "update weight_entries set rev = 3 where account_id = \(secret.accountID) and rev in (2, 4)"
      )
      for limit in 1...7 {
        var device = Device()
        var page = try await fixture.feed(after: nil, limit: limit, for: secret)
        device.take(page)
        var pages = 1
        while page.hasMore {
          page = try await fixture.feed(after: page.next, limit: limit, for: secret)
          device.take(page)
          pages += 1
        }
        #expect(device.entries.count == 6 && device.changes == 6, "limit \(limit)")
        #expect(pages <= 6 / limit + 1)
      }
    }
  }

  @Test("Habits and their days are told; the days of a habit that is gone are not")
  func habits() async throws {
    try await StoreFixture.run { fixture in
      let secret = try await fixture.makeToken()
      let account = secret.accountID
      let (habit, other) = (UUIDBytes.fresh(), UUIDBytes.fresh())
      for (index, id) in [habit, other].enumerated() {
        let isGone = index == 1
        try await fixture.run(
          """
          insert into habits (version_at, key_at, key_acted_at, rev, created_at, updated_at, deleted_at,
            account_id, id, key_client_id, key_op_id, kind, archived, name, position, schedules, pauses)
          values (now(), now(), now(), \(Int64(index + 1)), now(), now(), case when \(isGone) then now() end,
            \(account), \(id), \(id), \(id), 'check', false, 'Stretch', 0, '{1900-01-01 daily}', '{}')
          """)
        try await fixture.run(
          """
          insert into habit_days (version_at, key_at, key_acted_at, rev, created_at, updated_at,
            amount_thousandths, day, account_id, habit_id, key_client_id, key_op_id)
          values (now(), now(), now(), \(Int64(index + 3)), now(), now(), 1000, '2026-12-01', \(account),
            \(id), \(id), \(id))
          """)
      }
      try await fixture.run("update account_revisions set rev = 4 where account_id = \(account)")
      let day = try #require(LocalDay("2026-12-01"))
      let full = try await fixture.feed(after: nil, for: secret)
      #expect(full.changes.map(\.record) == [.habit(habit), .day(habit: habit, day)])
      guard case .day(let value, let habitFields)? = full.changes.last?.value else {
        throw Unexpected("no day")
      }
      #expect(value.value == .done && habitFields.kind == .check)
      let later = try await fixture.feed(
        after: FeedCursor(epoch: full.next.epoch, rev: 1), for: secret)
      #expect(later.changes.map(\.record) == [.habit(other), .day(habit: habit, day)])
    }
  }
}

/// What a device makes of the pages.
private struct Device {
  var entries: [UUIDBytes: WeightEntry] = [:]
  var deletions: Set<FeedChange.Record> = []
  var changes = 0

  mutating func take(_ page: FeedPage) {
    for change in page.changes {
      changes += 1
      switch (change.record, change.value) {
      case (.entry(let id), .entry(let entry)): entries[id] = entry
      case (.entry(let id), .deleted):
        entries[id] = nil
        deletions.insert(change.record)
      default: break
      }
    }
  }
}

extension StoreFixture {
  func feed(
    after cursor: FeedCursor?, limit: Int = 500, for secret: TokenSecret
  ) async throws -> FeedPage {
    let access = try await store.changes.page(after: cursor, limit: limit, for: secret)
    guard let result = access.value else { throw Unexpected("the token was refused") }
    return try result.get()
  }

  func hasExpired(_ cursor: FeedCursor, for secret: TokenSecret) async throws -> Bool {
    let access = try await store.changes.page(after: cursor, limit: 500, for: secret)
    let position = try await store.changes.position(cursor, for: secret)
    guard let result = access.value, let isValid = position.value else {
      throw Unexpected("the token was refused")
    }
    if case .failure(.cursorExpired) = result {
      #expect(!isValid)
      return true
    }
    #expect(isValid)
    return false
  }

  func delete(_ entry: UUIDBytes, for secret: TokenSecret) async throws {
    let operation = UUIDBytes.fresh()
    _ = try await store.entries.change(
      .delete(entry), Act(operationID: operation, request: operation.bytes), if: EntryCondition(),
      for: secret)
  }
}
