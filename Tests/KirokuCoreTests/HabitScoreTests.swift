import KirokuCore
import Testing

/// 2026-01-01, a Thursday.
let newYear = LocalDay(unixDays: 20_454)

extension HabitFields {
  static func check(_ schedules: Schedule...) -> HabitFields {
    HabitFields(
      kind: .check, name: "Stretch",
      schedules: schedules.enumerated().map { index, schedule in
        ScheduleVersion(from: newYear.advanced(by: index * 1_000), schedule)
      })
  }

  static func count(
    _ schedule: Schedule, _ direction: TargetDirection, thousandths: Int64
  ) -> HabitFields {
    HabitFields(
      kind: .count, name: "Read",
      target: HabitTarget(thousandths: thousandths, direction: direction),
      schedules: [ScheduleVersion(from: newYear, schedule)])
  }

  /// How the habit stands so many days after New Year.
  func standing(
    _ days: [(Int, HabitDayValue)], on today: Int, weekStart: Int = 1
  ) -> HabitStanding {
    let recorded = days.map { (newYear.advanced(by: $0.0), $0.1) }
    let progress = HabitProgress.computed(of: recorded, fields: self, weekStart: weekStart)
    return progress?.advanced(to: newYear.advanced(by: today), fields: self, weekStart: weekStart)
      ?? .initial(of: self)
  }
}

private func isNear(_ value: Double, _ expected: Double) -> Bool {
  abs(value - expected) < 1e-6
}

/// Numbers that Loop Habit Tracker's own tests state, or that follow from its formula; recomputed by hand.
@Suite("The score of a habit")
struct HabitScoreTests {
  /// Checks from so many days before day 100 until day 100.
  static func run(_ count: Int, except skips: Set<Int> = []) -> [(Int, HabitDayValue)] {
    (101 - count...100).map { ($0, skips.contains($0) ? .skipped : .done) }
  }

  @Test(
    "A daily check follows Loop to the millionth",
    arguments: [(1, 0.051_922), (20, 0.655_748), (18, 0.617_008), (17, 0.596_033)])
  func daily(checks: Int, score: Double) {
    #expect(isNear(HabitFields.check(.daily).standing(Self.run(checks), on: 100).score, score))
  }

  @Test("The scores of the days before, after twenty checks")
  func dayByDay() {
    let fields = HabitFields.check(.daily)
    let scores = [0.655_748, 0.636_894, 0.617_008, 0.596_033]
    for (missing, score) in scores.enumerated() {
      let days = Self.run(20).dropLast(missing)
      #expect(isNear(fields.standing(Array(days), on: 100 - missing).score, score))
    }
  }

  @Test("Skipped days leave the score as it was: twenty days with three are as seventeen")
  func skips() {
    let days = Self.run(20, except: [85, 90, 91])
    #expect(isNear(HabitFields.check(.daily).standing(days, on: 100).score, 0.596_033))
    let resting = Self.run(20, except: [100])
    #expect(isNear(HabitFields.check(.daily).standing(resting, on: 100).score, 0.636_894))
  }

  @Test("Paused days too, whatever was recorded on them")
  func pauses() throws {
    var fields = HabitFields.check(.daily)
    fields.pauses = [
      try #require(Pause(newYear.advanced(by: 90), through: newYear.advanced(by: 92)))
    ]
    #expect(isNear(fields.standing(Self.run(20), on: 100).score, 0.596_033))
  }

  /// The score is linear: what it was weighs m, so a check after s is s·m + (1 − m) and a miss s·m.
  @Test(
    "From a half, a check adds and a miss takes",
    arguments: [
      (Schedule.daily, 0.525_961, 0.474_039),
      (.everyDays(3, anchor: newYear), 0.515_157, 0.484_843),
    ])
  func fromAHalf(schedule: Schedule, afterCheck: Double, afterMiss: Double) throws {
    let fields = HabitFields.check(schedule)
    let first = [(0, HabitDayValue.done)]
    let added = fields.standing(first, on: 0).score
    // 0.5·m + (1 − m) and 0.5·m, with 1 − m the score after the first check of a daily habit, and twice that of one whose two
    // checks in six days make a full score.
    let weight = schedule == .daily ? added : added * 2
    #expect(isNear(0.5 * (1 - weight) + weight, afterCheck))
    #expect(isNear(0.5 * (1 - weight), afterMiss))
  }

  @Test("The weights of the days before")
  func multipliers() {
    // After a full day the score is 1 − m.
    let expected: [(Schedule, Double)] = [
      (.daily, 0.948_078), (.weekdays([1, 2, 3, 4, 5, 6, 7]), 0.948_078),
      (.timesPer(.week, times: 1), 0.980_049), (.timesPer(.week, times: 3), 0.965_697),
      (.weekdays([1, 3, 5]), 0.965_697), (.timesInDays(times: 3, days: 7), 0.965_697),
      (.everyDays(7, anchor: newYear), 0.980_049), (.timesPer(.month, times: 30), 0.948_078),
      (.timesPer(.month, times: 31), 0.948_078),
    ]
    for (schedule, multiplier) in expected {
      // An amount is not doubled: with a target that one day's amount fills for all days, a first day gives 1 − m.
      let fields = HabitFields.count(schedule, .atLeast, thousandths: 1)
      let score = fields.standing([(0, .amount(1_000_000))], on: 0).score
      #expect(isNear(1 - score, multiplier), "\(schedule)")
    }
  }

  @Test("A check every third day: the first of two in six days is half a full score")
  func everyThirdDay() {
    let fields = HabitFields.check(.everyDays(3, anchor: newYear))
    // m(1/3) = 0.969685; half of what it leaves is 0.015157.
    #expect(isNear(fields.standing([(0, .done)], on: 0).score, 0.015_157))
    // The second within the six days: 0.015157·m + (1 − m) = 0.045013, after two more days of a half.
    #expect(isNear(fields.standing([(0, .done), (1, .done)], on: 1).score, 0.045_013))
    let amount = HabitFields.count(.everyDays(3, anchor: newYear), .atLeast, thousandths: 1_000)
    #expect(isNear(amount.standing([(0, .amount(1_000))], on: 0).score, 0.030_315))
  }

  @Test("Done less often than asked for, the score tends to the share")
  func shares() {
    let twiceAWeek = (0..<400).flatMap { [($0 * 7, HabitDayValue.done), ($0 * 7 + 3, .done)] }
    let three = HabitFields.check(.timesInDays(times: 3, days: 7)).standing(twiceAWeek, on: 2_799)
    #expect(isNear(three.score, 0.666_667))
    let four = HabitFields.check(.timesPer(.week, times: 4)).standing(twiceAWeek, on: 2_799)
    #expect(isNear(four.score, 0.5))
  }

  @Test("An amount counts by its share of the target, up to the whole")
  func atLeast() {
    let fields = HabitFields.count(.daily, .atLeast, thousandths: 10_000)
    // 1 − m = 0.051922; 3 of 10 pages are 0.3 of it.
    #expect(isNear(fields.standing([(0, .amount(3_000))], on: 0).score, 0.015_577))
    #expect(isNear(fields.standing([(0, .amount(25_000))], on: 0).score, 0.051_922))
    #expect(isNear(fields.standing([(0, .skipped)], on: 0).score, 0))
  }

  @Test("Who aims at most at something starts in full, and loses by what is above it")
  func atMost() {
    let fields = HabitFields.count(.daily, .atMost, thousandths: 2_000)
    #expect(fields.standing([], on: 0).score == 1)
    #expect(fields.standing([(0, .amount(2_000))], on: 5).score == 1)
    // 3 where 2 are allowed: half a day's score, 1 − 0.5 · 0.051922.
    #expect(isNear(fields.standing([(0, .amount(3_000))], on: 0).score, 0.974_039))
    #expect(isNear(fields.standing([(0, .amount(9_000))], on: 0).score, 0.948_078))
  }

  @Test("The amounts of a week count against a week's target")
  func weekly() {
    let fields = HabitFields.count(.timesPer(.week, times: 2), .atLeast, thousandths: 5_000)
    // 1 − m(2/7) = 0.028098. 4 of 10 pages for three days, 8 of 10 on the fourth: 0.011239, 0.022163, 0.032779 and 0.054336.
    #expect(isNear(fields.standing([(0, .amount(4_000))], on: 0).score, 0.011_239))
    let two = [(0, HabitDayValue.amount(4_000)), (3, .amount(4_000))]
    #expect(isNear(fields.standing(two, on: 3).score, 0.054_336))
  }

  @Test("Each day counts by the schedule that held on it")
  func versions() {
    // Ten daily checks, then a day of a habit that is to be done once a week: two checks in 14 days are full.
    var fields = HabitFields.check(.daily)
    fields.schedules.append(
      ScheduleVersion(from: newYear.advanced(by: 10), .timesPer(.week, times: 1)))
    let days = (0..<10).map { ($0, HabitDayValue.done) }
    // 1 − 0.948078^10 = 0.413270; then 0.413270 · 0.980049 + 0.019951.
    #expect(isNear(fields.standing(days, on: 9).score, 0.413_270))
    #expect(isNear(fields.standing(days, on: 10).score, 0.424_976))
  }
}
