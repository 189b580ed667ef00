extension UUIDBytes {
  /// A random UUID (version 4, RFC 9562 §5.4).
  public static func random(using random: inout some RandomNumberGenerator) -> UUIDBytes {
    stamped(high: random.next(), low: random.next(), version: 4)
  }

  /// A UUID that sorts by the time of its making (version 7, RFC 9562 §5.7): 48 bits of
  /// milliseconds since 1970, then randomness.
  public static func timeOrdered(
    at instant: Instant, using random: inout some RandomNumberGenerator
  ) -> UUIDBytes {
    let milliseconds = UInt64(max(0, instant.unixMicroseconds / 1000)) & 0xFFFF_FFFF_FFFF
    let high = milliseconds << 16 | random.next() & 0xFFFF
    return stamped(high: high, low: random.next(), version: 7)
  }

  /// The UUID that stands for arbitrary bytes (version 8, RFC 9562 §5.8): the start of their
  /// SHA-256, so that equal bytes give the same one on every replica.
  public static func derived(from bytes: [UInt8]) -> UUIDBytes {
    let digest = SHA256.digest(of: bytes)
    let word = { (range: Range<Int>) in digest[range].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
    return stamped(high: word(0..<8), low: word(8..<16), version: 8)
  }

  /// Puts the version and the variant of RFC 9562 in place of the bits that they take.
  private static func stamped(high: UInt64, low: UInt64, version: UInt64) -> UUIDBytes {
    UUIDBytes(
      high: high & ~0xF000 | version << 12,
      low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }
}
