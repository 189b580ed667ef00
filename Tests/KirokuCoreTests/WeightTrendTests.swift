import KirokuCore
import Testing

private let firstDay = LocalDay(unixDays: 20_000)

/// A reading so many days after the first day, at a minute of that day.
private func reading(_ day: Int32, _ grams: Int64, minute: Int64 = 0) -> WeightTrend.Reading {
  WeightTrend.Reading(
    day: LocalDay(unixDays: firstDay.unixDays + day),
    recordedAt: Instant(unixMicroseconds: (Int64(20_000 + day) * 1_440 + minute) * 60_000_000),
    grams: grams)
}

private func daily(_ grams: [Int64]) -> WeightTrend {
  WeightTrend(grams.enumerated().map { reading(Int32($0.offset), $0.element) })
}

@Suite("The trend of a weight")
struct WeightTrendTests {
  @Test(
    "Follows each day's weight by a tenth of the distance",
    arguments: [
      ([80_000, 85_000, 80_000], [80_000, 80_500, 80_450]),
      ([70_000, 71_000, 69_000], [70_000, 70_100, 69_990]),
      ([65_200], [65_200]),
      ([], []),
    ])
  func smoothing(grams: [Int64], trend: [Int64]) {
    #expect(daily(grams).points.map(\.trendThousandths) == trend)
  }

  @Test("Days between two readings lie on the line between them, and say so")
  func gaps() {
    let trend = WeightTrend([reading(0, 80_000), reading(3, 77_000)])
    #expect(trend.points.map(\.weightThousandths) == [80_000, 79_000, 78_000, 77_000])
    #expect(trend.points.map(\.isInterpolated) == [false, true, true, false])
    // 80, 80 − 0.1, 79.9 − 0.19, 79.71 − 0.271
    #expect(trend.points.map(\.trendThousandths) == [80_000, 79_900, 79_710, 79_439])
  }

  @Test("The first reading of a day counts, in whatever order readings come")
  func firstOfDay() {
    let trend = WeightTrend([
      reading(1, 70_000, minute: 900), reading(1, 71_000, minute: 420), reading(0, 70_000),
    ])
    #expect(trend.points.map(\.weightThousandths) == [70_000, 71_000])
  }

  @Test("A constant weight has no rate and no date")
  func constant() {
    let trend = daily(Array(repeating: 70_000, count: 20))
    #expect(trend.weeklyRateThousandths == 0)
    #expect(trend.goalDate(goalGrams: 65_000) == nil)
  }

  @Test("The rate is the slope of the last 14 trend days, and the goal lies on that line")
  func rate() {
    // Readings that make the trend fall by exactly 0.1 kg a day: each lies 1 kg below the trend before it.
    var grams: [Int64] = [80_000]
    for day in 1..<30 { grams.append(80_000 - Int64(day - 1) * 100 - 1_000) }
    let trend = daily(grams)
    #expect(trend.points.last?.trendThousandths == 77_100)
    #expect(trend.weeklyRateThousandths == -700)
    // From 77.1 kg, 2.1 kg at 0.1 kg a day: 21 days after day 29; Double may make it a day more.
    let goal = trend.goalDate(goalGrams: 75_050)
    #expect(goal == LocalDay(unixDays: firstDay.unixDays + 29 + 21))
    #expect(trend.goalDate(goalGrams: 80_000) == nil)
  }

  @Test("One day has a trend and no rate")
  func oneDay() {
    let trend = daily([70_000])
    #expect(trend.weeklyRateThousandths == nil)
    #expect(trend.goalDate(goalGrams: 69_000) == nil)
  }
}
