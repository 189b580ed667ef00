import AsyncSockets
import TestSupport
import Testing

@testable import Postgres

@Suite("Reads that share their statement, on a real database")
struct SharedReadTests {
  /// What a read asks for: its quotient, unless it wants nothing.
  private struct Member: Sendable {
    var number: Int
    var divisor = 1
    var wantsRow = true

    static let columns: [MemberColumn<Member>] = [
      MemberColumn("number") { $0.number }, MemberColumn("divisor") { $0.divisor },
      MemberColumn("wants_row") { $0.wantsRow },
    ]

    var read: SharedRead { SharedRead(Self.kind, row: MemberRow(self, Self.columns)) }

    static let kind = ReadKind(
      MemberStatement(columns[...]) { members in
        """
        select m.n, m.number / m.divisor, count(*) over () from \(members)
        where m.wants_row order by m.n desc
        """
      })
  }

  /// The answers to reads that are all asked at once, by their numbers.
  private static func answers(
    _ members: [Member], in database: Database
  ) async -> [Int: Result<Row?, PostgresError>] {
    await withTaskGroup(of: (Int, Result<Row?, PostgresError>).self) { group in
      for member in members {
        group.addTask {
          do throws(PostgresError) {
            return (member.number, .success(try await database.read(member.read)))
          } catch {
            return (member.number, .failure(error))
          }
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
  }

  @Test("Each has its own row, or none, and many share a statement", arguments: [1, 2])
  func ownRows(loops: Int) async throws {
    try await withDatabase(loops: loops) { database in
      // The first connects and prepares; the others then wait for the same end of a round.
      _ = try await database.read(Member(number: 0).read)
      let members = (1...300).map { Member(number: $0, wantsRow: $0 % 7 != 0) }
      let answers = await Self.answers(members, in: database)
      var largest: Int64 = 0
      for member in members {
        let row = try #require(answers[member.number]).get()
        #expect((row != nil) == member.wantsRow)
        guard let row else { continue }
        #expect(try row.int(1) == member.number)
        largest = max(largest, try row.int64(2))
      }
      #expect(largest > 1)
    }
  }

  @Test("One that fails is answered alone; the others have their rows")
  func failing() async throws {
    try await withDatabase { database in
      let members = (1...40).map { Member(number: $0, divisor: $0 == 13 ? 0 : 1) }
      let answers = await Self.answers(members, in: database)
      for (number, answer) in answers {
        do throws(PostgresError) {
          let row = try answer.get()
          let quotient = try row?.int(1)
          #expect(quotient == number)
        } catch {
          #expect(number == 13)
          #expect(error.sqlState?.code == "22012", "division by zero")
        }
      }
      #expect(answers.count == 40)
    }
  }

  @Test("They outlive the loss of their connection")
  func lostConnection() async throws {
    try await withDatabase(loops: 1) { database in
      _ = try await database.read(Member(number: 0).read)
      let members = (1...100).map { Member(number: $0) }
      async let answers = Self.answers(members, in: database)
      try await database.withConnection { connection throws(PostgresError) in
        _ = try await connection.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()"
        )
      }
      for (number, answer) in await answers { #expect(try answer.get()?.int(1) == number) }
    }
  }
}
