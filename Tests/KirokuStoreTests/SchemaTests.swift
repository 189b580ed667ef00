import Foundation
import KirokuCore
import KirokuStore
import Postgres
import TestSupport
import Testing

@Suite("The schema", .timeLimit(.minutes(2)))
struct SchemaTests {
  @Test("Every key and index starts with the account, so that the schema shards by account")
  func accountFirst() async throws {
    try await StoreFixture.run { fixture in
      let strays = try await fixture.database.read(
        """
        select i.indexrelid::regclass::text
        from pg_index i
        join pg_class t on t.oid = i.indrelid
        left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
        where t.relnamespace = 'public'::regnamespace
          and t.relname not in ('schema_migrations', 'analytics_tokens', 'event_day_totals')
          and a.attname is distinct from 'account_id'
          -- A code that a person types is too short to carry its account.
          and i.indexrelid <> 'pairings_by_code'::regclass
        """
      ) { rows throws(PostgresError) in
        try rows.map { row throws(PostgresError) in try row.text(0) }
      }
      #expect(strays == [])
    }
  }

  @Test("Every table has the account in each row, by which its rows are found and removed")
  func accountColumn() async throws {
    try await StoreFixture.run { fixture in
      let strays = try await fixture.database.read(
        """
        select t.relname::text from pg_class t
        where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')
          -- Sums over all accounts are nobody's.
          and t.relname not in ('schema_migrations', 'analytics_tokens', 'event_day_totals')
          and not exists (select from pg_attribute a
            where a.attrelid = t.oid and a.attname = 'account_id' and a.attnotnull)
        """
      ) { rows throws(PostgresError) in
        try rows.map { row throws(PostgresError) in try row.text(0) }
      }
      #expect(strays == [])
    }
  }

  @Test(
    "What no request can get past the rules, the tables refuse too", arguments: [19_999, 300_001])
  func weightRange(grams: Int) async throws {
    try await StoreFixture.run { fixture in
      let secret = try await fixture.makeToken()
      try await fixture.put(for: secret)
      let error = await #expect(throws: PostgresError.self) {
        try await fixture.run("update weight_entries set weight_grams = \(grams)")
      }
      #expect(error?.constraint == "weight_grams_range")
    }
  }

  @Test("The migrations in the program are those in the folder")
  func embedded() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = root.appending(path: "migrations")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".sql") }.sorted()
    let migrations = SchemaStore.migrations
    #expect(migrations.map { String(format: "%04d_\($0.name).sql", $0.number) } == names)
    for (migration, name) in zip(migrations, names) {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      #expect(
        migration.sql.trimmingCharacters(in: .newlines) == text.trimmingCharacters(in: .newlines))
    }
    let numbers = migrations.map(\.number)
    #expect(numbers == Set(numbers).sorted(), "each number once, rising")
  }

  @Test("An empty database is behind, a migrated one ready, a newer program's unknown")
  func readiness() async throws {
    try await withTestDatabase { test in
      let schema = Store(database: test.database).schema
      let count = SchemaStore.migrations.count
      #expect(await schema.readiness() == .behind(pending: count))
      #expect(try await schema.migrate().count == count)
      #expect(await schema.readiness() == .ready)
      #expect(try await schema.migrate() == [])
      try await test.database.withConnection { connection throws(PostgresError) in
        _ = try await connection.query(
          "insert into schema_migrations (number, name, sha256) values (9999, 'later', 'x')")
      }
      #expect(await schema.readiness() == .unknown(number: 9999))
    }
  }

  @Test("The database's time zones are places; abbreviations and files are none")
  func timeZones() async throws {
    try await StoreFixture.run { fixture in
      let names = try await fixture.store.schema.timeZoneNames()
      for name in ["Asia/Tokyo", "Europe/Berlin", "America/New_York", "UTC", "Pacific/Apia"] {
        #expect(names.contains(name), "\(name)")
      }
      for name in ["JST", "EST", "posix/Asia/Tokyo", "Factory", "asia/tokyo", "+09:00", ""] {
        #expect(!names.contains(name), "\(name)")
      }
    }
  }
}
