/// Applies migrations in order, each in a transaction of its own, under an advisory lock so that two
/// programs that start together do not both do it.
///
/// The table `schema_migrations` remembers each with the SHA-256 of its text, computed by PostgreSQL.
public struct Migrator: Sendable {
  private let database: Database
  private let migrations: [Migration]

  /// The key of the advisory lock: "kiroku" in ASCII.
  private static let lockKey: Int64 = 0x6B69_726F_6B75

  private struct Applied {
    var number: Int
    var hash: [UInt8]
  }

  /// - Throws: `migrationOrder` unless the numbers rise from one migration to the next.
  public init(database: Database, migrations: [Migration]) throws(PostgresError) {
    for (previous, next) in zip(migrations, migrations.dropFirst())
    where next.number <= previous.number {
      throw PostgresError(
        .migrationOrder(number: next.number),
        "migration \(next.number) follows migration \(previous.number)")
    }
    self.database = database
    self.migrations = migrations
  }

  /// Applies what has not been applied.
  ///
  /// - Returns: the migrations that were applied now.
  /// - Throws: `migrationChanged`, `migrationUnknown`, or what PostgreSQL refuses; the migrations
  ///   before the one refused stay applied.
  public func migrate() async throws(PostgresError) -> [Migration] {
    try await database.withConnection { connection throws(PostgresError) in
      // A migration, and waiting for another program's, may take long.
      try await connection.liftTimeouts()
      _ = try await connection.query("select pg_advisory_lock(\(Self.lockKey))")
      // Closing the connection releases the lock whatever happens.
      try await connection.script(
        """
        create table if not exists schema_migrations (
          number integer primary key,
          name text not null,
          sha256 bytea not null,
          applied_at timestamptz not null default clock_timestamp()
        )
        """)
      let pending = try await pending(on: connection)
      for migration in pending { try await apply(migration, on: connection) }
      return pending
    }
  }

  /// How the schema stands, without changing anything; quick enough for a readiness check.
  public func state() async throws(PostgresError) -> SchemaState {
    let applied: [Applied]
    do throws(PostgresError) {
      applied = try await database.read(Self.listStatement, Self.decode)
    } catch {
      // No table yet: nothing was ever applied.
      guard error.sqlState == .undefinedTable else { throw error }
      return migrations.isEmpty ? .current : .behind(pending: migrations.count)
    }
    let hashes = try await database.read(hashStatement) { rows throws(PostgresError) in
      try rows.map { row throws(PostgresError) in try row.bytea(0) }
    }
    do throws(PostgresError) {
      let pending = try Self.compare(migrations, hashes, applied)
      return pending.isEmpty ? .current : .behind(pending: pending.count)
    } catch {
      switch error.kind {
      case .migrationChanged(let number), .migrationUnknown(let number):
        return .unknown(number: number)
      default: throw error
      }
    }
  }

  private func pending(on connection: WorkConnection) async throws(PostgresError) -> [Migration] {
    let applied = try Self.decode(try await connection.query(Self.listStatement))
    let hashes = try await connection.query(hashStatement).map { row throws(PostgresError) in
      try row.bytea(0)
    }
    return try Self.compare(migrations, hashes, applied)
  }

  private func apply(
    _ migration: Migration, on connection: WorkConnection
  ) async throws(PostgresError) {
    try await connection.transaction { connection throws(PostgresError) in
      try await connection.script(migration.sql)
      _ = try await connection.query(
        """
        insert into schema_migrations (number, name, sha256)
        values (\(Int32(truncatingIfNeeded: migration.number)), \(migration.name),
          sha256(convert_to(\(migration.sql), 'UTF8')))
        """)
    }
  }

  private static let listStatement: SQL =
    "select number, sha256 from schema_migrations order by number"

  private var hashStatement: SQL {
    """
    select sha256(convert_to(text, 'UTF8'))
    from unnest(\(migrations.map(\.sql))) with ordinality as given (text, position)
    order by position
    """
  }

  private static func decode(_ rows: Rows) throws(PostgresError) -> [Applied] {
    try rows.map { row throws(PostgresError) in
      Applied(number: try row.int(0), hash: try row.bytea(1))
    }
  }

  /// - Returns: what has not been applied.
  private static func compare(
    _ migrations: [Migration], _ hashes: [[UInt8]], _ applied: [Applied]
  ) throws(PostgresError) -> [Migration] {
    for record in applied {
      guard let index = migrations.firstIndex(where: { $0.number == record.number }) else {
        throw PostgresError(
          .migrationUnknown(number: record.number),
          "the database has migration \(record.number), which this program does not know")
      }
      guard index < hashes.count, hashes[index] == record.hash else {
        throw PostgresError(
          .migrationChanged(number: record.number),
          "migration \(record.number) is not the one that was applied")
      }
    }
    let newest = applied.last?.number ?? 0
    if let late = migrations.first(where: { migration in
      migration.number < newest && !applied.contains { $0.number == migration.number }
    }) {
      throw PostgresError(
        .migrationOrder(number: late.number),
        "migration \(late.number) is older than one that was applied, and was not applied itself")
    }
    return migrations.filter { $0.number > newest }
  }
}
