/// The rules of a note: what a person writes beside a record.
public enum Note {
  /// Unicode scalars, which is what PostgreSQL counts.
  public static let maxScalars = 2_000
  /// Bytes of UTF-8: four for each scalar.
  public static let maxBytes = 8_000

  /// The rule that a note breaks, if any.
  public static func fault(in text: String, at pointer: String) -> Fault? {
    if text.utf8.contains(0) { return Fault(.nulCharacter, at: pointer) }
    if text.utf8.count > maxBytes {
      return Fault(.tooLong, at: pointer, ["limit": String(maxBytes), "unit": "bytes"])
    }
    if text.unicodeScalars.count > maxScalars {
      return Fault(.tooLong, at: pointer, ["limit": String(maxScalars), "unit": "characters"])
    }
    return nil
  }
}
