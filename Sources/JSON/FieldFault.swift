/// One fault of one field, found in well-formed JSON.
public struct FieldFault: Error, Sendable, Equatable {
  /// Where (RFC 6901).
  public let pointer: String
  public let code: Code
  /// What the message names: a limit, the value, what was expected.
  public let values: [String: String]

  public init(pointer: String, code: Code, values: [String: String] = [:]) {
    self.pointer = pointer
    self.code = code
    self.values = values
  }

  /// What is wrong with a field, by the code that problems use.
  public enum Code: String, Sendable, CaseIterable {
    /// The field is missing, or null.
    case required
    /// No field of this name is known here.
    case unknownField = "unknown-field"
    /// Another kind of JSON value; `expected` and `actual` name the kinds.
    case wrongType = "wrong-type"
    /// A number that isn't whole.
    case notWhole = "not-whole"
    /// More decimals than `limit`.
    case tooPrecise = "too-precise"
    /// A number outside `minimum`…`maximum`.
    case outOfRange = "out-of-range"
    /// Text longer than `limit` characters (Unicode scalars) or bytes (`unit`).
    case tooLong = "too-long"
    /// U+0000, which PostgreSQL's text cannot hold.
    case nulCharacter = "nul-character"
    /// Text that is none of `choices`.
    case notOneOf = "not-one-of"
    /// Text that has not the form `expected`.
    case invalidFormat = "invalid-format"
    /// More elements than `limit`.
    case tooMany = "too-many"
    /// An element that stands in its list before, `value`.
    case repeated
    /// A field that cannot stand beside another, `other`.
    case conflictingFields = "conflicting-fields"
  }
}

/// What a field of an object turned out to be.
public enum FieldReading<Value> {
  /// There is no such member.
  case absent
  /// The member is null.
  case null
  /// The member has a fault, which has been reported.
  case faulty
  case value(Value)

  /// The value, if the field has one.
  public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  /// Whether the field has a fault.
  public var isFaulty: Bool {
    if case .faulty = self { true } else { false }
  }

  /// Whether the field is missing or null: what a required field must not be.
  public var isMissing: Bool {
    switch self {
    case .absent, .null: true
    case .faulty, .value: false
    }
  }
}

extension FieldReading: Sendable where Value: Sendable {}
extension FieldReading: Equatable where Value: Equatable {}
