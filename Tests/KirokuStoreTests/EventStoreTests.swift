import KirokuCore
import Postgres
import Testing

@testable import KirokuStore

@Suite("Events in the store", .timeLimit(.minutes(2)))
struct EventStoreTests {
  private static let now = RandomWorld.now  // 2026-06-15

  private func record(
    _ fixture: StoreFixture, _ name: String, at time: String, for secret: TokenSecret
  ) async throws -> EventReceipt.Outcome? {
    var event = Event(id: .fresh(), name: name)
    event.intent = "Log"
    event.occurredAt = try .at(time)
    let access = try await fixture.store.events.record(
      [event], clientID: nil, for: secret)
    return access.value?.outcomes.first
  }

  private func partitions(_ fixture: StoreFixture) async throws -> [String] {
    try await fixture.database.read(
      """
      select c.relname::text from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'events'::regclass order by 1
      """
    ) { rows throws(PostgresError) in
      try rows.map { row throws(PostgresError) in try row.text(0) }
    }
  }

  @Test("Partitions are made for the months that are kept and three to come, by several at once")
  func partitions() async throws {
    try await StoreFixture.run(now: Self.now) { fixture in
      try await withThrowingTaskGroup { group in
        for _ in 0..<4 { group.addTask { try await fixture.store.events.makePartitions() } }
        try await group.waitForAll()
      }
      let names = try await partitions(fixture)
      #expect(
        names.first == "events_2025_05" && names.last == "events_2026_09" && names.count == 17)
      try await fixture.store.events.makePartitions()
      #expect(try await partitions(fixture) == names)
      let strays = try await fixture.number(
        """
        select count(*) from pg_index i
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
        where i.indrelid in (select inhrelid from pg_inherits) and a.attname <> 'account_id'
        """)
      #expect(strays == 0)
    }
  }

  @Test("The first event makes the partitions, where nobody did")
  func unprepared() async throws {
    try await StoreFixture.run(now: Self.now) { fixture in
      let secret = try await fixture.makeToken()
      #expect(
        try await record(fixture, Event.opened, at: "2026-06-01T00:00:00Z", for: secret)
          == .recorded)
      #expect(try await partitions(fixture).count == 17)
    }
  }

  @Test(
    "A purge drops old months whole, and what they came to stays, also when its days are counted again"
  )
  func purge() async throws {
    try await StoreFixture.run(now: try .at("2026-06-15T00:00:00Z")) { fixture in
      let secret = try await fixture.makeToken()
      for time in ["2025-05-10", "2025-05-31", "2025-07-01", "2026-06-10"] {
        #expect(
          try await record(fixture, Event.performed, at: "\(time)T00:00:00Z", for: secret)
            == .recorded)
      }
      let days = try #require(LocalDay("2025-05-01"))..<(try #require(LocalDay("2026-06-15")))
      // 400 days before 2026-07-10 is 2025-06-05: May is over since then.
      fixture.setNow(try .at("2026-07-10T00:00:00Z"))
      #expect(try await fixture.store.events.purge() == 1)
      #expect(try await partitions(fixture).first == "events_2025_06")
      #expect(try await fixture.number("select count(*) from events") == 2)
      #expect(
        try await record(fixture, Event.performed, at: "2025-05-20T00:00:00Z", for: secret)
          == .expired)
      // An act of a day whose raw events are gone, and one of a day whose events are there.
      for time in ["2025-05-10T01:00:00Z", "2025-07-01T01:00:00Z"] {
        let at = try Instant.at(time)
        try await fixture.run(
          """
          with locked as (
            update account_revisions set rev = rev + 1 where account_id = \(secret.accountID)
          )
          insert into operations (acted_at, key_at, received_at, day_start_minutes, account_id, op_id,
            record_id, client_id, record_type, kind, outcome, time_zone, source, intent,
            request_hash, fields)
          values (\(at), \(at), now(), 0, \(secret.accountID), \(UUIDBytes.fresh()),
            \(secret.accountID), \(secret.accountID), 'entry', 'put', 'created', 'UTC', 'app', 'Log',
            '', '{}')
          """)
      }
      #expect(try await fixture.rollUp() == 0)
      let rows = try await fixture.measures.donations(of: nil, in: days).rows
      #expect(
        rows.map { "\($0.day) \($0.performed)" }
          == ["2025-05-10 1", "2025-05-31 1", "2025-07-01 2", "2026-06-10 1"])
    }
  }

  @Test("An account that is deleted while it is counted leaves no row")
  func deletion() async throws {
    try await StoreFixture.run(now: Self.now) { fixture in
      for _ in 0..<10 {
        var secrets: [TokenSecret] = []
        for _ in 0..<4 { secrets.append(try await fixture.makeToken()) }
        for secret in secrets {
          _ = try await record(fixture, Event.performed, at: "2026-06-10T00:00:00Z", for: secret)
        }
        try await withThrowingTaskGroup { group in
          for secret in secrets {
            group.addTask { _ = try await fixture.store.accounts.delete(for: secret) }
          }
          group.addTask { try await fixture.rollUp() }
          group.addTask { try await fixture.rollUp() }
          try await group.waitForAll()
        }
        try await fixture.rollUp()
        let left = try await fixture.number(
          "select (select count(*) from event_days) + (select count(*) from measured_accounts)")
        #expect(left == 0)
      }
    }
  }

  @Test("What is the same as before is not written again")
  func unchanged() async throws {
    try await StoreFixture.run(now: Self.now) { fixture in
      let secret = try await fixture.makeToken()
      let written: SQL = "select coalesce(max(xmin::text::bigint), 0) from event_days"
      _ = try await record(fixture, Event.performed, at: "2026-06-10T00:00:00Z", for: secret)
      try await fixture.rollUp()
      let rows = try await fixture.number(written)
      _ = try await record(fixture, "custom", at: "2026-06-10T00:00:00Z", for: secret)
      _ = try await record(fixture, Event.performed, at: "2026-06-12T00:00:00Z", for: secret)
      try await fixture.rollUp()
      #expect(try await fixture.number("select min(xmin::text::bigint) from event_days") == rows)
      #expect(try await fixture.number("select count(*) from event_days") == 2)
    }
  }
}
