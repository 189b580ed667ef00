/// A JSON number: the exact decimal as it was written, never passed through binary floating point.
public struct JSONNumber: Sendable, Hashable {
  /// The number as written, in the grammar of RFC 8259 §6.
  public let text: String

  /// Takes text that follows the grammar; the reader has checked it.
  init(checked text: String) {
    self.text = text
  }

  public init(_ value: Int64) {
    text = String(value)
  }

  /// Why a number has no exact value of the wanted form.
  public enum Fault: Error, Sendable {
    /// More decimals than asked for, and not zeros.
    case tooPrecise
    /// Beyond 64 bits.
    case outOfRange
  }

  /// The value as a whole number, if it is one: `1e2` and `100.0` are 100.
  ///
  /// - Throws: `tooPrecise` for a fraction, `outOfRange` beyond `Int64`.
  public func integer() throws(Fault) -> Int64 {
    try scaled(fractionDigits: 0)
  }

  /// The value in units of 10^-`fractionDigits`: with 3, `65.2` is 65200 and `65.2001` too precise.
  ///
  /// The cost is linear in the text's length; an exponent of a billion costs no more than its
  /// ten digits.
  public func scaled(fractionDigits: Int) throws(Fault) -> Int64 {
    let decimal = Decomposed(text)
    guard decimal.significantCount > 0 else { return 0 }
    // value = ± significant digits × 10^exponent
    let shift = decimal.exponent + fractionDigits
    if shift < 0 { throw .tooPrecise }
    if decimal.significantCount + shift > 19 { throw .outOfRange }
    // Negative all the way: Int64.min has no positive twin.
    var negative: Int64 = 0
    var remaining = decimal.significantCount
    for byte in text.utf8 where remaining > 0 {
      guard let digit = digitValue(byte) else { continue }
      if digit == 0 && remaining == decimal.significantCount { continue }
      negative = try Self.appending(digit, to: negative)
      remaining -= 1
    }
    for _ in 0..<shift {
      negative = try Self.appending(0, to: negative)
    }
    if decimal.isNegative { return negative }
    if negative == .min { throw .outOfRange }
    return -negative
  }

  private static func appending(_ digit: Int64, to negative: Int64) throws(Fault) -> Int64 {
    let (tens, overflow) = negative.multipliedReportingOverflow(by: 10)
    let (value, underflow) = tens.subtractingReportingOverflow(digit)
    if overflow || underflow { throw .outOfRange }
    return value
  }
}

/// A decimal number taken apart: sign, count of significant digits, power of ten of the last one.
private struct Decomposed {
  var isNegative = false
  /// Digits from the first to the last that isn't zero; 0 for zero.
  var significantCount = 0
  /// The power of ten of the last significant digit.
  var exponent = 0

  /// Beyond every length of text, and far from overflow when lengths are added to it.
  private static let exponentLimit = 1_000_000_000_000_000

  init(_ text: String) {
    var fractionDigits = 0
    var trailingZeros = 0
    var written = 0
    var writtenIsNegative = false
    var isFraction = false
    var isExponent = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"): isExponent = true
      case UInt8(ascii: "-"):
        if isExponent { writtenIsNegative = true } else { isNegative = true }
      default:
        guard let digit = digitValue(byte) else { continue }
        if isExponent {
          written = min(written * 10 + Int(digit), Self.exponentLimit)
          continue
        }
        if isFraction { fractionDigits += 1 }
        if digit != 0 {
          significantCount += (significantCount == 0 ? 0 : trailingZeros) + 1
          trailingZeros = 0
        } else {
          trailingZeros += 1
        }
      }
    }
    exponent = (writtenIsNegative ? -written : written) - fractionDigits + trailingZeros
  }
}

@inline(__always)
private func digitValue(_ byte: UInt8) -> Int64? {
  byte >= 0x30 && byte <= 0x39 ? Int64(byte &- 0x30) : nil
}
