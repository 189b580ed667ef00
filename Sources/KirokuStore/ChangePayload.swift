internal import KirokuCore

/// How notes of changes are spelled between replicas: `ACCOUNT:REV` or `ACCOUNT:` each, with commas between them.
enum ChangePayload {
  /// Tells everybody to look.
  static let all = "*"
  /// Notes in one payload: 140 times at most 57 bytes is below PostgreSQL's 8,000.
  static let maxNotes = 140

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
    let texts = revs.map { "\($0.key):\($0.value)" } + looks.map { "\($0):" }
    return stride(from: 0, to: texts.count, by: maxNotes).map { start in
      texts[start..<min(start + maxNotes, texts.count)].joined(separator: ",")
    }
  }

  /// - Returns: nil where everybody has to look: told so, or told something that this program does not know.
  static func notes(in payload: String) -> [LiveChanges.Note]? {
    var notes: [LiveChanges.Note] = []
    for text in payload.split(separator: ",") {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, let account = UUIDBytes(String(parts[0])) else { return nil }
      let rev = Int64(parts[1])
      guard rev != nil || parts[1].isEmpty else { return nil }
      notes.append(LiveChanges.Note(account: account, rev: rev))
    }
    return notes
  }
}
