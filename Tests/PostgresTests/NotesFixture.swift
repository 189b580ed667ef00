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

  /// A note to be added to an account, once however often that runs.
  struct Member: Sendable {
    var account: PGUUID
    var op: PGUUID
    var body: String

    static let columns: [MemberColumn<Member>] = [
      MemberColumn("account_id") { $0.account }, MemberColumn("op") { $0.op },
      MemberColumn("body") { $0.body },
    ]
  }

  /// A kind of write over the columns of `Member`.
  static func kind(_ statement: (_ members: SQL) -> SQL) -> WriteKind {
    WriteKind(
      lock: MemberStatement(Member.columns.prefix(1)) { lock($0, "for update skip locked") },
      waitingLock: MemberStatement(Member.columns.prefix(1)) { lock($0, "for update") },
      statement: MemberStatement(Member.columns[...], statement))
  }

  private static func lock(_ members: SQL, _ mode: StaticString) -> SQL {
    """
    with locked as materialized (
      select m.n, held.is_held from \(members)
      left join lateral (
        select true as is_held from accounts where id = m.account_id \(unsafeRaw: mode)
      ) held on true)
    select n, is_held is not null, mark is null from locked
    cross join (
      select set_config('notes.lock',
        array_agg(coalesce(is_held, false) order by n)::text, true) as mark
      from locked) marked
    """
  }

  static let adding = kind { members in
    """
    with member as materialized (
      select m.* from \(members)
      where (current_setting('notes.lock', true)::boolean[])[m.n]),
    added as (
      insert into notes (op, account_id, body)
      select op, account_id, body from member
      on conflict (op) do nothing
      returning op),
    bumped as (
      update accounts set rev = rev + 1
      from member join added using (op)
      where accounts.id = member.account_id)
    select n, op in (select op from added) from member
    """
  }

  static func write(account: PGUUID, op: PGUUID, body: String) -> Write {
    let member = Member(account: account, op: op, body: body)
    return Write(adding, account: account, row: MemberRow(member, Member.columns))
  }

  /// - Returns: whether the note was added (false: it was there).
  @discardableResult
  static func add(
    _ op: Int, to account: Int, body: String = "good", in database: Database
  ) async throws(PostgresError) -> Bool {
    try await database.write(write(account: id(account), op: id(op), body: body)) {
      _, row throws(PostgresError) in
      guard let row else { throw PostgresError(.mismatch, "the account is unknown") }
      return try row.bool(1)
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

/// The error with which `body` fails; nil when it succeeds.
func failure<Value>(of body: () async throws -> Value) async -> PostgresError? {
  do {
    _ = try await body()
    return nil
  } catch {
    return error as? PostgresError
  }
}
