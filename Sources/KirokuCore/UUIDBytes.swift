/// A UUID (RFC 9562): sixteen bytes, ordered byte by byte, as PostgreSQL orders them.
///
/// Clients write it in either case (Swift prints upper case); it is always printed in lower case.
public struct UUIDBytes: Hashable, Sendable {
  /// Bytes 0 to 7, the first one highest.
  public let high: UInt64
  /// Bytes 8 to 15, the first one highest.
  public let low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The nil UUID (RFC 9562 §5.9): nothing's id.
  public static let none = UUIDBytes(high: 0, low: 0)

  /// - Returns: nil unless there are exactly sixteen bytes.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    var words: (high: UInt64, low: UInt64) = (0, 0)
    for (index, byte) in bytes.enumerated() {
      if index < 8 {
        words.high = words.high << 8 | UInt64(byte)
      } else {
        words.low = words.low << 8 | UInt64(byte)
      }
    }
    self.init(high: words.high, low: words.low)
  }

  /// Reads `8-4-4-4-12` hexadecimal digits of either case; nil for any other form.
  public init?(_ text: String) { self.init(text.utf8Span.span) }

  /// Reads the same form of ASCII bytes.
  public init?(_ text: Span<UInt8>) {
    guard text.count == 36 else { return nil }
    var words: (high: UInt64, low: UInt64) = (0, 0)
    var digits = 0
    for index in text.indices {
      let byte = text[index]
      if index == 8 || index == 13 || index == 18 || index == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - 0x30
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - 0x61 + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - 0x41 + 10
      default: return nil
      }
      if digits < 16 {
        words.high = words.high << 4 | UInt64(digit)
      } else {
        words.low = words.low << 4 | UInt64(digit)
      }
      digits += 1
    }
    self.init(high: words.high, low: words.low)
  }

  /// The sixteen bytes in order.
  public var bytes: [UInt8] {
    (0..<16).map { index in
      UInt8(truncatingIfNeeded: (index < 8 ? high : low) >> UInt64(56 - 8 * (index % 8)))
    }
  }

  /// The version digit (RFC 9562 §4.2): 4 for random, 7 for time-ordered.
  public var version: Int { Int(high >> 12 & 0xF) }

  /// Whether it may be a record's id: random or time-ordered (version 4 or 7, the variant of RFC 9562 §4.1). Others
  /// are made from less than 60 random bits, or from none, and two devices could make the same.
  public var isRecordID: Bool { (version == 4 || version == 7) && low >> 62 == 0b10 }

  /// Appends the usual form in lower case: 36 bytes of ASCII.
  public func append(to bytes: inout [UInt8]) {
    bytes.append(addingCapacity: 36) { (output: inout OutputSpan<UInt8>) in append(to: &output) }
  }

  /// Appends the same where there is room for 36 bytes.
  public func append(to output: inout OutputSpan<UInt8>) {
    let second = Self.hexadecimal(high)
    let third = Self.hexadecimal(low >> 32)
    let dash = UInt64(UInt8(ascii: "-"))
    output.append(word: Self.hexadecimal(high >> 32))
    output.append(word: dash | (second & 0xFFFF_FFFF) << 8 | dash << 40 | (second >> 32) << 48)
    output.append(word: second >> 48 | dash << 16 | (third & 0xFFFF_FFFF) << 24 | dash << 56)
    output.append(word: UInt32(truncatingIfNeeded: third >> 32))
    output.append(word: Self.hexadecimal(low))
  }

  /// The eight lowest digits of a word as ASCII, the first in the lowest byte: all at once, a byte each.
  @inline(__always)
  private static func hexadecimal(_ word: UInt64) -> UInt64 {
    var digits = word & 0xFFFF_FFFF
    digits = (digits | digits << 16) & 0x0000_FFFF_0000_FFFF
    digits = (digits | digits << 8) & 0x00FF_00FF_00FF_00FF
    digits = (digits | digits << 4) & 0x0F0F_0F0F_0F0F_0F0F
    // 10 and 6 carry into the next bit: 1 in the bytes that become letters.
    let letters = (digits &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return (digits &+ 0x3030_3030_3030_3030 &+ letters &* 39).byteSwapped
  }
}

extension UUIDBytes: Comparable {
  public static func < (left: UUIDBytes, right: UUIDBytes) -> Bool {
    left.high != right.high ? left.high < right.high : left.low < right.low
  }
}

extension UUIDBytes: CustomStringConvertible {
  public var description: String { asciiText { append(to: &$0) } }
}
