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
  public init?(_ text: String) {
    guard text.utf8.count == 36 else { return nil }
    var words: (high: UInt64, low: UInt64) = (0, 0)
    var digits = 0
    for (index, byte) in text.utf8.enumerated() {
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

  /// Appends the usual form in lower case: 36 bytes of ASCII.
  public func append(to bytes: inout [UInt8]) {
    for nibble in 0..<32 {
      if nibble == 8 || nibble == 12 || nibble == 16 || nibble == 20 {
        bytes.append(UInt8(ascii: "-"))
      }
      let word = nibble < 16 ? high : low
      let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * (nibble & 15))) & 0xF
      bytes.append(digit < 10 ? 0x30 + digit : 0x61 + digit - 10)
    }
  }
}

extension UUIDBytes: Comparable {
  public static func < (left: UUIDBytes, right: UUIDBytes) -> Bool {
    left.high != right.high ? left.high < right.high : left.low < right.low
  }
}

extension UUIDBytes: CustomStringConvertible {
  public var description: String { asciiText(append) }
}
