internal import KirokuCore
internal import KirokuStore

/// A place in the feed of changes as an opaque text.
enum ChangeCursor {
  /// The first byte: another one is a cursor that this program does not know.
  private static let version: UInt8 = 1
  /// Version, epoch, revision, whether a full sync is under way, and the revision when it began.
  private static let byteCount = 1 + 8 + 8 + 1 + 8

  static func text(of cursor: FeedCursor) -> String {
    var bytes = [version]
    append(cursor.epoch, to: &bytes)
    append(cursor.rev, to: &bytes)
    bytes.append(cursor.fullSyncStart == nil ? 0 : 1)
    append(cursor.fullSyncStart ?? 0, to: &bytes)
    var text: [UInt8] = []
    Base32.append(bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// - Returns: nil for what no cursor of ours is.
  static func cursor(of text: String) -> FeedCursor? {
    guard let bytes = Base32.decode(text.utf8.span, count: byteCount), bytes[0] == version,
      bytes[17] <= 1
    else { return nil }
    let (rev, start) = (number(bytes[9..<17]), number(bytes[18..<26]))
    guard rev >= 0, start >= 0, bytes[17] == 1 || start == 0 else { return nil }
    return FeedCursor(
      epoch: number(bytes[1..<9]), rev: rev, fullSyncStart: bytes[17] == 1 ? start : nil)
  }

  private static func append(_ number: Int64, to bytes: inout [UInt8]) {
    for shift in stride(from: Int64(56), through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
  }
}
