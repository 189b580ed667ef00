internal import KirokuCore

/// How notes of changes are spelled between replicas: `ACCOUNT:REV` or `ACCOUNT:` each, with commas between them.
enum ChangePayload {
  /// Tells everybody to look.
  static let all = "*"
  /// Notes in one payload: 140 times at most 57 bytes is below PostgreSQL's 8,000.
  static let maxNotes = 140
  private static let maxNoteBytes = 57
  private static let accountBytes = 36
  private static let separator = UInt8(ascii: ",")
  private static let colon = UInt8(ascii: ":")

  /// Each account once, with its greatest revision, and once more where it is to look again.
  static func payloads(of notes: [LiveChanges.Note]) -> [String] {
    var revs: [UUIDBytes: Int64] = [:]
    var looks: Set<UUIDBytes> = []
    for note in notes {
      if let rev = note.rev {
        revs[note.account] = max(rev, revs[note.account] ?? rev)
      } else {
        looks.insert(note.account)
      }
    }
    let told =
      revs.map { LiveChanges.Note(account: $0.key, rev: $0.value) }
      + looks.map { LiveChanges.Note(account: $0, rev: nil) }
    return stride(from: 0, to: told.count, by: maxNotes).map { start in
      payload(of: told[start..<min(start + maxNotes, told.count)])
    }
  }

  private static func payload(of told: ArraySlice<LiveChanges.Note>) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(told.count * maxNoteBytes)
    for note in told {
      if !bytes.isEmpty { bytes.append(separator) }
      note.account.append(to: &bytes)
      bytes.append(colon)
      if let rev = note.rev { bytes.append(contentsOf: "\(rev)".utf8) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// - Returns: nil where everybody has to look: told so, or told something that this program does not know.
  static func notes(in payload: String) -> [LiveChanges.Note]? {
    var notes: [LiveChanges.Note] = []
    let bytes = payload.utf8Span.span
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != separator { end += 1 }
      guard let note = note(in: bytes.extracting(start..<end)) else { return nil }
      notes.append(note)
      start = end + 1
    }
    return notes
  }

  private static func note(in bytes: Span<UInt8>) -> LiveChanges.Note? {
    guard bytes.count > accountBytes, bytes[accountBytes] == colon,
      let account = UUIDBytes(bytes.extracting(..<accountBytes))
    else { return nil }
    var rev: Int64 = 0
    for index in (accountBytes + 1)..<bytes.count {
      guard case 0x30...0x39 = bytes[index] else { return nil }
      let (tens, overflows) = rev.multipliedReportingOverflow(by: 10)
      let (sum, overflowsToo) = tens.addingReportingOverflow(Int64(bytes[index] - 0x30))
      guard !overflows, !overflowsToo else { return nil }
      rev = sum
    }
    return LiveChanges.Note(account: account, rev: bytes.count == accountBytes + 1 ? nil : rev)
  }
}
