internal import JSON
internal import KirokuCore

/// Every fault that one value can have, whichever module found it.
enum FaultCode: String, CaseIterable {
  // Of a value.
  case required
  case unknownField = "unknown-field"
  case unknownParameter = "unknown-parameter"
  case repeatedParameter = "repeated-parameter"
  case wrongType = "wrong-type"
  case notWhole = "not-whole"
  case tooPrecise = "too-precise"
  case outOfRange = "out-of-range"
  case weightOutOfRange = "weight-out-of-range"
  case tooLong = "too-long"
  case tooMany = "too-many"
  case repeated
  case nulCharacter = "nul-character"
  case notOneOf = "not-one-of"
  case invalidFormat = "invalid-format"
  case missingOffset = "missing-offset"
  case conflictingFields = "conflicting-fields"
  case reversedRange = "reversed-range"
  case otherList = "other-list"
  case unchangeable
  case wrongHabitKind = "wrong-habit-kind"
  case inTheFuture = "in-the-future"
  case unknownTimeZone = "unknown-time-zone"
  // Of the text of JSON.
  case malformedJSON = "malformed-json"
  case emptyJSON = "empty-json"
  case unexpectedEnd = "unexpected-end"
  case trailingContent = "trailing-content"
  case duplicateKey = "duplicate-key"
  case notANumber = "not-a-number"
  case invalidNumber = "invalid-number"
  case controlCharacter = "control-character"
  case invalidEscape = "invalid-escape"
  case loneSurrogate = "lone-surrogate"
  case invalidUTF8 = "invalid-utf8"
  case byteOrderMark = "byte-order-mark"
  case tooDeep = "too-deep"
}

/// One fault as a problem lists it.
struct FieldProblem: Equatable {
  /// Where the value is.
  enum Place: Equatable {
    /// In the body (RFC 6901).
    case pointer(String)
    /// A parameter of the query or the path, or a header field.
    case parameter(String)

    /// The name by which a person is told of it: the last token, or the parameter.
    ///
    /// A target's value is the target, and an element of a list the list: `value` is a weight's, and `0` says nothing.
    var name: String {
      switch self {
      case .pointer(let pointer):
        let tokens = pointer.split(separator: "/")
        guard let last = tokens.last else { return "" }
        guard let parent = tokens.dropLast().last else { return String(last) }
        let isOfParent = parent == "target" && last == "value" || parent == "weekdays"
        return String(isOfParent ? parent : last)
      case .parameter(let name): return name
      }
    }
  }

  let place: Place
  let code: FaultCode
  /// What the message names.
  let values: [String: String]

  init(_ place: Place, _ code: FaultCode, _ values: [String: String] = [:]) {
    self.place = place
    self.code = code
    self.values = values
  }

  init(_ fault: FieldFault) {
    self.init(.pointer(fault.pointer), Self.code(fault.code.rawValue), fault.values)
  }

  init(_ fault: Fault) {
    self.init(.pointer(fault.pointer), Self.code(fault.code.rawValue), fault.values)
  }

  init(_ error: JSONSyntaxError) {
    let values = ["offset": String(error.byteOffset)]
    self.init(.pointer(error.pointer), Self.code(error.reason.rawValue), values)
  }

  init(_ fault: Instant.ParseFault, at place: Place, value: String) {
    let values = ["expected": "date-time", "value": value, "limit": "6"]
    self.init(place, Self.code(fault.rawValue), values)
  }

  /// The code of the same name; a test holds every module's codes to this list.
  private static func code(_ name: String) -> FaultCode {
    FaultCode(rawValue: name) ?? .invalidFormat
  }
}
