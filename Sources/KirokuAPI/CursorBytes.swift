internal import KirokuCore

/// Of which list a cursor is a place: the first byte, so that one of another list is none of ours.
enum CursorKind: UInt8 {
  case changes = 1
  case entries, operations, habits, donations
}

/// Writes a place in a list as an opaque text: numbers in network order, and ids.
struct CursorWriter {
  private var bytes: [UInt8]

  init(_ kind: CursorKind) { bytes = [kind.rawValue] }

  mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  mutating func append(_ instant: Instant) { append(instant.unixMicroseconds) }
  mutating func append(_ id: UUIDBytes) { bytes += id.bytes }

  var text: String {
    var text: [UInt8] = []
    Base32.append(bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}

/// Reads what ``CursorWriter`` wrote, in the same order.
struct CursorReader {
  private var rest: ArraySlice<UInt8>

  /// - Parameter byteCount: of all that is read, besides the kind.
  /// - Returns: nil for what no cursor of the kind is.
  init?(_ text: String, _ kind: CursorKind, byteCount: Int) {
    guard let bytes = Base32.decode(text.utf8.span, count: 1 + byteCount),
      bytes[0] == kind.rawValue
    else { return nil }
    rest = bytes[1...]
  }

  mutating func number<Number: FixedWidthInteger>() -> Number {
    let bytes = rest.prefix(Number.bitWidth / 8)
    rest = rest.dropFirst(bytes.count)
    return bytes.reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }

  /// - Returns: nil for a time that no record has.
  mutating func instant() -> Instant? {
    let instant = Instant(unixMicroseconds: number())
    return Instant.range.contains(instant) ? instant : nil
  }

  mutating func id() -> UUIDBytes { UUIDBytes(high: number(), low: number()) }
}
