import KirokuCore
import Testing

@Suite("What is due, and how much was done")
struct DuenessTests {
  static func history(
    _ schedule: Schedule, _ days: [(Int, HabitDayValue)], on today: Int
  ) -> HabitHistory {
    HabitHistory(
      days.map { (newYear.advanced(by: $0.0), $0.1) }, fields: .check(schedule), weekStart: 1,
      today: newYear.advanced(by: today))
  }

  @Test("A week's habit is due until the days before have what it asks for")
  func weeks() {
    let history = Self.history(
      .timesPer(.week, times: 2), HabitStreakTests.done(4, 6), on: 12)
    let due = (3...12).map { history.dueness(on: newYear.advanced(by: $0)) }
    // On 6 it was still due: it is done then.
    #expect(due == [.due, .due, .due, .due, .met, .met, .met, .met, .due, .due])
  }

  @Test("Fixed days are due or days of rest")
  func fixedDays() {
    let history = Self.history(.weekdays([1, 7]), HabitStreakTests.done(4), on: 12)
    // Sunday 3 to Sunday 10.
    #expect(
      (3...10).map { history.dueness(on: newYear.advanced(by: $0)) } == [
        .due, .due, .rest, .rest, .rest, .rest, .rest, .due,
      ])
  }

  @Test("Once in three days is due on the third day after")
  func rolling() {
    let history = Self.history(
      .timesInDays(times: 1, days: 3), HabitStreakTests.done(4), on: 8)
    #expect(
      (4...8).map { history.dueness(on: newYear.advanced(by: $0)) } == [
        .due, .met, .met, .due, .due,
      ])
  }

  @Test("29 February is a Thursday of 2024, and the month ends on it")
  func leapDay() throws {
    let day = try #require(LocalDay("2024-02-29"))
    #expect(day.weekday == 4)
    #expect(CalendarPeriod.month.bounds(around: day, weekStart: 1).upperBound == day)
    let week = CalendarPeriod.week.bounds(around: day, weekStart: 7)
    #expect("\(week.lowerBound) \(week.upperBound)" == "2024-02-25 2024-03-02")
    let fields = HabitFields.check(.everyDays(2, anchor: day))
    #expect(fields.dueness(on: day.advanced(by: 2), weekStart: 1) == .due)
    #expect(fields.dueness(on: day.advanced(by: -1), weekStart: 1) == .rest)
    #expect(fields.dueness(on: day.advanced(by: -30), weekStart: 1) == .due)
  }

  @Test("The share of what was due in a range, today only when it is done")
  func completion() {
    let history = Self.history(
      .daily, HabitStreakTests.done(4, 5, 7) + [(6, .skipped)], on: 9)
    let range = { (first: Int, last: Int) in
      history.completion(in: newYear.advanced(by: first)...newYear.advanced(by: last))
    }
    // Since 4: 4, 5, 7 done, 6 skipped, 8 missed, 9 open.
    #expect(range(0, 100) == Completion(satisfied: 3, missed: 1))
    #expect(range(0, 100).share == 0.75)
    #expect(range(5, 7) == Completion(satisfied: 2, missed: 0))
    #expect(range(9, 9).share == nil && range(0, 3).share == nil && range(10, 12).share == nil)
  }

  @Test("Levels of a day, for a map of days")
  func levels() {
    let read = HabitFields.count(.daily, .atLeast, thousandths: 9_000)
    let coffee = HabitFields.count(.daily, .atMost, thousandths: 3_000)
    let amounts: [Int64] = [0, 1, 2_999, 3_000, 6_000, 8_999, 9_000, 100_000]
    let days = amounts.enumerated().map {
      (newYear.advanced(by: $0.offset), HabitDayValue.amount($0.element))
    }
    let levels = { (fields: HabitFields) in
      let history = HabitHistory(days, fields: fields, weekStart: 1, today: newYear.advanced(by: 9))
      return days.map { history.level(on: $0.0) }
    }
    #expect(levels(read) == [0, 1, 1, 2, 3, 3, 4, 4])
    // 6 where 3 are allowed is all of the limit above it; 9 more than that.
    #expect(levels(coffee) == [4, 4, 4, 4, 1, 1, 1, 1])
    let week = Self.history(.timesPer(.week, times: 1), [(4, .done), (5, .skipped)], on: 12)
    #expect((3...6).map { week.level(on: newYear.advanced(by: $0)) } == [0, 4, nil, 1])
  }
}
