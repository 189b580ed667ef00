/// How exactly the time of a record is known.
public enum TimePrecision: String, Sendable, CaseIterable {
  /// The time was given.
  case instant
  /// Only the day is known, as from another tracker's export.
  case day
}
