import Postgres
import TestSupport
import Testing

@Suite("Migrations")
struct MigratorTests {
  private static let first = Migration(
    number: 1, name: "make_things", sql: "create table things (id int); create table more (id int);"
  )
  private static let second = Migration(
    number: 2, name: "name_things", sql: "alter table things add name text;")

  @Test("Each is applied once, in order")
  func appliedOnce() async throws {
    try await withDatabase { database in
      let both = try Migrator(database: database, migrations: [Self.first, Self.second])
      #expect(try await both.state() == .behind(pending: 2))
      let one = try Migrator(database: database, migrations: [Self.first])
      #expect(try await one.migrate() == [Self.first])
      #expect(try await one.state() == .current)
      #expect(try await both.state() == .behind(pending: 1))
      #expect(try await both.migrate() == [Self.second])
      #expect(try await both.migrate() == [])
      #expect(try await both.state() == .current)
      try await database.read("select name from things") { _ in }
    }
  }

  @Test("Two programs that start together apply each once between them")
  func together() async throws {
    try await withDatabase { database in
      let migrator = try Migrator(database: database, migrations: [Self.first, Self.second])
      async let left = migrator.migrate()
      async let right = migrator.migrate()
      let counts = try await [left.count, right.count]
      #expect(counts.sorted() == [0, 2])
    }
  }

  @Test("One that was changed after it was applied is refused")
  func changed() async throws {
    try await withDatabase { database in
      _ = try await Migrator(database: database, migrations: [Self.first]).migrate()
      var edited = Self.first
      edited.sql += " "
      let migrator = try Migrator(database: database, migrations: [edited, Self.second])
      #expect(try await migrator.state() == .unknown(number: 1))
      let error = await failure {
        try await migrator.migrate()
      }
      #expect(error?.kind == .migrationChanged(number: 1))
    }
  }

  @Test("A database of a newer program is refused")
  func unknown() async throws {
    try await withDatabase { database in
      _ = try await Migrator(database: database, migrations: [Self.first, Self.second]).migrate()
      let old = try Migrator(database: database, migrations: [Self.first])
      #expect(try await old.state() == .unknown(number: 2))
      let error = await failure {
        try await old.migrate()
      }
      #expect(error?.kind == .migrationUnknown(number: 2))
    }
  }

  @Test("One that fails leaves nothing behind, and those before it applied")
  func failing() async throws {
    try await withDatabase { database in
      let bad = Migration(
        number: 2, name: "break", sql: "create table left_over (id int); select 1 / 0;")
      let migrator = try Migrator(database: database, migrations: [Self.first, bad])
      let error = await failure {
        try await migrator.migrate()
      }
      #expect(error?.sqlState == SQLState("22012"))
      #expect(try await migrator.state() == .behind(pending: 1))
      let leftOver = try await database.read("select to_regclass('left_over') is null") {
        rows throws(PostgresError) in try rows[0].bool(0)
      }
      #expect(leftOver)
    }
  }

  @Test("Numbers that do not rise are refused")
  func order() async throws {
    try await withDatabase { database in
      let error = await failure {
        try Migrator(database: database, migrations: [Self.second, Self.first])
      }
      #expect(error?.kind == .migrationOrder(number: 1))
    }
  }
}
