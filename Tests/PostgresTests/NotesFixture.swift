import AsyncSockets
import Foundation
import Postgres
import Synchronization
import TestSupport
import Testing

/// A small product to write with: accounts that are locked, and notes that have one effect each.
enum Notes {
  static let migrations = [
    Migration(
      number: 1, name: "make_notes",
      sql: """
        create table accounts (id uuid primary key, rev bigint not null default 0);
        create table notes (
          op uuid primary key,
          account_id uuid not null references accounts,
          body text not null constraint notes_body_is_good check (body <> 'bad')
        );
        create table due (
          op uuid primary key,
          account_id uuid not null references accounts deferrable initially deferred
        );
        """)
  ]

  /// A number as an account or operation, so that their order is plain.
  static func id(_ number: Int) -> PGUUID { PGUUID(high: UInt64(number), low: 0) }

  static func makeAccounts(_ count: Int, in database: Database) async throws {
    try await database.withConnection { connection throws(PostgresError) in
      _ = try await connection.query(
        "insert into accounts (id) select unnest(\((0..<count).map(id)))")
    }
  }

  /// Adds a note to an account, once however often it runs.
  static func write(account: PGUUID, op: PGUUID, body: String) -> Write {
    Write(
      account: account,
      lock: """
        with locked as materialized (
          select id from accounts where id = \(account) for update skip locked)
        select exists (select from locked),
          case when exists (select from locked)
            then set_config('notes.lock', \("\(op)"), true) end
        from accounts where id = \(account)
        """,
      waitingLock: """
        with locked as materialized (
          select id from accounts where id = \(account) for update)
        select true, set_config('notes.lock', \("\(op)"), true) from locked
        """,
      statement: """
        with added as (
          insert into notes (op, account_id, body)
          select \(op), \(account), \(body)
          where current_setting('notes.lock', true) = \("\(op)")
          on conflict (op) do nothing
          returning op),
        bumped as (
          update accounts set rev = rev + 1
          where id = \(account) and exists (select from added)
          returning rev)
        select exists (select from added), (select rev from bumped)
        """)
  }

  /// - Returns: whether the note was added (false: it was there).
  @discardableResult
  static func add(
    _ op: Int, to account: Int, body: String = "good", in database: Database
  ) async throws(PostgresError) -> Bool {
    try await database.write(write(account: id(account), op: id(op), body: body)) {
      _, rows throws(PostgresError) in
      try rows[0].bool(0)
    }
  }

  /// The operations that are stored.
  static func stored(in database: Database) async throws(PostgresError) -> [PGUUID] {
    try await database.read("select op from notes order by op") { rows throws(PostgresError) in
      try rows.map { row throws(PostgresError) in try row.uuid(0) }
    }
  }
}

/// Collects what observers report from any thread.
final class Collected<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])
  func append(_ element: Element) { elements.withLock { $0.append(element) } }
  var all: [Element] { elements.withLock { $0 } }
}

/// Waits until `condition` holds, looking every 5 ms; for what has no event to wait for.
func eventually(
  within limit: Duration = .seconds(10), _ condition: () async throws -> Bool
) async throws -> Bool {
  let start = ContinuousClock.now
  while ContinuousClock.now - start < limit {
    if try await condition() { return true }
    try await Task.sleep(for: .milliseconds(5))
  }
  return false
}

/// The error with which `body` fails; nil when it succeeds.
func failure<Value>(of body: () async throws -> Value) async -> PostgresError? {
  do {
    _ = try await body()
    return nil
  } catch {
    return error as? PostgresError
  }
}
