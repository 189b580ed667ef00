import KirokuCore
import Postgres
import TestSupport
import Testing

@testable import KirokuStore

@Suite("Pushes at their edges", .timeLimit(.minutes(5)))
struct PushEdgeTests {
  private static let now = Instant(unixMicroseconds: 1_790_000_000_000_000)
  private static let day = LocalDay(unixDays: 20_700)

  @Test("What PostgreSQL refuses is refused alone, wherever it stands among 64")
  func poison() async throws {
    try await StoreFixture.run(now: Self.now) { fixture in
      let secret = try await fixture.makeToken()
      let bad = [0, 17, 63]
      let operations = (0..<64).map { number in
        PushedOperation(
          .putHabit(.fresh(), .test(.check, name: bad.contains(number) ? "a\0b" : "\(number)")),
          timeZone: number == 0 ? "Nowhere/Nowhere" : nil)
      }
      let answer = try await fixture.push(operations, for: secret)
      for (number, result) in answer.results.enumerated() {
        #expect(
          result.outcome
            == (bad.contains(number) ? .rejected(.unstorable) : .stored(.created)), "\(number)")
      }
      #expect(answer.rev == 61 && answer.results.count == 64)
      #expect(try await fixture.number("select count(distinct rev) from habits") == 61)
      // All of it again: known, but for the bad ones.
      let again = try await fixture.push(operations, for: secret)
      #expect(again.results.count { $0.outcome == .repeated(.created) } == 61)
      #expect(again.results.count { $0.outcome == .rejected(.unstorable) } == 3)
      #expect(again.rev == 61)
    }
  }

  @Test("A widget undoes what was done on days, and nothing else, be it still to come")
  func widget() async throws {
    try await StoreFixture.run(now: Self.now) { fixture in
      let tokens = try await fixture.makeAccount()
      let (app, widget) = (try #require(tokens[.app]), try #require(tokens[.widget]))
      let habit = try await fixture.makeHabit(for: app)
      let (made, added) = (UUIDBytes.fresh(), UUIDBytes.fresh())
      _ = try await fixture.put(operation: made, for: app)
      let early = try await fixture.push(.undo(.operation(added)), for: widget)
      #expect(early.outcome == .stored(.pending))
      let entry = UUIDBytes.fresh()
      _ = try await fixture.push(.undo(.operation(entry)), for: widget)
      #expect(
        try await fixture.push(.undo(.operation(made)), for: widget).outcome
          == .rejected(.scopeTooSmall))
      let day = try await fixture.push(
        .incrementDay(habit: habit, .day(Self.day), thousandths: 1000), operation: added, for: app)
      #expect(day.day?.value == .empty)
      let logged = try await fixture.put(operation: entry, for: app)
      #expect(logged.entry != nil)
      #expect(
        try await fixture.number("select pending_reversals::bigint from account_revisions") == 0)
    }
  }

  @Test("What comes below the base: an increment is refused, a set is superseded")
  func horizon() async throws {
    try await StoreFixture.run(now: Self.now) { fixture in
      let secret = try await fixture.makeToken()
      let habit = try await fixture.makeHabit(at: Self.now.after(minutes: -90), for: secret)
      let id = UUIDBytes.fresh()
      let day = DayReference.day(Self.day)
      let increment = RecordChange.incrementDay(habit: habit, day, thousandths: 1000)
      _ = try await fixture.push(
        increment, at: Self.now.after(minutes: -60), operation: id, for: secret)
      #expect(
        try await fixture.store.operations.purge(horizonDays: -1)
          == OperationStore.Purge(records: 2, operations: 2))
      let late = Self.now.after(minutes: -70)
      #expect(
        try await fixture.push(increment, at: late, for: secret).outcome == .rejected(.settled))
      let set = RecordChange.setDay(habit: habit, day, HabitDaySet(value: .amount(9000)))
      let below = try await fixture.push(set, at: late, for: secret)
      #expect(below.outcome == .stored(.superseded) && below.day?.value == .amount(1000))
      #expect(
        try await fixture.push(.undo(.operation(id)), for: secret).outcome == .rejected(.settled))
      let above = try await fixture.push(increment, at: Self.now.after(minutes: -50), for: secret)
      #expect(above.day?.value == .amount(2000))
    }
  }

  @Test("50 repeats of one push at once have one effect")
  func repeats() async throws {
    try await StoreFixture.run(loops: 2) { fixture in
      let secret = try await fixture.makeToken()
      let habit = try await fixture.makeHabit(for: secret)
      let operations = (0..<8).map { number in
        PushedOperation(
          .incrementDay(habit: habit, .day(Self.day.advanced(by: -number % 2)), thousandths: 1000))
      }
      let results = try await withThrowingTaskGroup { group in
        for number in 0..<50 {
          let loop = fixture.test.loops[number % 2]
          group.addTask {
            try await loop.run { try await fixture.push(operations, for: secret).results }
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(results.count { $0.outcome == .stored(.updated) } == 8)
      #expect(results.count { $0.outcome == .repeated(.updated) } == 49 * 8)
      let amounts = "select sum(amount_thousandths)::bigint from habit_days" as SQL
      #expect(try await fixture.number(amounts) == 8000)
      // Each day's eight acts in one push are one change.
      #expect(try await fixture.rev(of: secret) == 3)
    }
  }

  @Test("Of an entry that was put often, what an undo can bring back is read, and no more")
  func oftenPut() async throws {
    try await StoreFixture.run(now: Self.now) { fixture in
      let secret = try await fixture.makeToken()
      let entry = UUIDBytes.fresh()
      let acts = (0..<12).map { _ in UUIDBytes.fresh() }
      let times = (0..<12).map { Self.now.after(minutes: Int64($0) - 60) }
      for (number, act) in acts.enumerated() {
        _ = try await fixture.put(
          Int64(60 + number), entryID: entry, operation: act, actedAt: times[number], for: secret)
      }
      func history(since earliest: Instant?) async throws -> [UUIDBytes] {
        let statement = EntryTable.operations([entry], since: earliest, of: secret.accountID)
        return try await fixture.database.read(statement) { rows throws(PostgresError) in
          try rows.map { row throws(PostgresError) in try row.id(2) }
        }
      }
      func shown() async throws -> Int64? {
        try await fixture.store.entries.entry(entry, for: secret).value??.weight.grams
      }
      // The first act made the entry, and is always read.
      #expect(try await history(since: nil).count == 12)
      #expect(Set(try await history(since: times[11])) == [acts[0], acts[10], acts[11]])
      #expect(try await history(since: times[1]).count == 12)
      #expect(try await fixture.undo(acts[11], actedAt: nil, for: secret) == .success(.undone))
      #expect(try await shown() == 70_000)
      #expect(try await fixture.undo(acts[10], actedAt: nil, for: secret) == .success(.undone))
      #expect(try await shown() == 69_000)
      // Now 9 is the last that holds before them; undos are read always.
      #expect(
        Set(try await history(since: times[11])).intersection(acts)
          == [acts[0], acts[9], acts[10], acts[11]])
      #expect(try await history(since: times[11]).count == 6)
    }
  }

}
