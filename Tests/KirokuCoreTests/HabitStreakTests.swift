import KirokuCore
import Testing

/// Day 0 of these tests is 2026-01-01, a Thursday; 4, 11, 18… are Mondays.
@Suite("The streaks of a habit")
struct HabitStreakTests {
  static func done(_ days: Int...) -> [(Int, HabitDayValue)] { days.map { ($0, .done) } }

  /// Streaks today, and the best ones: by days, by units.
  static func streaks(
    _ fields: HabitFields, _ days: [(Int, HabitDayValue)], on today: Int, weekStart: Int = 1
  ) -> [Int] {
    let standing = fields.standing(days, on: today, weekStart: weekStart)
    return [
      standing.streakDays, standing.streakUnits, standing.bestStreakDays, standing.bestStreakUnits,
    ]
  }

  @Test("Of every day: today is open until it is over")
  func daily() {
    let fields = HabitFields.check(.daily)
    let days = Self.done(0, 1, 2, 4, 5)
    #expect(Self.streaks(fields, days, on: 5) == [2, 2, 3, 3])
    #expect(Self.streaks(fields, days, on: 6) == [2, 2, 3, 3])
    #expect(Self.streaks(fields, days, on: 7) == [0, 0, 3, 3])
    // Not done, said so, is open too: the button can be pressed again.
    #expect(Self.streaks(fields, days + [(6, .notDone)], on: 6) == [2, 2, 3, 3])
    #expect(Self.streaks(fields, days + [(6, .notDone)], on: 7) == [0, 0, 3, 3])
  }

  @Test("A skipped day lengthens Loop's streak, and does nothing to that of units")
  func skips() {
    let days = Self.done(0, 1, 3) + [(2, HabitDayValue.skipped)]
    #expect(Self.streaks(.check(.daily), days, on: 3) == [4, 3, 4, 3])
  }

  @Test("A pause does nothing to either, whatever is recorded in it")
  func pauses() throws {
    var fields = HabitFields.check(.daily)
    fields.pauses = [try #require(Pause(newYear.advanced(by: 2), through: newYear.advanced(by: 9)))]
    #expect(Self.streaks(fields, Self.done(0, 1, 5, 10), on: 10) == [3, 3, 3, 3])
    #expect(Self.streaks(fields, Self.done(0, 1), on: 9) == [2, 2, 2, 2])
    #expect(Self.streaks(fields, Self.done(0, 1), on: 10) == [2, 2, 2, 2])
    #expect(Self.streaks(fields, Self.done(0, 1), on: 11) == [0, 0, 2, 2])
  }

  @Test("A pause keeps a streak until nothing was recorded for 1,000 days")
  func asleep() throws {
    var fields = HabitFields.check(.daily)
    fields.pauses = [try #require(Pause(newYear.advanced(by: 2), through: nil))]
    #expect(Self.streaks(fields, Self.done(0, 1), on: 1_000) == [2, 2, 2, 2])
    #expect(Self.streaks(fields, Self.done(0, 1), on: 1_001) == [0, 0, 2, 2])
  }

  @Test("After a flight to the west yesterday is today: nothing breaks")
  func travel() {
    // Recorded on day 10 in Tokyo, then it is day 9 in Honolulu, then 10 and 11 there.
    let days = Self.done(8, 9, 10)
    for today in 9...11 { #expect(Self.streaks(.check(.daily), days, on: today) == [3, 3, 3, 3]) }
    // Eastward a day is lost: Honolulu's 10 is followed by Tokyo's 12 within hours.
    #expect(Self.streaks(.check(.daily), days, on: 12) == [0, 0, 3, 3])
  }

  @Test("On weekdays the days between do not count")
  func weekdays() {
    // Monday, Wednesday, Friday: 4, 6, 8; 11, 13, 15.
    let fields = HabitFields.check(.weekdays([1, 3, 5]))
    let units = { (days: [(Int, HabitDayValue)], today: Int) in
      fields.standing(days, on: today).streakUnits
    }
    let days = Self.done(4, 6, 8, 11)
    #expect(units(days, 12) == 4)
    #expect(units(days, 13) == 4)
    #expect(units(days, 14) == 0)
    // A Tuesday's check is none of a Wednesday's.
    #expect(units(days + Self.done(12), 14) == 0)
  }

  @Test("Every other day, counted from an anchor, before it too")
  func everyOtherDay() {
    let anchor = newYear.advanced(by: 101)
    let fields = HabitFields.check(.everyDays(2, anchor: anchor))
    #expect(Self.streaks(fields, Self.done(1, 3, 5), on: 6) == [6, 3, 6, 3])
    #expect(Self.streaks(fields, Self.done(1, 3, 5), on: 8) == [0, 0, 6, 3])
  }

  @Test("A week counts on its last day, or as soon as it is satisfied")
  func weeks() {
    // Weeks from Monday 4 to Sunday 10, 11 to 17.
    let fields = HabitFields.check(.timesPer(.week, times: 2))
    let units = { (days: [(Int, HabitDayValue)], today: Int) in
      fields.standing(days, on: today).streakUnits
    }
    #expect(units(Self.done(4), 9) == 0)
    #expect(units(Self.done(4, 9), 9) == 1)
    #expect(units(Self.done(4, 9), 10) == 1)
    #expect(units(Self.done(4, 9, 12), 16) == 1)
    #expect(units(Self.done(4, 9, 12, 16), 16) == 2)
    // The week is over without a second time.
    #expect(units(Self.done(4, 9, 12), 18) == 0)
    #expect(units(Self.done(4, 9, 12, 19, 20), 20) == 1)
  }

  @Test("A week begins on the person's first weekday")
  func weekStart() {
    let fields = HabitFields.check(.timesPer(.week, times: 2))
    // Sunday 10 and Monday 11 are one week from Sunday on, two weeks from Monday on.
    let days = Self.done(10, 11)
    #expect(fields.standing(days, on: 11, weekStart: 7).streakUnits == 1)
    #expect(fields.standing(days, on: 11, weekStart: 1).streakUnits == 0)
  }

  @Test("Skipped days and days before the first one may have been what a week wanted")
  func neutralWeeks() {
    let fields = HabitFields.check(.timesPer(.week, times: 3))
    let whole = Self.done(4, 5, 6)
    // Of the week from 11 on one day is done and two are skipped; a third is missing when one is.
    let resting = whole + Self.done(11) + [(12, HabitDayValue.skipped), (13, .skipped)]
    #expect(fields.standing(resting, on: 20).streakUnits == 1)
    #expect(fields.standing(whole + Self.done(11) + [(12, .skipped)], on: 20).streakUnits == 0)
    // Begun on Saturday 9: that week is not held against anybody.
    #expect(fields.standing(Self.done(9, 11, 12, 13), on: 13).streakUnits == 1)
  }

  @Test("A month has its own days: thirty times are 28 in February")
  func months() {
    // January is 0…30, February 31…58.
    let fields = HabitFields.check(.timesPer(.month, times: 30))
    let days = (1...30).map { ($0, HabitDayValue.done) }
    #expect(fields.standing(days, on: 30).streakUnits == 1)
    let february = days + (31...58).map { ($0, HabitDayValue.done) }
    #expect(fields.standing(february, on: 58).streakUnits == 2)
    #expect(fields.standing(february.filter { $0.0 != 40 }, on: 59).streakUnits == 0)
  }

  @Test("Of three times in any seven days, each one that was due counts")
  func rolling() {
    let fields = HabitFields.check(.timesInDays(times: 3, days: 7))
    let units = { (days: [(Int, HabitDayValue)], today: Int) in
      fields.standing(days, on: today).streakUnits
    }
    let days = Self.done(4, 6, 8, 11, 13)
    #expect(units(days, 13) == 5)
    // 12 was not due, for 6, 8 and 11 were done; nor was 13 then, for 8, 11 and 12 were.
    #expect(units(days + Self.done(12), 13) == 4)
    // On 14 the week from 8 on has three, on 15 that from 9 on has two: the day is open, then over.
    #expect(units(days, 15) == 5)
    #expect(units(days, 16) == 0)
  }

  @Test("Loop: a week's check stands for the week, and slides back to fill a gap")
  func automaticDays() {
    let fields = HabitFields.check(.timesPer(.week, times: 1))
    let days = { (days: [(Int, HabitDayValue)], today: Int) in
      fields.standing(days, on: today).streakDays
    }
    // 10 stands for 10…16.
    #expect(days(Self.done(10), 10) == 1)
    #expect(days(Self.done(10), 16) == 7)
    #expect(days(Self.done(10), 17) == 7)
    #expect(days(Self.done(10), 18) == 0)
    // 10 and 15: 15 stands for 15…21, so 10's seven days end on 14 and begin on 8.
    #expect(days(Self.done(10, 15), 15) == 8)
    // 10 and 20: 17, 18 and 19 are not covered, for 10 has to stay within its own days.
    #expect(days(Self.done(10, 20), 20) == 1)
    // 2, 10 and 15: 2 stands for 2…8, but 10 has slid to 8…14, so 2 slides to 1…7.
    #expect(days(Self.done(2, 10, 15), 15) == 15)
  }

  @Test("Loop: three checks in a week stand for seven days from the first of them")
  func automaticRuns() {
    let fields = HabitFields.check(.weekdays([1, 3, 5]))
    let streak = { (days: [(Int, HabitDayValue)], today: Int) in
      fields.standing(days, on: today).streakDays
    }
    #expect(streak(Self.done(4, 6), 6) == 1)
    // 4, 6, 8 stand for 4…10.
    #expect(streak(Self.done(4, 6, 8), 8) == 5)
    #expect(streak(Self.done(4, 6, 8), 10) == 7)
    #expect(streak(Self.done(4, 6, 8), 12) == 0)
    // Nine days from the first to the third are too many.
    #expect(streak(Self.done(4, 8, 12), 12) == 1)
  }

  @Test("Loop: a month's check stands for the days of its month")
  func automaticMonths() {
    let fields = HabitFields.check(.timesPer(.month, times: 1))
    // January has 31 days: 4 stands for 4…34. Done on its last day, 30, it stands for February's 28: 30…57.
    #expect(fields.standing(Self.done(4), on: 34).streakDays == 31)
    #expect(fields.standing(Self.done(4), on: 36).streakDays == 0)
    #expect(fields.standing(Self.done(30), on: 57).streakDays == 28)
    #expect(fields.standing(Self.done(30), on: 59).streakDays == 0)
  }

  @Test("An amount counts when it reaches the target; one above a limit ends a streak at once")
  func amounts() {
    let read = HabitFields.count(.daily, .atLeast, thousandths: 10_000)
    let pages: [(Int, HabitDayValue)] = [(0, .amount(10_000)), (1, .amount(12_500))]
    #expect(Self.streaks(read, pages + [(2, .amount(9_999))], on: 2) == [2, 2, 2, 2])
    #expect(Self.streaks(read, pages + [(2, .amount(9_999))], on: 3) == [0, 0, 2, 2])
    let coffee = HabitFields.count(.daily, .atMost, thousandths: 2_000)
    let cups: [(Int, HabitDayValue)] = [(0, .amount(0)), (1, .amount(2_000))]
    #expect(Self.streaks(coffee, cups, on: 1) == [2, 2, 2, 2])
    #expect(Self.streaks(coffee, cups, on: 2) == [2, 2, 2, 2])
    #expect(Self.streaks(coffee, cups + [(2, .amount(2_001))], on: 2) == [0, 0, 2, 2])
    // What nobody recorded is not known to be within the limit.
    #expect(Self.streaks(coffee, cups, on: 3) == [0, 0, 2, 2])
  }

  @Test("A new schedule changes nothing in the past")
  func versions() {
    var fields = HabitFields.check(.daily)
    fields.schedules.append(
      ScheduleVersion(from: newYear.advanced(by: 4), .timesPer(.week, times: 1)))
    // Every day until 3, then once in the week from 4 on.
    #expect(fields.standing(Self.done(0, 1, 2, 3, 7), on: 10).streakUnits == 5)
    #expect(fields.standing(Self.done(0, 1, 3, 7), on: 10).streakUnits == 2)
    #expect(fields.standing(Self.done(0, 1, 2, 3), on: 11).streakUnits == 0)
  }

  @Test("Nothing recorded is no streak")
  func nothing() {
    let days: [(LocalDay, HabitDayValue)] = [(newYear, .empty)]
    let fields = HabitFields.check(.daily)
    #expect(HabitProgress.computed(of: days, fields: fields, weekStart: 1) == nil)
    #expect(HabitProgress.computed(of: [], fields: fields, weekStart: 1) == nil)
    #expect(Self.streaks(fields, [], on: 3) == [0, 0, 0, 0])
  }
}
