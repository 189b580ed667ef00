/// So many of so many people, with what may be said of it.
public struct Proportion: Hashable, Sendable {
  public let count: Int
  public let people: Int

  /// Of fewer people no rate is told: it would say more about each of them than about anything else.
  public static let minPeople = 5

  /// - Parameter count: 0…`people`.
  public init(_ count: Int, of people: Int) {
    self.count = count
    self.people = people
  }

  /// `count` ÷ `people`; nil for fewer than ``minPeople``.
  public var rate: Double? {
    people >= Self.minPeople ? share : nil
  }

  /// The 95 % interval of the rate (Wilson 1927), nil where there is no rate.
  public var interval: Interval? {
    people >= Self.minPeople ? Interval.wilson(count, of: people) : nil
  }

  private var share: Double { Double(count) / Double(people) }

  /// By how much the rate is greater than another one's; nil where either is not told.
  ///
  /// The interval is of method 10 in Newcombe, "Interval estimation for the difference between independent
  /// proportions" (Statistics in Medicine 17, 1998): made of both Wilson intervals.
  public func difference(from other: Proportion) -> (value: Double, interval: Interval)? {
    guard let interval, let theirs = other.interval else { return nil }
    let value = share - other.share
    func distance(_ one: Double, _ two: Double) -> Double { (one * one + two * two).squareRoot() }
    return (
      value,
      Interval(
        lower: value - distance(share - interval.lower, theirs.upper - other.share),
        upper: value + distance(interval.upper - share, other.share - theirs.lower))
    )
  }
}

/// From `lower` through `upper`.
public struct Interval: Hashable, Sendable {
  public let lower: Double
  public let upper: Double

  public init(lower: Double, upper: Double) {
    self.lower = lower
    self.upper = upper
  }

  /// The quantile of the normal distribution that leaves 2.5 % above it.
  private static let z = 1.959_963_984_540_054

  /// Wilson's score interval without correction for continuity: Newcombe, "Two-sided confidence intervals for the
  /// single proportion" (Statistics in Medicine 17, 1998), method 3.
  ///
  /// - Parameter people: above 0.
  static func wilson(_ count: Int, of people: Int) -> Interval {
    let (n, r) = (Double(people), Double(count))
    let zz = z * z
    let center = 2 * r + zz
    let spread = z * (zz + 4 * r * (1 - r / n)).squareRoot()
    let width = 2 * (n + zz)
    // The ends at 0 and 1 are exact; a rounding would leave them a hair outside.
    return Interval(
      lower: count == 0 ? 0 : (center - spread) / width,
      upper: count == people ? 1 : (center + spread) / width)
  }
}
