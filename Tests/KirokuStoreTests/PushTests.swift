import KirokuCore
import Postgres
import TestSupport
import Testing

@testable import KirokuStore

@Suite("Pushes of operations", .timeLimit(.minutes(5)))
struct PushTests {
  private static let now = Instant(unixMicroseconds: 1_790_000_000_000_000)
  private static let day = LocalDay(unixDays: 20_700)

  @Test("+1, +1, set 10, +1, +1 is 12 in every order; without a later +1 11, without an earlier 12")
  func twelve() async throws {
    try await StoreFixture.run(now: Self.now) { fixture in
      let secret = try await fixture.makeToken()
      let habit = try await fixture.makeHabit(at: Self.now.after(minutes: -60), for: secret)
      for (number, order) in Self.permutations([0, 1, 2, 3, 4]).enumerated() {
        let day = Self.day.advanced(by: -number)
        let ids = (0..<5).map { _ in UUIDBytes.fresh() }
        let operations = order.map { place in
          PushedOperation(
            place == 2
              ? .setDay(habit: habit, .day(day), HabitDaySet(value: .amount(10_000)))
              : .incrementDay(habit: habit, .day(day), thousandths: 1000),
            at: Self.now.after(minutes: Int64(place) - 10), operation: ids[place])
        }
        // Each by itself, in two pushes, in one.
        let sizes = [1, 3, 5]
        var rest = operations[...]
        while !rest.isEmpty {
          let part = rest.prefix(sizes[number % 3])
          rest = rest.dropFirst(part.count)
          _ = try await fixture.push(Array(part), for: secret)
        }
        let undone = try await fixture.push(.undo(.operation(ids[0])), for: secret)
        #expect(undone.day?.value == .amount(12_000), "\(order)")
        let later = try await fixture.push(.undo(.operation(ids[4])), for: secret)
        #expect(later.day?.value == .amount(11_000), "\(order)")
        #expect(later.outcome == .stored(.undone) && later.target?.kind == .increment)
      }
      #expect(try await fixture.store.habits.rebuild().changed == 0)
    }
  }

  @Test("A toggle that does not find what was shown stores nothing; the same one again is a repeat")
  func toggle() async throws {
    try await StoreFixture.run(now: Self.now) { fixture in
      let secret = try await fixture.makeToken()
      let habit = try await fixture.makeHabit(.check, for: secret)
      let id = UUIDBytes.fresh()
      let toggle = RecordChange.toggleDay(habit: habit, .day(Self.day), shown: false)
      let first = try await fixture.push(toggle, operation: id, for: secret)
      #expect(first.outcome == .stored(.updated) && first.day?.value == .done)
      #expect(first.progress?.lastDay == Self.day)
      let again = try await fixture.push(toggle, operation: id, for: secret)
      #expect(again.outcome == .repeated(.updated) && again.record == first.record)
      let stale = try await fixture.push(toggle, for: secret)
      #expect(stale.outcome == .notAsShown && stale.record == first.record)
      #expect(try await fixture.number("select count(*) from operations") == 2)
      let back = try await fixture.push(
        .toggleDay(habit: habit, .day(Self.day), shown: true), for: secret)
      #expect(back.outcome == .stored(.updated) && back.day?.value == .notDone)
    }
  }

  @Test("What does not fit its habit is refused alone; a habit's kind cannot change")
  func kinds() async throws {
    try await StoreFixture.run(now: Self.now) { fixture in
      let secret = try await fixture.makeToken()
      let check = try await fixture.makeHabit(.check, for: secret)
      let count = try await fixture.makeHabit(.count, for: secret)
      var done = HabitDaySet(value: .done)
      done.kind = .check
      let day = DayReference.day(Self.day)
      let answer = try await fixture.push(
        [
          PushedOperation(.incrementDay(habit: check, day, thousandths: 1000)),
          PushedOperation(.setDay(habit: count, day, done)),
          PushedOperation(.toggleDay(habit: count, day, shown: false)),
          PushedOperation(.putHabit(check, .test(.count))),
          PushedOperation(.setDay(habit: check, day, done)),
        ], for: secret)
      for result in answer.results.dropLast() {
        guard case .rejected(.unfit(let fault)) = result.outcome else {
          Issue.record("\(result.outcome)")
          continue
        }
        #expect(fault.code == (result.reference == .habit(check) ? .unchangeable : .wrongHabitKind))
      }
      #expect(answer.results.last?.outcome == .stored(.updated))
      #expect(try await fixture.number("select count(*) from operations") == 3)
    }
  }

  @Test("Days wait for their habit, hide with it, and come back with revisions of their own")
  func hiddenDays() async throws {
    try await StoreFixture.run(now: Self.now) { fixture in
      let secret = try await fixture.makeToken()
      let habit = UUIDBytes.fresh()
      let days = (0..<3).map { Self.day.advanced(by: -$0) }
      let early = try await fixture.push(
        days.map { PushedOperation(.incrementDay(habit: habit, .day($0), thousandths: 1000)) },
        for: secret)
      #expect(early.results.allSatisfy { $0.outcome == .stored(.superseded) && $0.record == .none })
      #expect(early.rev == 0)
      var asked = PushedOperation(.incrementDay(habit: .fresh(), .day(days[0]), thousandths: 1000))
      asked.condition.isKnown = true
      #expect(
        try await fixture.push([asked], for: secret).results[0].outcome == .rejected(.notFound))

      _ = try await fixture.makeHabit(id: habit, for: secret)
      #expect(try await fixture.revs(of: habit) == [2, 3, 4])
      let deletion = UUIDBytes.fresh()
      _ = try await fixture.push(.deleteHabit(habit), operation: deletion, for: secret)
      let hidden = try await fixture.push(
        .incrementDay(habit: habit, .day(days[1]), thousandths: 1000), for: secret)
      #expect(hidden.outcome == .stored(.superseded) && hidden.record == .none)
      #expect(hidden.habit?.name == "Read")
      #expect(try await fixture.rev(of: secret) == 5)
      let back = try await fixture.push(.undo(.operation(deletion)), for: secret)
      #expect(back.outcome == .stored(.undone) && back.progress != nil)
      #expect(try await fixture.revs(of: habit) == [7, 8, 9])
      #expect(try await fixture.rev(of: secret) == 9)
      let seen = try await fixture.push(
        .incrementDay(habit: habit, .day(days[1]), thousandths: 0), for: secret)
      #expect(seen.outcome == .stored(.unchanged) && seen.day?.value == .amount(2000))
      #expect(try await fixture.rev(of: secret) == 10)
      #expect(try await fixture.store.habits.rebuild() == HabitStore.Rebuild(habits: 1))
    }
  }

  @Test(
    "Today is the local day of the acted time, by the operation's zone and the start of the day")
  func today() async throws {
    // 2026-12-01 in UTC.
    let midnight = try Instant.at("2026-12-01T00:00:00Z")
    try await StoreFixture.run(now: midnight.after(minutes: 60 * 24)) { fixture in
      let settings = AccountSettings(timeZone: "Asia/Tokyo", dayStartMinutes: 180)
      let secret = try await fixture.makeToken(settings)
      let habit = try await fixture.makeHabit(at: midnight.after(minutes: -3000), for: secret)
      let change = RecordChange.incrementDay(habit: habit, .today, thousandths: 1000)
      // 02:59 and 03:00 in Tokyo, 18:00 of the day before in Honolulu.
      let answer = try await fixture.push(
        [
          PushedOperation(change, at: midnight.after(minutes: -361)),
          PushedOperation(change, at: midnight.after(minutes: -360)),
          PushedOperation(change, at: midnight.after(minutes: 240), timeZone: "Pacific/Honolulu"),
          PushedOperation(change),
        ], for: secret)
      let days = answer.results.map { $0.day?.day.description }
      #expect(days == ["2026-11-30", "2026-12-01", "2026-11-30", "2026-12-02"])
      #expect(answer.today.description == "2026-12-02")
      let patch = HabitPatch(scheduleFromToday: .weekdays([1]))
      let patched = try await fixture.push(
        .patchHabit(habit, patch), at: midnight.after(minutes: -361), for: secret)
      #expect(patched.habit?.schedules.last?.description == "2026-11-30 weekdays 1")
    }
  }

  private static func permutations(_ values: [Int]) -> [[Int]] {
    guard values.count > 1 else { return [values] }
    return values.flatMap { value in
      permutations(values.filter { $0 != value }).map { [value] + $0 }
    }
  }
}

extension StoreFixture {
  /// The revisions of a habit's days, ascending.
  fileprivate func revs(of habit: UUIDBytes) async throws -> [Int64] {
    let statement: SQL = "select rev from habit_days where habit_id = \(habit) order by rev"
    return try await database.read(statement) { rows throws(PostgresError) in
      try rows.map { row throws(PostgresError) in try row.int64(0) }
    }
  }
}
