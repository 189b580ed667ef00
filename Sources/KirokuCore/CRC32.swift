/// The CRC-32 of ISO-HDLC (as in zip and Ethernet): against typing errors, not against attackers.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
    }
  }

  static func checksum(of bytes: Span<UInt8>) -> UInt32 {
    let table = table.span
    var value = ~UInt32(0)
    for index in bytes.indices {
      value = value >> 8 ^ table[Int(UInt8(truncatingIfNeeded: value) ^ bytes[index])]
    }
    return ~value
  }
}
