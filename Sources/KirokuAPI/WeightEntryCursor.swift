internal import KirokuCore
internal import KirokuStore

/// Where a page of entries ended, and of which list, as an opaque text.
struct WeightEntryCursor: Equatable {
  /// Of the list's order and filter: in another list the place means nothing.
  let list: UInt32
  let position: EntryPosition

  /// List, microseconds since 1970, grams, id.
  private static let byteCount = 4 + 8 + 4 + 16

  init(list: UInt32, position: EntryPosition) {
    self.list = list
    self.position = position
  }

  init?(_ text: String) {
    guard var reader = CursorReader(text, .entries, byteCount: Self.byteCount) else { return nil }
    list = reader.number()
    guard let recordedAt = reader.instant() else { return nil }
    let grams = Int64(reader.number() as UInt32)
    guard Weight.gramsRange.contains(grams) else { return nil }
    position = EntryPosition(recordedAt: recordedAt, weightGrams: grams, id: reader.id())
  }

  var text: String {
    var writer = CursorWriter(.entries)
    writer.append(list)
    writer.append(position.recordedAt)
    writer.append(UInt32(truncatingIfNeeded: position.weightGrams))
    writer.append(position.id)
    return writer.text
  }
}
