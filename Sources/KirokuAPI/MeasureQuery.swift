internal import HTTPCore
internal import KirokuCore
internal import KirokuStore

/// What all measures are asked with: a range of days, and the form of the answer.
struct MeasureQuery {
  private var reader: QueryReader
  private let call: Call
  /// Inclusive; nil where it was not given, or not readable.
  let from: LocalDay?
  /// Exclusive.
  let to: LocalDay?
  private var format: Format?

  enum Format: String, CaseIterable {
    case json
    case csv
  }

  init(_ call: Call) throws(Problem) {
    self.call = call
    reader = try QueryReader(call)
    from = reader.day("from")
    to = reader.day("to")
    if let from, let to, from >= to { reader.report(.reversedRange, at: "to", ["other": "from"]) }
    format = reader.choice("format", of: Format.allCases.map { ($0.rawValue, $0) })
  }

  /// The local day in UTC, where a range ends that is not given.
  var today: LocalDay {
    LocalDay(
      unixDays: Int32(clamping: call.environment.now().unixMicroseconds / 86_400_000_000))
  }

  var cohort: Cohort { Cohort(from: from, to: to) }

  mutating func wholeNumber(_ name: String, in range: ClosedRange<Int>) -> Int? {
    let number = reader.parsed(name, expected: "whole-number") { text -> Int? in
      guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
      return Int(text) ?? .max
    }
    guard let number, !range.contains(number) else { return number }
    let limits = ["minimum": String(range.lowerBound), "maximum": String(range.upperBound)]
    reader.report(.outOfRange, at: name, limits.merging(["value": String(number)]) { $1 })
    return nil
  }

  mutating func choice<Value>(_ name: String, of choices: [(name: String, value: Value)]) -> Value?
  {
    reader.choice(name, of: choices)
  }

  mutating func text(_ name: String, maxScalars: Int) -> String? {
    reader.text(name, maxScalars: maxScalars)
  }

  /// Reports a range that would make an answer too long.
  mutating func check(days count: Int, atMost limit: Int) {
    guard count > limit else { return }
    reader.report(.tooLong, at: "to", ["other": "from", "limit": String(limit), "unit": "days"])
  }

  /// Ends the reading.
  ///
  /// - Returns: the form that is asked for by `format`, else by `Accept`.
  /// - Throws: 406, then 422 with all faults.
  mutating func finish() throws(Problem) -> Format {
    let accepted = call.request.head.value(of: .accept).map { Self.preferred($0) } ?? .json
    if format == nil {
      try call.checkAccepts(accepted == .csv ? "text/csv" : "application/json")
    }
    try reader.finish(ignoringUnknown: call.isLenient)
    return format ?? accepted
  }

  /// CSV where it is named, and JSON is not named before it.
  private static func preferred(_ accept: String) -> Format {
    for range in accept.split(separator: ",") {
      switch range.prefix(while: { $0 != ";" }).filter({ $0 != " " }).lowercased() {
      case "text/csv": return .csv
      case "application/json", "application/*", "*/*": return .json
      default: continue
      }
    }
    return .json
  }
}
