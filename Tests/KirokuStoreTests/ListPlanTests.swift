import KirokuCore
import Testing

@testable import KirokuStore
@testable import Postgres

/// How PostgreSQL reads lists of an account with 10,000 entries, beside a smaller one.
@Suite("Plans of lists", .serialized, .timeLimit(.minutes(2)))
struct ListPlanTests {
  /// Entries a minute apart, of weights from 60 to 69.99 kg, each 10 g once in 1,000 entries.
  static func fill(_ fixture: StoreFixture, _ secret: TokenSecret, _ count: Int) async throws {
    try await fixture.run(
      """
      insert into weight_entries (recorded_at, version_at, key_at, key_acted_at, rev, created_at,
        updated_at, weight_grams, entered_thousandths, local_day, utc_offset_minutes,
        day_start_minutes, account_id, id, key_client_id, key_op_id, entered_unit, time_zone, note)
      select at, at, at, at, n, at, at, grams, grams, at::date, 0, 0, \(secret.accountID),
        gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'kg', 'UTC', 'note ' || n
      from (select n, timestamptz '2024-01-01 00:00Z' + n / 2 * interval '1 minute' as at,
        60000 + n * 7919 % 1000 * 10 as grams from generate_series(1, \(Int64(count))) n) g
      """)
    try await fixture.run("analyze weight_entries")
  }

  /// Runs `body` on an account with 10,000 entries among smaller ones.
  private static func run(
    _ body: @escaping @Sendable (StoreFixture, TokenSecret) async throws -> Void
  ) async throws {
    try await StoreFixture.run { fixture in
      let secret = try await fixture.makeToken()
      try await fill(fixture, secret, 10_000)
      for _ in 0..<20 { try await fill(fixture, try await fixture.makeToken(), 100) }
      try await body(fixture, secret)
    }
  }

  private static func filters() throws -> [EntryFilter] {
    var rest = EntryFilter()
    rest.leastGrams = 60_000
    rest.noteText = "9"
    rest.source = .siri
    return [
      EntryFilter(), EntryFilter(from: .day(LocalDay(unixDays: 19_723))),
      EntryFilter(to: .instant(try .at("2024-01-03T00:00:00Z"))), rest,
    ]
  }

  @Test(
    "By time a page is read from the index, in order, so that reading stops with the page",
    arguments: [EntryOrder.newestFirst, .oldestFirst])
  func byTime(order: EntryOrder) async throws {
    try await Self.run { fixture, secret in
      let position = EntryPosition(
        recordedAt: try .at("2024-01-03T00:00:00Z"), weightGrams: 65_000, id: .fresh())
      for filter in try Self.filters() {
        for position in [nil, position] {
          let plan = try await fixture.plan(
            WeightEntryStore.listStatement(
              filter, by: order, after: position, limit: 51, for: secret))
          #expect(plan.contains("using weight_entries_by_time"), "\(plan)")
          #expect(!plan.contains("Sort") && !plan.contains("Seq Scan on weight_entries"), "\(plan)")
        }
      }
    }
  }

  @Test(
    "By weight no more than the account's own entries are read, and sorted",
    arguments: [EntryOrder.heaviestFirst, .lightestFirst])
  func byWeight(order: EntryOrder) async throws {
    try await Self.run { fixture, secret in
      let plan = try await fixture.plan(
        WeightEntryStore.listStatement(
          EntryFilter(), by: order, after: nil, limit: 51, for: secret))
      #expect(plan.contains("Sort Key: e.weight_grams"), "\(plan)")
      #expect(
        plan.contains("weight_entries_") && !plan.contains("Seq Scan on weight_entries"), "\(plan)")
    }
  }

  @Test("The latest entries of several accounts are read from the index, an account at a time")
  func suggested() async throws {
    try await Self.run { fixture, secret in
      let read = SuggestedEntries(secret: secret, limit: 7).read
      for count in [1, 2] {
        let rows = [MemberRow](repeating: read.row, count: count)
        let plan = try await fixture.plan(read.kind.statement.statement(for: rows))
        #expect(plan.contains("Backward using weight_entries_by_time"), "\(plan)")
        for way in ["Hash", "Merge", "Materialize", "Sort"] {
          #expect(!plan.contains(way), "\(plan)")
        }
      }
    }
  }

  @Test("The newest act that an undo means is looked for from the newest on, as far as it is found")
  func newest() async throws {
    try await StoreFixture.run { fixture in
      let secret = try await fixture.makeToken()
      for account in [secret, try await fixture.makeToken()] {
        try await fixture.run(
          """
          insert into operations (acted_at, key_at, received_at, day_start_minutes, account_id, op_id,
            record_id, client_id, record_type, kind, outcome, time_zone, request_hash, fields)
          select at, at, at, 0, \(account.accountID), gen_random_uuid(), gen_random_uuid(),
            gen_random_uuid(), 'entry', 'put', 'created', 'UTC', '', '{}'
          from (select timestamptz '2026-01-01 00:00Z' + n * interval '1 minute' as at
            from generate_series(1, 5000) n) g
          """)
      }
      try await fixture.run("analyze operations")
      let statement = OperationTable.newest(
        intent: nil, client: .fresh(), ofDaysOnly: false, of: secret.accountID)
      let plan = try await fixture.plan(statement)
      #expect(plan.contains("Index Scan Backward using operations_by_key"), "\(plan)")
      #expect(!plan.contains("Sort Key: o.key_at"), "\(plan)")
    }
  }

  @Test("Entries by id are looked up one by one, and a trend reads its account alone")
  func byID() async throws {
    try await Self.run { fixture, secret in
      let ids = try await fixture.plan(
        WeightEntryStore.entriesStatement([.fresh()], for: secret))
      #expect(
        ids.contains("weight_entries_pkey") && !ids.contains("Seq Scan on weight_entries"), "\(ids)"
      )
      let trend = try await fixture.plan(
        WeightEntryStore.readingsStatement(before: nil, for: .token(secret)))
      #expect(
        trend.contains("weight_entries_") && !trend.contains("Seq Scan on weight_entries"),
        "\(trend)")
    }
  }
}
