internal import KirokuCore
internal import KirokuStore

/// Where a page of entries ended, as an opaque text.
enum WeightEntryCursor {
  /// The first byte: another one is a cursor that this program does not know.
  private static let version: UInt8 = 1
  /// Version, microseconds since 1970, id.
  private static let byteCount = 1 + 8 + 16

  static func text(_ position: EntryPosition) -> String {
    let microseconds = UInt64(bitPattern: position.recordedAt.unixMicroseconds)
    var bytes = [version]
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: microseconds >> shift))
    }
    bytes += position.id.bytes
    var text: [UInt8] = []
    Base32.append(bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  static func position(_ text: String) -> EntryPosition? {
    guard let bytes = Base32.decode(text.utf8.span, count: byteCount), bytes[0] == version,
      let id = UUIDBytes(bytes: bytes[9...])
    else { return nil }
    let microseconds = bytes[1..<9].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let instant = Instant(unixMicroseconds: Int64(bitPattern: microseconds))
    guard Instant.range.contains(instant) else { return nil }
    return EntryPosition(recordedAt: instant, id: id)
  }
}
