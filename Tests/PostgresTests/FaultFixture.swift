import AsyncSockets
import Postgres
import Testing

extension Database {
  enum LaneKind { case reads, writes }

  /// Runs text of a test on the connection that carries reads, or writes.
  func run(_ text: String, on kind: LaneKind) async throws(PostgresError) {
    // Text comes from literals only, so each has its own statement here.
    let statement: SQL =
      switch text {
      case "discard all": "discard all"
      case "deallocate all": "deallocate all"
      default: "alter table notes add column if not exists more int default 1"
      }
    switch kind {
    case .reads: try await read(statement) { _ in }
    // DISCARD ALL cannot share a transaction, and a write's always has two statements.
    case .writes where text == "discard all": try await run("deallocate all", on: .writes)
    case .writes: try await write(Self.write(statement)) { _, _ in }
    }
  }

  /// A write that locks nothing.
  private static func write(_ statement: SQL) -> Write {
    let columns: [MemberColumn<PGUUID>] = [MemberColumn("account_id") { $0 }]
    let lock = MemberStatement(columns[...]) { "select m.n, true from \($0)" }
    let kind = WriteKind(
      lock: lock, waitingLock: lock,
      statement: MemberStatement(columns[..<0]) { _ in statement })
    return Write(kind, account: Notes.id(0), row: MemberRow(Notes.id(0), columns))
  }

  /// Ends a backend that waits for a lock, as soon as there is one.
  ///
  /// - Returns: its process.
  func killWaiting(notAgain killed: Int32) async throws(PostgresError) -> Int32 {
    while true {
      // A connection for each look: within a transaction the activity would stay the same.
      let rows = try await withConnection { connection throws(PostgresError) in
        try await connection.query(
          """
          select pid, pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and pid <> \(killed)
          """)
      }
      if let row = rows.first { return try row.int32(0) }
    }
  }

  /// The process that serves the reads, or writes, of the current loop.
  func backend(of kind: LaneKind) async throws(PostgresError) -> Int32 {
    switch kind {
    case .reads:
      try await read("select pg_backend_pid()") { rows throws(PostgresError) in
        try rows[0].int32(0)
      }
    case .writes:
      try await write(Self.write("select 1, pg_backend_pid()")) { _, row throws(PostgresError) in
        try row?.int32(1) ?? 0
      }
    }
  }
}

/// Clients that write one note after another until they are stopped, and remember what was
/// acknowledged.
final class WriteLoad: Sendable {
  let acknowledged = Collected<Int>()
  let refused = Collected<PostgresError>()
  private let database: Database
  private let clients: [Task<Void, Never>]

  init(clients count: Int, database: Database, loops: [EventLoop]) {
    let acknowledged = acknowledged
    let refused = refused
    self.database = database
    clients = (0..<count).map { client in
      Task(executorPreference: loops[client % loops.count]) {
        var op = client
        while !Task.isCancelled {
          do throws(PostgresError) {
            try await Notes.add(op, to: client, in: database)
            acknowledged.append(op)
          } catch {
            refused.append(error)
          }
          op += count
        }
      }
    }
  }

  /// Stops the clients, and compares what is stored with what was acknowledged.
  func finish() async throws {
    for client in clients { client.cancel() }
    for client in clients { await client.value }
    let stored = try await Notes.stored(in: database)
    // What was refused may be stored too (its answer was lost), but only once: `op` is unique.
    #expect(Set(acknowledged.all.map(Notes.id)).isSubset(of: stored))
    #expect(acknowledged.all.count + refused.all.count >= stored.count)
    let revisions = try await database.read("select sum(rev)::bigint from accounts") {
      rows throws(PostgresError) in try rows[0].int64(0)
    }
    #expect(revisions == Int64(stored.count), "each write had one effect")
    for error in refused.all { #expect(error.retryAfterSeconds != nil, "\(error)") }
  }
}
