internal import KirokuCore
internal import KirokuStore

/// A place in the feed of changes as an opaque text.
enum ChangeCursor {
  /// Epoch, revision, whether a full sync is under way, and the revision when it began.
  private static let byteCount = 8 + 8 + 1 + 8

  static func text(of cursor: FeedCursor) -> String {
    var writer = CursorWriter(.changes)
    writer.append(cursor.epoch)
    writer.append(cursor.rev)
    writer.append(UInt8(cursor.fullSyncStart == nil ? 0 : 1))
    writer.append(cursor.fullSyncStart ?? 0)
    return writer.text
  }

  /// - Returns: nil for what no cursor of ours is.
  static func cursor(of text: String) -> FeedCursor? {
    guard var reader = CursorReader(text, .changes, byteCount: byteCount) else { return nil }
    let (epoch, rev): (Int64, Int64) = (reader.number(), reader.number())
    let (isFullSync, start): (UInt8, Int64) = (reader.number(), reader.number())
    guard rev >= 0, start >= 0, isFullSync == 1 || (isFullSync == 0 && start == 0) else {
      return nil
    }
    return FeedCursor(epoch: epoch, rev: rev, fullSyncStart: isFullSync == 1 ? start : nil)
  }
}
