/// The CRC-32 of ISO-HDLC (as in zip and Ethernet): against typing errors, not against attackers.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
    }
  }

  static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { value, byte in
      value >> 8 ^ table[Int(UInt8(truncatingIfNeeded: value) ^ byte)]
    }
  }
}
