/// A UUID as PostgreSQL sends it: sixteen bytes, in network order.
///
/// Ordered as PostgreSQL's `uuid` is (byte by byte), so that what is sorted here is sorted there.
public struct PGUUID: Hashable, Sendable {
  /// Bytes 0 to 7, the first one highest.
  public var high: UInt64
  /// Bytes 8 to 15, the first one highest.
  public var low: UInt64

  @inlinable
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// - Returns: nil unless there are exactly sixteen bytes.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    for (index, byte) in bytes.enumerated() {
      if index < 8 { high = high << 8 | UInt64(byte) } else { low = low << 8 | UInt64(byte) }
    }
    self.init(high: high, low: low)
  }

  /// Reads the usual form, `8-4-4-4-12` hexadecimal digits of either case; nil for anything else.
  public init?(_ text: some StringProtocol) {
    var high: UInt64 = 0
    var low: UInt64 = 0
    var position = 0
    for byte in text.utf8 {
      if position == 8 || position == 13 || position == 18 || position == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
      } else {
        guard let digit = Self.hexadecimalValue(byte) else { return nil }
        if position < 18 { high = high << 4 | digit } else { low = low << 4 | digit }
      }
      position += 1
      guard position <= 36 else { return nil }
    }
    guard position == 36 else { return nil }
    self.init(high: high, low: low)
  }

  /// The sixteen bytes in order.
  public var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
      for index in 0..<8 {
        buffer[index] = UInt8(truncatingIfNeeded: high >> UInt64(56 - 8 * index))
        buffer[index + 8] = UInt8(truncatingIfNeeded: low >> UInt64(56 - 8 * index))
      }
      count = 16
    }
  }

  private static func hexadecimalValue(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}

extension PGUUID: Comparable {
  public static func < (left: PGUUID, right: PGUUID) -> Bool {
    left.high != right.high ? left.high < right.high : left.low < right.low
  }
}

extension PGUUID: CustomStringConvertible {
  /// The usual form, in lower case.
  public var description: String {
    String(unsafeUninitializedCapacity: 36) { buffer in
      var position = 0
      for index in 0..<32 {
        if index == 8 || index == 12 || index == 16 || index == 20 {
          buffer[position] = UInt8(ascii: "-")
          position += 1
        }
        let word = index < 16 ? high : low
        let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * (index % 16))) & 15
        buffer[position] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
        position += 1
      }
      return 36
    }
  }
}
