import KirokuStore
import Testing

@testable import Postgres

extension StoreFixture {
  /// The plan that a lane's prepared statement keeps, whatever its values.
  func plan(_ statement: SQL) async throws -> String {
    let names: [TypeOID: String] = [
      .timestamptz: "timestamptz", .date: "date", .uuid: "uuid", .bytea: "bytea", .text: "text",
      .int4: "integer", .int8: "bigint", .uuidArray: "uuid[]", .bool: "boolean",
      .byteaArray: "bytea[]", .int8Array: "bigint[]",
    ]
    let types = try statement.parameters.map { try #require(names[$0.type]) }
    let values = types.map { _ in "null" }.joined(separator: ", ")
    return try await database.withConnection { connection throws(PostgresError) in
      try await connection.script(
        """
        set plan_cache_mode = force_generic_plan;
        prepare listing (\(types.joined(separator: ", "))) as \(statement.text);
        create function pg_temp.plan_of_listing() returns setof text language plpgsql as $body$
        begin return query execute 'explain execute listing(\(values))'; end $body$;
        """)
      let rows = try await connection.query("select pg_temp.plan_of_listing()")
      try await connection.script("deallocate listing; drop function pg_temp.plan_of_listing()")
      let lines = try rows.map { row throws(PostgresError) in try row.text(0) }
      return lines.joined(separator: "\n")
    }
  }
}
