public import KirokuCore
public import Postgres

/// The schema itself, and what the database knows of the world.
public struct SchemaStore: Sendable {
  let database: Database

  /// Whether requests can be served.
  public enum Readiness: Sendable, Equatable {
    case ready
    /// So many migrations have yet to be applied: `kiroku migrate` does it.
    case behind(pending: Int)
    /// A newer program has changed the schema, or another one made it.
    case unknown(number: Int)
    /// The database does not answer; the reason is for the log.
    case unreachable(reason: String)
  }

  /// Every migration of the schema, in order; carried in the program.
  public static let migrations: [Migration] = MigrationFiles.all.map { file in
    Migration(
      number: Int(file.name.prefix(4)) ?? 0, name: String(file.name.dropFirst(5)), sql: file.sql)
  }

  public func readiness() async -> Readiness {
    do throws(PostgresError) {
      switch try await Migrator(database: database, migrations: Self.migrations).state() {
      case .current: return .ready
      case .behind(let pending): return .behind(pending: pending)
      case .unknown(let number): return .unknown(number: number)
      }
    } catch {
      return .unreachable(reason: error.description)
    }
  }

  /// Applies what has not been applied.
  ///
  /// - Returns: the names of the migrations that were applied now.
  public func migrate() async throws(StoreError) -> [String] {
    do throws(PostgresError) {
      return try await Migrator(database: database, migrations: Self.migrations).migrate()
        .map(\.name)
    } catch {
      throw StoreError(error)
    }
  }

  /// The time zones that a person may live in.
  public func timeZoneNames() async throws(StoreError) -> TimeZoneNames {
    do throws(PostgresError) {
      // Takes some 100 ms: PostgreSQL reads every file of the zone database. So not on a lane.
      let names = try await database.withConnection { connection throws(PostgresError) in
        try await connection.query("select name from pg_timezone_names")
          .map { row throws(PostgresError) in try row.text(0) }
      }
      return TimeZoneNames(listed: names)
    } catch {
      throw StoreError(error)
    }
  }
}
