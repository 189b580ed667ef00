/// On which of the last days something was recorded.
public struct RecentDays: Hashable, Sendable {
  /// Bit k: whether it was k days ago.
  private let bits: UInt64

  /// So many days before today are looked at.
  public static let count = 7 * ActPrediction.weeks

  public init(bits: Int64) { self.bits = UInt64(bitPattern: bits) }

  /// How many of the last `days` ones, today among them.
  public func recorded(within days: Int) -> Int {
    (bits & (days < 64 ? (1 << UInt64(max(0, days))) - 1 : .max)).nonzeroBitCount
  }

  /// The probability, in thousandths, that it is recorded on a day of today's weekday, by the rule of ``ActPrediction``;
  /// 0 as long as that is not ready.
  public var todaysProbability: Int {
    let before = bits >> 1
    guard before != 0 else { return 0 }
    let oldest = 64 - before.leadingZeroBitCount
    var (done, all) = (0, 0)
    for (week, weight) in ActPrediction.weights.enumerated() {
      let daysAgo = 7 * (week + 1)
      guard daysAgo <= oldest else { break }
      all += weight
      if bits >> UInt64(daysAgo) & 1 == 1 { done += weight }
    }
    return all == 0 ? 0 : (2_000 * done + all) / (2 * all)
  }
}
