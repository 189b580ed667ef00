internal import HTTPCore
internal import KirokuCore

/// Reads a query's parameters and collects all faults, as `JSONFields` does for a body.
struct QueryReader {
  /// Unknown parameters that are named: a request line can hold thousands.
  static let maxNamedUnknown = 100

  private let call: Call
  private let items: QueryItems
  private var known: [String] = []
  private(set) var faults: [FieldProblem] = []

  /// - Throws: 400 for what cannot be decoded.
  init(_ call: Call) throws(Problem) {
    self.call = call
    items = call.request.head.queryItems
    guard items.faults.isEmpty else {
      let faults = items.faults.map { FieldProblem(.parameter($0.name), .invalidFormat) }
      throw Problem(.malformedQuery, faults)
    }
  }

  /// Whether a parameter is there, be it empty. Does not count as asking for it.
  func isGiven(_ name: String) -> Bool { items.items.contains { $0.name == name } }

  /// The value of a parameter that may be given once.
  mutating func value(_ name: String) -> String? {
    guard !items.items.isEmpty else { return nil }
    known.append(name)
    let values = items.values(of: name)
    if values.count > 1 { faults.append(FieldProblem(.parameter(name), .repeatedParameter)) }
    return values.first
  }

  /// A parameter of a form that `parse` knows.
  mutating func parsed<Value>(
    _ name: String, expected: String, _ parse: (String) -> Value?
  ) -> Value? {
    guard let text = value(name) else { return nil }
    if let value = parse(text) { return value }
    report(.invalidFormat, at: name, ["expected": expected, "value": excerpt(text)])
    return nil
  }

  /// Asks for a parameter whose value plays no part.
  mutating func ignoring<Value>(_ name: String, _ value: Value) -> Value {
    known.append(name)
    return value
  }

  /// How many elements a page has at most: a whole number from 1; what is above `maximum` is
  /// lowered to it.
  mutating func limit(default fallback: Int, maximum: Int) -> Int {
    let limit = parsed("limit", expected: "whole-number") { text -> Int? in
      guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
      // More digits than 64 bits hold are above the maximum as well.
      return Int(text) ?? maximum
    }
    guard let limit else { return fallback }
    if limit < 1 {
      let values = ["minimum": "1", "maximum": String(maximum), "value": String(limit)]
      report(.outOfRange, at: "limit", values)
    }
    return min(max(1, limit), maximum)
  }

  mutating func report(_ code: FaultCode, at name: String, _ values: [String: String]) {
    faults.append(FieldProblem(.parameter(name), code, values))
  }

  /// The names of the parameters that nobody asked for, each once, up to ``maxNamedUnknown``.
  var unknown: [String] {
    var names: [String] = []
    for item in items.items where !known.contains(item.name) && !names.contains(item.name) {
      names.append(item.name)
      if names.count == Self.maxNamedUnknown { break }
    }
    return names
  }

  /// Ends the reading.
  ///
  /// - Throws: 422 with every fault. Parameters that nobody asked for are faults too, or are listed in the answer.
  mutating func finish(ignoringUnknown: @autoclosure () -> Bool) throws(Problem) {
    if !items.items.isEmpty {
      let unknown = unknown
      if !unknown.isEmpty, ignoringUnknown() {
        call.note(ignored: unknown)
      } else {
        faults += unknown.map { FieldProblem(.parameter($0), .unknownParameter) }
      }
    }
    if !faults.isEmpty { throw Problem(.invalidFields, faults) }
  }
}

/// The start of a text that a message names: what a client sends has no say in its length.
func excerpt(_ text: String) -> String {
  let maxScalars = 40
  let start = text.unicodeScalars.prefix(maxScalars)
  return start.endIndex == text.endIndex ? text : String(start) + "…"
}
