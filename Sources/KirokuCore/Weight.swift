/// A weight as it was typed, and the exact grams it stands for.
///
/// The grams are never turned back into another unit's value: what was typed is what is shown.
public struct Weight: Hashable, Sendable {
  /// The value as typed, in thousandths of its unit; of stones and pounds, in thousandths of pounds.
  public let thousandths: Int64
  public let unit: WeightUnit
  /// The value in grams, rounded half to even; 20,000…300,000.
  public let grams: Int64

  /// What a person can weigh: 20…300 kg, looked at after rounding to grams.
  public static let gramsRange: ClosedRange<Int64> = 20_000...300_000
  /// Decimals that a value may have.
  public static let fractionDigits = 3

  /// - Returns: nil if the weight is outside `gramsRange`.
  public init?(thousandths: Int64, unit: WeightUnit) {
    // Far outside the range in every unit, and far inside what the product below can hold.
    guard (0...1_000_000_000).contains(thousandths) else { return nil }
    let (factor, divisor) = unit.gramsPerThousandth
    let grams = roundedHalfToEven(thousandths * factor, dividedBy: divisor)
    guard Self.gramsRange.contains(grams) else { return nil }
    self.thousandths = thousandths
    self.unit = unit
    self.grams = grams
  }

  /// A weight that was stored, and so was checked when it was typed.
  public init(stored thousandths: Int64, unit: WeightUnit, grams: Int64) {
    self.thousandths = thousandths
    self.unit = unit
    self.grams = grams
  }
}

/// The units in which people weigh themselves.
public enum WeightUnit: String, Sendable, CaseIterable {
  case kg, lb, st
  /// Whole stones with pounds beside them, as scales show it: `12 st 7.5 lb`. Kept as pounds.
  case stonesAndPounds = "st_lb"

  /// Those with one value, of which a person chooses theirs.
  public static let simple: [WeightUnit] = [.kg, .lb, .st]

  /// Grams in a thousandth of the unit, as an exact fraction.
  ///
  /// A pound is 453.59237 g by definition (International Yard and Pound Agreement, 1959); a stone
  /// is 14 pounds.
  var gramsPerThousandth: (factor: Int64, divisor: Int64) {
    switch self {
    case .kg: (1, 1)
    case .lb, .stonesAndPounds: (45_359_237, 100_000_000)
    case .st: (14 * 45_359_237, 100_000_000)
    }
  }
}

/// A weight in whole stones and what is left in pounds.
public struct StonesAndPounds: Hashable, Sendable {
  public let stones: Int64
  /// 0…13,999: a whole stone more is carried.
  public let poundThousandths: Int64

  /// Thousandths of pounds in a stone.
  public static let thousandthsPerStone: Int64 = 14_000
  /// Far above what a person weighs.
  public static let maxStones: Int64 = 1_000

  /// - Returns: nil where a whole stone is left among the pounds, or a number is negative or absurd.
  public init?(stones: Int64, poundThousandths: Int64) {
    guard (0...Self.maxStones).contains(stones),
      (0..<Self.thousandthsPerStone).contains(poundThousandths)
    else { return nil }
    self.stones = stones
    self.poundThousandths = poundThousandths
  }

  /// - Parameter thousandths: of pounds, not negative.
  public init(thousandths: Int64) {
    (stones, poundThousandths) = thousandths.quotientAndRemainder(
      dividingBy: Self.thousandthsPerStone)
  }

  /// All of it in thousandths of pounds.
  public var thousandths: Int64 { stones * Self.thousandthsPerStone + poundThousandths }
}

/// The quotient rounded to the nearest whole number, a tie to the even one.
///
/// - Parameters: neither negative; the divisor not 0.
func roundedHalfToEven(_ dividend: Int64, dividedBy divisor: Int64) -> Int64 {
  let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
  let rest = divisor - remainder
  if remainder == rest { return quotient + quotient % 2 }
  return remainder > rest ? quotient + 1 : quotient
}
