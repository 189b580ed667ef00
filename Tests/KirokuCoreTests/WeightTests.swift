import Testing

@testable import KirokuCore

@Suite("Weights")
struct WeightTests {
  @Test(
    "Typed values become grams, exactly",
    arguments: [
      (65_200, .kg, 65_200), (20_000, .kg, 20_000), (300_000, .kg, 300_000), (65_123, .kg, 65_123),
      // 180 × 453.59237 = 81,646.6266
      (180_000, .lb, 81_647),
      // 90 × 453.59237 = 40,823.3133
      (90_000, .lb, 40_823),
      // 150.5 × 453.59237 = 68,265.651685
      (150_500, .lb, 68_266),
      // 44.092 × 453.59237 = 19,999.7948: in the range once rounded.
      (44_092, .lb, 20_000),
      // 661.387 × 453.59237 = 300,000.0968
      (661_387, .lb, 300_000),
      // 11.5 st = 161 lb = 73,028.37157 g
      (11_500, .st, 73_028),
      // 3.15 × 6,350.29318 = 20,003.4235
      (3_150, .st, 20_003),
      // 12 st 7.5 lb = 175.5 lb = 79,605.460935 g
      (175_500, .stonesAndPounds, 79_605),
    ] as [(Int64, WeightUnit, Int64)])
  func grams(thousandths: Int64, unit: WeightUnit, grams: Int64) {
    let weight = Weight(thousandths: thousandths, unit: unit)
    #expect(weight?.grams == grams)
    #expect(weight?.thousandths == thousandths && weight?.unit == unit)
  }

  @Test(
    "Outside 20…300 kg there is no weight",
    arguments: [
      (19_999, .kg), (300_001, .kg), (0, .kg), (-65_200, .kg), (.max, .kg), (.min, .kg),
      // 44.091 × 453.59237 = 19,999.3412
      (44_091, .lb),
      // 661.388 × 453.59237 = 300,000.5504
      (661_388, .lb), (.max, .lb),
      // 3.149 × 6,350.29318 = 19,997.0732
      (3_149, .st), (47_243, .st), (.max, .st), (1_000_000_000, .st),
    ] as [(Int64, WeightUnit)])
  func outOfRange(thousandths: Int64, unit: WeightUnit) {
    #expect(Weight(thousandths: thousandths, unit: unit) == nil)
  }

  @Test(
    "A tie is rounded to the even neighbour",
    arguments: [
      (5, 10, 0), (15, 10, 2), (25, 10, 2), (35, 10, 4), (4, 10, 0), (6, 10, 1), (26, 10, 3),
      (24, 10, 2), (0, 10, 0), (10, 10, 1), (1, 3, 0), (2, 3, 1), (14, 7, 2),
    ] as [(Int64, Int64, Int64)])
  func halfToEven(dividend: Int64, divisor: Int64, quotient: Int64) {
    #expect(roundedHalfToEven(dividend, dividedBy: divisor) == quotient)
  }

  @Test(
    "Stones and pounds are whole stones and less than a stone in pounds",
    arguments: [
      // 12·14 + 7.5 = 175.5 lb
      (12, 7_500, 175_500, "12 st 7.5 lb"), (11, 0, 154_000, "11 st 0 lb"),
      (0, 0, 0, "0 st 0 lb"), (12, 13_999, 181_999, "12 st 13.999 lb"),
      (13, 0, 182_000, "13 st 0 lb"),
    ] as [(Int64, Int64, Int64, String)])
  func stonesAndPounds(stones: Int64, pounds: Int64, thousandths: Int64, title: String) {
    let parts = StonesAndPounds(stones: stones, poundThousandths: pounds)
    #expect(parts?.thousandths == thousandths)
    #expect(parts == StonesAndPounds(thousandths: thousandths))
    let weight = Weight(stored: thousandths, unit: .stonesAndPounds, grams: 0)
    #expect(EntryDisplay.title(weight) == title)
  }

  @Test(
    "A whole stone among the pounds has to be carried by whoever types it",
    arguments: [(12, 14_000), (12, -1), (-1, 0), (1_001, 0), (.max, 0), (0, .max)]
      as [(Int64, Int64)])
  func noStonesAndPounds(stones: Int64, pounds: Int64) {
    #expect(StonesAndPounds(stones: stones, poundThousandths: pounds) == nil)
  }

  @Test("Every stones and pounds are the grams of so many pounds")
  func stonesAreFourteenPounds() {
    for thousandths in stride(from: Int64(44_092), through: 661_387, by: 37) {
      let pounds = Weight(thousandths: thousandths, unit: .lb)
      #expect(Weight(thousandths: thousandths, unit: .stonesAndPounds)?.grams == pounds?.grams)
    }
  }

  @Test("No typed pound or stone in the range lies on a tie")
  func noTies() {
    for (unit, limit) in [(WeightUnit.lb, Int64(661_400)), (.st, 47_300)] {
      let (factor, divisor) = unit.gramsPerThousandth
      #expect((1...limit).allSatisfy { $0 * factor % divisor * 2 != divisor })
    }
  }

  @Test(
    "Thousandths are shown as the shortest decimal",
    arguments: [
      (65_200, "65.2"), (180_000, "180"), (81_647, "81.647"), (100_050, "100.05"), (5, "0.005"),
      (0, "0"), (-65_200, "-65.2"), (-1, "-0.001"), (Int64.min, "-9223372036854775.808"),
    ] as [(Int64, String)])
  func decimals(thousandths: Int64, text: String) {
    #expect(decimalText(thousandths: thousandths) == text)
  }
}
