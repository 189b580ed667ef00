internal import KirokuCore
internal import Postgres

/// Statements that write, sent in one round trip, and how what they return is taken.
struct PushSteps {
  typealias Taking = (inout PushValues, Rows) throws(PostgresError) -> Void

  private var statements: [SQL] = []
  private var takes: [Taking] = []

  mutating func add(_ statement: SQL, _ take: @escaping Taking = { _, _ in }) {
    statements.append(statement)
    takes.append(take)
  }

  mutating func add<Table: RecordTable>(
    _ table: Table.Type, _ records: [RecordWrite<Table.ID, Table.State>],
    _ answers: WritableKeyPath<PushValues, [Table.ID: Table.Value]>, of account: UUIDBytes
  ) {
    guard !records.isEmpty else { return }
    add(Table.write(records, of: account)) { values, rows throws(PostgresError) in
      for row in rows {
        let (id, _, value) = try Table.read(row)
        values[keyPath: answers][id] = value
      }
    }
  }

  /// - Parameter commits: whether the transaction ends with them.
  func run(
    on connection: WorkConnection, commits: Bool, _ values: inout PushValues
  ) async throws(PostgresError) {
    guard !statements.isEmpty else { return }
    let rows =
      commits
      ? try await connection.commit(after: statements) : try await connection.pipeline(statements)
    guard rows.count == statements.count else {
      throw PostgresError(.mismatch, "\(statements.count) writes had \(rows.count) results")
    }
    for (take, rows) in zip(takes, rows) { try take(&values, rows) }
  }
}
