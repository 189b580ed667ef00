/// One rule of the product that a value breaks.
public struct Fault: Hashable, Sendable {
  /// The field in the record's own shape, as a JSON pointer (RFC 6901): `/weight/value`.
  public let pointer: String
  public let code: Code
  /// What the message names: the value, its limits.
  public let values: [String: String]

  public init(_ code: Code, at pointer: String, _ values: [String: String] = [:]) {
    self.pointer = pointer
    self.code = code
    self.values = values
  }

  /// The broken rule, by the code that problems use.
  public enum Code: String, Sendable, CaseIterable {
    /// The field has to be there.
    case required
    /// A weight outside 20…300 kg; `value` and `unit` as typed.
    case weightOutOfRange = "weight-out-of-range"
    /// A number outside `minimum`…`maximum`; without these, an instant outside `Instant.recordable`.
    case outOfRange = "out-of-range"
    /// Two fields of which only one may be given; `other` names the other one.
    case conflictingFields = "conflicting-fields"
    /// Text longer than `limit` characters or bytes (`unit`).
    case tooLong = "too-long"
    /// U+0000, which no text may hold.
    case nulCharacter = "nul-character"
    /// Text that has not the form `expected`; `value` as sent, its start.
    case invalidFormat = "invalid-format"
    /// More elements than `limit`.
    case tooMany = "too-many"
    /// An element that stands in its list before, `value`.
    case repeated
    /// A range that ends before it begins, at `other`.
    case reversedRange = "reversed-range"
    /// A field that is decided when the record is made.
    case unchangeable
    /// An act that a habit of this `kind` does not know.
    case wrongHabitKind = "wrong-habit-kind"
    /// More than 24 hours after now.
    case inTheFuture = "in-the-future"
    /// No name of a time zone that is known here; `value` as sent.
    case unknownTimeZone = "unknown-time-zone"
  }
}

/// All faults of one record, never only the first.
public struct Faults: Error, Hashable, Sendable {
  public let all: [Fault]

  public init(_ all: [Fault]) {
    self.all = all
  }
}
