import JSON
import Testing

@Suite("Exact numbers")
struct NumberTests {
  static func number(_ text: String) throws -> JSONNumber {
    guard case .number(let number) = try read(text).get() else { throw JSONNumber.Fault.outOfRange }
    return number
  }

  @Test(
    "Thousandths are exact",
    arguments: [
      ("65.2", 65_200), ("65", 65_000), ("65.200000", 65_200), ("0.001", 1), ("-0.001", -1),
      ("-0", 0),
      ("0e999999999", 0), ("0.000000000000000", 0), ("6.52e1", 65_200), ("65200e-3", 65_200),
      ("1e2", 100_000),
      ("0.00652e4", 65_200), ("9223372036854775.807", Int64.max),
      ("-9223372036854775.808", Int64.min),
      ("1000000000000000000000e-21", 1_000), ("1E+2", 100_000), ("54.431", 54_431),
      ("100.050", 100_050),
    ] as [(String, Int64)])
  func thousandths(text: String, expected: Int64) throws {
    #expect(try Self.number(text).scaled(fractionDigits: 3) == expected)
  }

  @Test(
    "What has more decimals is too precise, not rounded",
    arguments: [
      "65.1234", "19.9996", "0.0001", "1e-4", "1e-999999999999999999999", "-0.00000001", "12.00010",
      "0.1e-3", "123456789012345678901234567890.1234",
    ])
  func tooPrecise(text: String) {
    #expect(throws: JSONNumber.Fault.tooPrecise) {
      try Self.number(text).scaled(fractionDigits: 3)
    }
  }

  @Test(
    "What does not fit is out of range, at no cost",
    arguments: [
      "1e400", "-1e400", "1e999999999999999999999999", "9223372036854775.808",
      "-9223372036854775.809",
      "100e200", "1.797e308", "99999999999999999999", "10000000000000000",
    ])
  func outOfRange(text: String) {
    #expect(throws: JSONNumber.Fault.outOfRange) {
      try Self.number(text).scaled(fractionDigits: 3)
    }
  }

  @Test("Whole numbers beyond 2^53 keep every digit")
  func beyondDouble() throws {
    #expect(try Self.number("9007199254740993").integer() == 9_007_199_254_740_993)
    #expect(try Self.number("100.0").integer() == 100)
    #expect(throws: JSONNumber.Fault.tooPrecise) { try Self.number("100.5").integer() }
  }

  @Test("A million zeros and an exponent that takes them back are one")
  func longText() throws {
    let text = "1" + String(repeating: "0", count: 1_000_000) + "e-1000000"
    #expect(try Self.number(text).integer() == 1)
  }
}
