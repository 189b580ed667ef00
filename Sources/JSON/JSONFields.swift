/// Typed reading of one object's members that collects every fault instead of stopping at one.
///
/// Ask for each field by name, then call `finish`: what nobody asked for is an unknown field.
public struct JSONFields: Sendable {
  /// Where the object is (RFC 6901); empty for the whole text.
  public let pointer: String
  /// All faults so far, in the order in which the fields were asked for.
  public internal(set) var faults: [FieldFault] = []
  /// The pointers of unknown members that `finish` has let pass, in order.
  public internal(set) var ignored: [String] = []
  private let members: [JSONObject.Member]
  private var wasRead: [Bool]

  /// Starts on a value that has to be an object; anything else is a fault, and has no fields.
  ///
  /// - Parameter ignored: what has been let pass before, with which `ignored` begins.
  public init(_ value: JSONValue, pointer: String = "", ignored: [String] = []) {
    self.pointer = pointer
    self.ignored = ignored
    if case .object(let object) = value {
      members = object.members
    } else {
      members = []
      faults.append(Self.wrongType(value, expected: .object, at: pointer))
    }
    wasRead = Array(repeating: false, count: members.count)
  }

  // MARK: - Fields

  /// Text of at most `maxScalars` Unicode scalars and `maxBytes` bytes of UTF-8, without U+0000.
  public mutating func string(
    _ name: String, maxScalars: Int = .max, maxBytes: Int = .max
  ) -> FieldReading<String> {
    read(name) { value throws(Fault) in
      guard case .string(let text) = value else { throw .wrongType(.string) }
      if text.utf8.contains(0) { throw .coded(.nulCharacter) }
      if text.utf8.count > maxBytes {
        throw .coded(.tooLong, ["limit": String(maxBytes), "unit": "bytes"])
      }
      if maxScalars < text.utf8.count && text.unicodeScalars.count > maxScalars {
        throw .coded(.tooLong, ["limit": String(maxScalars), "unit": "characters"])
      }
      return text
    }
  }

  public mutating func bool(_ name: String) -> FieldReading<Bool> {
    read(name) { value throws(Fault) in
      guard case .bool(let flag) = value else { throw .wrongType(.boolean) }
      return flag
    }
  }

  /// A whole number in a range; `100.0` and `1e2` are whole.
  public mutating func integer(
    _ name: String, in range: ClosedRange<Int64>
  ) -> FieldReading<Int64> {
    read(name) { value throws(Fault) in
      guard case .number(let number) = value else { throw .wrongType(.number) }
      let integer: Int64?
      do throws(JSONNumber.Fault) {
        integer = try number.integer()
      } catch .tooPrecise {
        throw .coded(.notWhole, ["value": Self.excerpt(number.text)])
      } catch {
        integer = nil
      }
      guard let integer, range.contains(integer) else {
        let limits = ["minimum": String(range.lowerBound), "maximum": String(range.upperBound)]
        let values = limits.merging(["value": Self.excerpt(number.text)]) { $1 }
        throw .coded(.outOfRange, values)
      }
      return integer
    }
  }

  /// A decimal in units of 10^-`fractionDigits`, exactly.
  ///
  /// - Parameter limits: what the message of a number beyond 64 bits names as its range.
  public mutating func scaled(
    _ name: String, fractionDigits: Int, limits: (minimum: String, maximum: String)
  ) -> FieldReading<Int64> {
    read(name) { value throws(Fault) in
      guard case .number(let number) = value else { throw .wrongType(.number) }
      do throws(JSONNumber.Fault) {
        return try number.scaled(fractionDigits: fractionDigits)
      } catch .tooPrecise {
        let shown = Self.excerpt(number.text)
        throw .coded(.tooPrecise, ["limit": String(fractionDigits), "value": shown])
      } catch {
        let shown = Self.excerpt(number.text)
        throw .coded(
          .outOfRange, ["minimum": limits.minimum, "maximum": limits.maximum, "value": shown])
      }
    }
  }

  /// An object inside this one: its faults join these.
  public mutating func object<Value>(
    _ name: String, _ readFields: (inout JSONFields) -> Value?
  ) -> FieldReading<Value> {
    guard let member = take(name) else { return .absent }
    if case .null = member { return .null }
    var inner = JSONFields(member, pointer: pointer + JSONPointer.token(name))
    guard inner.faults.isEmpty else {
      faults += inner.faults
      return .faulty
    }
    let value = readFields(&inner)
    faults += inner.faults
    ignored += inner.ignored
    guard let value, inner.faults.isEmpty else { return .faulty }
    return .value(value)
  }

  /// Whatever the member is, to be read by somebody else.
  public mutating func value(_ name: String) -> FieldReading<JSONValue> {
    read(name) { value throws(Fault) in value }
  }

  /// An array of at most `maxCount` elements.
  public mutating func array(_ name: String, maxCount: Int) -> FieldReading<[JSONValue]> {
    read(name) { value throws(Fault) in
      guard case .array(let elements) = value else { throw .wrongType(.array) }
      if elements.count > maxCount { throw .coded(.tooMany, ["limit": String(maxCount)]) }
      return elements
    }
  }

  // MARK: - Presence and the end

  /// Whether the member is there, be it null. Does not count as asking for it.
  public func contains(_ name: String) -> Bool {
    members.contains { isSame($0.name, name) }
  }

  /// Whether the member is there and null. Does not count as asking for it.
  public func isNull(_ name: String) -> Bool {
    members.contains { isSame($0.name, name) && $0.value.kind == .null }
  }

  /// Adds a fault of a field that a rule over several fields has found.
  public mutating func report(
    _ code: FieldFault.Code, at name: String, _ values: [String: String] = [:]
  ) {
    let place = pointer + JSONPointer.token(name)
    faults.append(FieldFault(pointer: place, code: code, values: values))
  }

  /// Unknown members that are named. A body of a mebibyte can hold a hundred thousand, and naming each would make the
  /// answer several times as long as the body.
  public static let maxNamedUnknown = 100
  /// Bytes of an unknown member's name up to which its pointer is exact; of a longer one it holds the start.
  static let maxExactNameBytes = 256

  /// Ends the reading: each member nobody asked for, up to ``maxNamedUnknown``, is a fault, or is only listed in
  /// `ignored`.
  public mutating func finish(ignoringUnknown: Bool = false) {
    var named = 0
    for (index, member) in members.enumerated() where !wasRead[index] {
      guard named < Self.maxNamedUnknown else { return }
      named += 1
      let isShort = member.name.utf8.count <= Self.maxExactNameBytes
      let place = pointer + JSONPointer.token(isShort ? member.name : Self.excerpt(member.name))
      if ignoringUnknown {
        ignored.append(place)
      } else {
        let values = ["name": Self.excerpt(member.name)]
        faults.append(FieldFault(pointer: place, code: .unknownField, values: values))
      }
    }
  }

  // MARK: - Machinery

  enum Fault: Error {
    case wrongType(JSONValue.Kind)
    case coded(FieldFault.Code, [String: String] = [:])
  }

  private mutating func take(_ name: String) -> JSONValue? {
    guard let index = members.firstIndex(where: { isSame($0.name, name) }) else { return nil }
    wasRead[index] = true
    return members[index].value
  }

  mutating func read<Value>(
    _ name: String, _ convert: (JSONValue) throws(Fault) -> Value
  ) -> FieldReading<Value> {
    guard let value = take(name) else { return .absent }
    if case .null = value { return .null }
    do {
      return .value(try convert(value))
    } catch {
      let place = pointer + JSONPointer.token(name)
      switch error {
      case .wrongType(let expected):
        faults.append(Self.wrongType(value, expected: expected, at: place))
      case .coded(let code, let values):
        faults.append(FieldFault(pointer: place, code: code, values: values))
      }
      return .faulty
    }
  }

  static func wrongType(
    _ value: JSONValue, expected: JSONValue.Kind, at pointer: String
  ) -> FieldFault {
    let values = ["expected": expected.rawValue, "actual": value.kind.rawValue]
    return FieldFault(pointer: pointer, code: .wrongType, values: values)
  }

  /// The start of a text that a message may name: what a client sends has no say in its length.
  static func excerpt(_ text: String) -> String {
    let maxScalars = 40
    guard text.utf8.count > maxScalars else { return text }
    let start = text.unicodeScalars.prefix(maxScalars)
    return start.endIndex == text.endIndex ? text : String(start) + "…"
  }
}

extension FieldReading {
  /// The same reading with the value turned into another.
  public func map<Other>(_ transform: (Value) -> Other) -> FieldReading<Other> {
    switch self {
    case .absent: .absent
    case .null: .null
    case .faulty: .faulty
    case .value(let value): .value(transform(value))
    }
  }
}
