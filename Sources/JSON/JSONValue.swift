/// A JSON value as it was written (RFC 8259 §3): nothing rounded, nothing reordered.
public enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// The name of the value's kind, as problems name it.
  public var kind: Kind {
    switch self {
    case .null: .null
    case .bool: .boolean
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  /// The six kinds of JSON values, by the names RFC 8259 gives them.
  public enum Kind: String, Sendable, CaseIterable {
    case null, boolean, number, string, array, object
  }
}

/// The members of a JSON object in the order in which they were written; names are unique.
public struct JSONObject: Sendable, Equatable {
  /// One name and its value.
  public struct Member: Sendable, Equatable {
    public let name: String
    public let value: JSONValue

    public init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }

    public static func == (left: Member, right: Member) -> Bool {
      isSame(left.name, right.name) && left.value == right.value
    }
  }

  /// In the order in which they were written.
  public let members: [Member]

  /// Takes members whose names the caller knows to be unique.
  public init(members: [Member]) {
    self.members = members
  }

  /// The value of the member `name`. Linear: meant for objects of a few dozen members.
  public subscript(name: String) -> JSONValue? {
    members.first { isSame($0.name, name) }?.value
  }
}

/// Whether two names are the same bytes.
///
/// Swift's `==` compares by canonical equivalence, by which the Kelvin sign is a K: two different
/// names in JSON (RFC 8259 §8.3).
@inline(__always)
func isSame(_ left: String, _ right: String) -> Bool {
  left.utf8.elementsEqual(right.utf8)
}
