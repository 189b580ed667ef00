internal import KirokuCore
internal import KirokuStore

/// Where a page of entries ended, and of which list, as an opaque text.
struct WeightEntryCursor: Equatable {
  /// Of the list's order and filter: in another list the place means nothing.
  let list: UInt32
  let position: EntryPosition

  /// The first byte: another one is a cursor that this program does not know.
  private static let version: UInt8 = 2
  /// Version, list, microseconds since 1970, grams, id.
  private static let byteCount = 1 + 4 + 8 + 4 + 16

  init(list: UInt32, position: EntryPosition) {
    self.list = list
    self.position = position
  }

  init?(_ text: String) {
    guard let bytes = Base32.decode(text.utf8.span, count: Self.byteCount),
      bytes[0] == Self.version,
      let id = UUIDBytes(bytes: bytes[17...])
    else { return nil }
    func number(_ range: Range<Int>) -> UInt64 {
      bytes[range].reduce(0) { $0 << 8 | UInt64($1) }
    }
    let recordedAt = Instant(unixMicroseconds: Int64(bitPattern: number(5..<13)))
    let grams = Int64(number(13..<17))
    guard Instant.range.contains(recordedAt), Weight.gramsRange.contains(grams) else { return nil }
    list = UInt32(truncatingIfNeeded: number(1..<5))
    position = EntryPosition(recordedAt: recordedAt, weightGrams: grams, id: id)
  }

  var text: String {
    var bytes = [Self.version]
    func append(_ number: UInt64, byteCount: UInt64) {
      for index in 1...byteCount {
        bytes.append(UInt8(truncatingIfNeeded: number >> (8 * (byteCount - index))))
      }
    }
    append(UInt64(list), byteCount: 4)
    append(UInt64(bitPattern: position.recordedAt.unixMicroseconds), byteCount: 8)
    append(UInt64(bitPattern: position.weightGrams), byteCount: 4)
    bytes += position.id.bytes
    var text: [UInt8] = []
    Base32.append(bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
