/// A string from what `append` appends, which is ASCII.
func asciiText(_ append: (inout [UInt8]) -> Void) -> String {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(36)
  append(&bytes)
  return String(decoding: bytes, as: UTF8.self)
}

extension [UInt8] {
  /// Appends a number with zeros in front of it, up to `width` digits.
  mutating func append(_ number: Int, width: Int) {
    var divisor = 1
    for _ in 1..<width { divisor *= 10 }
    while divisor > 0 {
      append(0x30 + UInt8(truncatingIfNeeded: number / divisor % 10))
      divisor /= 10
    }
  }
}

/// Reads ASCII text from its start, a fixed number of digits at a time.
struct ASCIIScanner {
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { position == bytes.count }
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Steps over one of the given bytes, if one stands here.
  mutating func skip(_ allowed: UInt8...) -> Bool {
    guard let next, allowed.contains(next) else { return false }
    position += 1
    return true
  }

  /// Exactly `count` digits.
  mutating func digits(_ count: Int) -> Int? {
    guard position + count <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[position..<position + count] {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    position += count
    return value
  }
}
