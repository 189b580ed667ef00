import KirokuCore
import Testing

@Suite("Proportions")
struct ProportionTests {
  @Test(
    "Wilson's interval is that of Newcombe's table I (1998, method 3)",
    arguments: [
      (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0000, 0.1611),
      (1, 29, 0.0061, 0.1718),
    ])
  func wilson(count: Int, people: Int, lower: Double, upper: Double) throws {
    let interval = try #require(Proportion(count, of: people).interval)
    #expect(abs(interval.lower - lower) < 0.00005)
    #expect(abs(interval.upper - upper) < 0.00005)
  }

  @Test(
    "A difference's interval is that of Newcombe's table II (1998, method 10)",
    arguments: [
      (56, 70, 48, 80, 0.2000, 0.0524, 0.3339), (9, 10, 3, 10, 0.6000, 0.1705, 0.8090),
      (5, 56, 0, 29, 0.0893, -0.0381, 0.1926), (0, 10, 0, 20, 0, -0.1611, 0.2775),
      (10, 10, 0, 10, 1, 0.6075, 1),
    ])
  func difference(
    one: Int, ofOne: Int, two: Int, ofTwo: Int, value: Double, lower: Double, upper: Double
  ) throws {
    let difference = try #require(
      Proportion(one, of: ofOne).difference(from: Proportion(two, of: ofTwo)))
    #expect(abs(difference.value - value) < 0.00005)
    #expect(abs(difference.interval.lower - lower) < 0.00005)
    #expect(abs(difference.interval.upper - upper) < 0.00005)
  }

  @Test("Of fewer than five people no rate is told, and no difference from theirs")
  func hidden() {
    #expect(Proportion(4, of: 4).rate == nil && Proportion(4, of: 4).interval == nil)
    #expect(Proportion(0, of: 0).rate == nil)
    #expect(Proportion(5, of: 5).rate == 1 && Proportion(0, of: 5).rate == 0)
    #expect(Proportion(1, of: 9).difference(from: Proportion(1, of: 4)) == nil)
    #expect(Proportion(1, of: 4).difference(from: Proportion(1, of: 9)) == nil)
  }
}
