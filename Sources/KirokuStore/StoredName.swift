internal import KirokuCore
internal import Postgres

/// A type whose values are stored by name and read with almost every row.
protocol StoredName: RawRepresentable<String>, CaseIterable, Sendable {
  static var names: StoredNames<Self> { get }
}

/// The names of a type as numbers, so that one is found without making a `String` of it.
struct StoredNames<Name: RawRepresentable<String> & CaseIterable & Sendable>: Sendable {
  private let numbers: [UInt128]
  private let names: [Name]

  init() {
    names = Array(Name.allCases)
    numbers = names.map { Self.number($0.rawValue.utf8.span) ?? 0 }
  }

  /// The value with a name; nil for any other text.
  subscript(text: Span<UInt8>) -> Name? {
    guard let number = Self.number(text) else { return nil }
    for index in numbers.indices where numbers[index] == number { return names[index] }
    return nil
  }

  /// The text's bytes as the digits of a number; nil for a text of more than 16 bytes or none. Text
  /// in PostgreSQL holds no byte 0, so two texts of one number are the same.
  @inline(__always)
  private static func number(_ text: Span<UInt8>) -> UInt128? {
    guard !text.isEmpty, text.count <= 16 else { return nil }
    var number: UInt128 = 0
    for index in text.indices { number = number << 8 | UInt128(text[index]) }
    return number
  }
}

enum StoredNameFault {
  static var unknown: PostgresError {
    PostgresError(.mismatch, "a composite holds an unknown name")
  }
}

extension Language: StoredName { static let names = StoredNames<Language>() }
extension Scope: StoredName { static let names = StoredNames<Scope>() }
extension Source: StoredName { static let names = StoredNames<Source>() }
extension TimePrecision: StoredName { static let names = StoredNames<TimePrecision>() }
extension WeightUnit: StoredName { static let names = StoredNames<WeightUnit>() }
