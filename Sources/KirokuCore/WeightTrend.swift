/// A person's weight without its daily noise, day by day.
///
/// The first reading of each local day counts; days between two readings are filled in on the straight line between
/// them; the trend follows the result by exponential smoothing, starting at the first day's weight:
/// trend(n) = trend(n−1) + α · (weight(n) − trend(n−1)). Nothing is filled in after the last reading.
///
/// Sources: J. Walker, The Hacker's Diet (the smoothing, α = 0.1); TrendWeight (first reading of a day, straight lines
/// over gaps, rounded to three decimals).
public struct WeightTrend: Hashable, Sendable {
  /// One local day.
  public struct Point: Hashable, Sendable {
    public var day: LocalDay
    /// Kilograms, rounded to three decimals; of a filled-in day, the value on the line.
    public var weightThousandths: Int64
    public var trendThousandths: Int64
    /// Whether the day had no reading.
    public var isInterpolated: Bool
  }

  /// One weighing.
  public struct Reading: Hashable, Sendable {
    public var day: LocalDay
    public var recordedAt: Instant
    public var grams: Int64

    public init(day: LocalDay, recordedAt: Instant, grams: Int64) {
      self.day = day
      self.recordedAt = recordedAt
      self.grams = grams
    }
  }

  public static let smoothing = 0.1
  /// Days over which the rate is taken.
  public static let rateDays = 14
  /// A slope below this, in kilograms a day, leads nowhere: no date is foretold.
  public static let leastSlopeKgPerDay = 0.001
  /// Days into the future up to which a date is foretold.
  public static let farthestGoalDays = 3_650.0

  /// One point a day from the first reading's to the last's; empty without readings. Fewer of a
  /// trend that was cut with ``cut(from:atMost:)``.
  public private(set) var points: [Point]
  /// The slope of the least-squares line through the last ``rateDays`` trend days, times seven, in thousandths of a
  /// kilogram; nil with fewer than two days.
  public let weeklyRateThousandths: Int64?
  private let slopeKgPerDay: Double?
  private let lastTrendKg: Double?
  private let lastDay: LocalDay?

  /// - Parameter readings: in any order.
  public init(_ readings: [Reading]) {
    var points: [Point] = []
    var trends: [Double] = []

    func append(_ day: LocalDay, _ kilograms: Double, isInterpolated: Bool) {
      let previous = trends.last ?? kilograms
      let trend = previous + Self.smoothing * (kilograms - previous)
      trends.append(trend)
      points.append(
        Point(
          day: day, weightThousandths: thousandths(kilograms),
          trendThousandths: thousandths(trend), isInterpolated: isInterpolated))
    }

    var previous: (day: Int32, kilograms: Double)?
    for reading in Self.firstOfEachDay(readings) {
      let kilograms = Double(reading.grams) / 1_000
      if let previous {
        let gap = reading.day.unixDays - previous.day
        for step in 1..<max(gap, 1) {
          let share = Double(step) / Double(gap)
          append(
            LocalDay(unixDays: previous.day + step),
            previous.kilograms + (kilograms - previous.kilograms) * share, isInterpolated: true)
        }
      }
      append(reading.day, kilograms, isInterpolated: false)
      previous = (reading.day.unixDays, kilograms)
    }
    self.points = points
    lastTrendKg = trends.last
    lastDay = points.last?.day
    slopeKgPerDay = Self.slope(trends.suffix(Self.rateDays))
    weeklyRateThousandths = slopeKgPerDay.map { thousandths($0 * 7) }
  }

  /// The same trend without its earlier points: it still knows what came before, so that its
  /// numbers do not change with the range that is looked at.
  ///
  /// - Parameters:
  ///   - from: the first day to keep; nil keeps all.
  ///   - days: keeps at most so many, the latest.
  public func cut(from: LocalDay?, atMost days: Int) -> WeightTrend {
    var trend = self
    var kept = points[...]
    if let from { kept = kept.drop { $0.day < from } }
    trend.points = Array(kept.suffix(days))
    return trend
  }

  /// The day on which the trend reaches `goalGrams` if it goes on at its rate; nil when it leads away from the goal,
  /// hardly moves, or would take over ten years.
  public func goalDate(goalGrams: Int64) -> LocalDay? {
    guard let slopeKgPerDay, let lastTrendKg, let lastDay else { return nil }
    let distance = Double(goalGrams) / 1_000 - lastTrendKg
    guard abs(slopeKgPerDay) >= Self.leastSlopeKgPerDay, distance / slopeKgPerDay >= 0 else {
      return nil
    }
    let days = (distance / slopeKgPerDay).rounded(.up)
    guard days <= Self.farthestGoalDays else { return nil }
    return LocalDay(unixDays: lastDay.unixDays + Int32(days))
  }

  private static func firstOfEachDay(_ readings: [Reading]) -> [Reading] {
    var days: [Reading] = []
    let ordered = readings.sorted {
      ($0.day, $0.recordedAt, $0.grams) < ($1.day, $1.recordedAt, $1.grams)
    }
    for reading in ordered where days.last?.day != reading.day { days.append(reading) }
    return days
  }

  /// The slope of the least-squares line through equally spaced values: Σ(x − x̄)(y − ȳ) / Σ(x − x̄)².
  private static func slope(_ values: ArraySlice<Double>) -> Double? {
    guard values.count >= 2 else { return nil }
    let meanX = Double(values.count - 1) / 2
    let meanY = values.reduce(0, +) / Double(values.count)
    var product = 0.0
    var square = 0.0
    for (x, y) in values.enumerated() {
      product += (Double(x) - meanX) * (y - meanY)
      square += (Double(x) - meanX) * (Double(x) - meanX)
    }
    return product / square
  }
}

/// Kilograms as thousandths, rounded half to even.
private func thousandths(_ kilograms: Double) -> Int64 {
  Int64((kilograms * 1_000).rounded(.toNearestOrEven))
}
