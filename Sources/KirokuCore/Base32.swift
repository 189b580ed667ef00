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

  /// The value of each byte as a character; 32 and more for those that are none.
  private static let values: [UInt8] = (0...255).map { character in
    alphabet.firstIndex(of: character).map { UInt8($0) } ?? 0xFF
  }

  /// - Returns: exactly `count` bytes, or nil for any other length, any other character, or bits
  ///   left over that are not zero.
  public static func decode(_ text: Span<UInt8>, count: Int) -> [UInt8]? {
    guard text.count == (count * 8 + 4) / 5 else { return nil }
    let values = values.span
    var isValid = true
    let bytes = [UInt8](capacity: count) { (output: inout OutputSpan<UInt8>) in
      var bits: UInt64 = 0
      var pending: UInt64 = 0
      // Looked at once, at the end: without a branch for each character.
      var faults: UInt8 = 0
      for index in text.indices {
        let value = values[Int(text[index])]
        faults |= value
        bits = bits &<< 5 | UInt64(value & 31)
        pending &+= 5
        if pending >= 32 {
          pending &-= 32
          output.append(word: UInt32(truncatingIfNeeded: bits &>> pending).byteSwapped)
        }
      }
      while pending >= 8 {
        pending &-= 8
        output.append(UInt8(truncatingIfNeeded: bits &>> pending))
      }
      isValid = faults < 32 && bits & ((1 &<< pending) &- 1) == 0
    }
    return isValid ? bytes : nil
  }
}
