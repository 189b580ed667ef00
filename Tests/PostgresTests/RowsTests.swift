import TestSupport
import Testing

@testable import Postgres

@Suite("Tables of bound values")
struct RowsTests {
  private static func table(_ numbers: [Int64?], _ names: [String?]) -> SQL {
    "select n, name from \(rows: "\(numbers), \(names)") as t (n, name) where n > \(Int64(0)) order by n"
  }

  @Test("One row is put in place, several are an array a column, and none is an empty one")
  func text() {
    let rest = ") as t (n, name) where n > $3 order by n"
    #expect(Self.table([1], ["a"]).text == "select n, name from (values ($1, $2)" + rest)
    #expect(Self.table([1, 2], ["a", nil]).text == "select n, name from unnest($1, $2" + rest)
    #expect(Self.table([], []).text == "select n, name from unnest($1, $2" + rest)
  }

  @Test("Both bind the same values")
  func values() async throws {
    let tables: [([Int64?], [String?])] = [
      ([1], ["a"]), ([1], [nil]), ([nil], ["a"]), ([1, 2, nil], ["é", nil, "c"]), ([], []),
    ]
    try await withDatabase { database in
      for (numbers, names) in tables {
        let found = try await database.read(Self.table(numbers, names)) {
          rows throws(PostgresError) in
          try rows.map { row throws(PostgresError) in try row.textOrNil(1) }
        }
        #expect(found == zip(numbers, names).filter { $0.0 != nil }.map(\.1))
      }
    }
  }
}
