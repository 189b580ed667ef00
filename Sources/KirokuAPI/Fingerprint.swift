/// FNV-1a with 64 bits: a hash that is the same on every replica and after every restart. It tells
/// apart what differs by chance, not what somebody means to confuse.
struct Fingerprint {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func mix(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
  }

  mutating func mix(_ number: Int64) {
    for shift in stride(from: Int64(0), to: 64, by: 8) {
      mix(CollectionOfOne(UInt8(truncatingIfNeeded: number >> shift)))
    }
  }
}
