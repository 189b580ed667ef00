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
    var isValid = true
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    bytes.append(addingCapacity: count) { (output: inout OutputSpan<UInt8>) in
      isValid = decode(text, into: &output)
    }
    return isValid ? bytes : nil
  }

  private static func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> Bool {
    let values = values.span
    // Looked at once, at the end: without a branch for each character.
    var faults: UInt8 = 0
    var index = 0
    /// The bits of the next `count` characters.
    @inline(__always) func bits(_ count: Int) -> UInt64 {
      var bits: UInt64 = 0
      for offset in 0..<count {
        let value = values[Int(text[index &+ offset])]
        faults |= value
        bits = bits &<< 5 | UInt64(value & 31)
      }
      index &+= count
      return bits
    }
    while text.count &- index >= 8 {
      let bits = bits(8)
      output.append(UInt8(truncatingIfNeeded: bits &>> 32))
      output.append(word: UInt32(truncatingIfNeeded: bits).byteSwapped)
    }
    let rest = text.count &- index
    let bits = bits(rest)
    var pending = UInt64(rest * 5)
    while pending >= 8 {
      pending &-= 8
      output.append(UInt8(truncatingIfNeeded: bits &>> pending))
    }
    return faults < 32 && bits & ((1 &<< pending) &- 1) == 0
  }
}
