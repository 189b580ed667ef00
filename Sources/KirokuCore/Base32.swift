/// Base32 (RFC 4648 §6) in lower case and without padding.
public enum Base32 {
  private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

  public static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 5 {
        count -= 5
        text.append(alphabet[Int(bits >> count & 31)])
      }
      bits &= (1 << count) - 1
    }
    if count > 0 { text.append(alphabet[Int(bits << (5 - count) & 31)]) }
  }

  /// - Returns: exactly `count` bytes, or nil for any other length, any other character, or bits
  ///   left over that are not zero.
  public static func decode(_ text: Span<UInt8>, count: Int) -> [UInt8]? {
    guard text.count == (count * 8 + 4) / 5 else { return nil }
    var isValid = true
    let bytes = [UInt8](capacity: count) { (output: inout OutputSpan<UInt8>) in
      var bits: UInt32 = 0
      var pending: UInt32 = 0
      for index in text.indices {
        let character = text[index]
        let value: UInt8
        switch character {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): value = character &- UInt8(ascii: "a")
        case UInt8(ascii: "2")...UInt8(ascii: "7"): value = character &- UInt8(ascii: "2") &+ 26
        default:
          isValid = false
          return
        }
        bits = bits &<< 5 | UInt32(value)
        pending &+= 5
        if pending >= 8 {
          pending &-= 8
          output.append(UInt8(truncatingIfNeeded: bits &>> pending))
          bits &= (1 &<< pending) &- 1
        }
      }
      isValid = bits == 0
    }
    return isValid ? bytes : nil
  }
}
