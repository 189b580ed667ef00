/// The limits of a habit's fields, and of habits.
public enum HabitRules {
  /// Habits of an account: one that has so many is given no new one. What an undo brings back is not refused.
  public static let maxPerAccount = 500
  /// Unicode scalars, which is what PostgreSQL counts.
  public static let maxNameScalars = 100
  public static let maxUnitScalars = 20
  /// Bytes of an SF Symbol's name.
  public static let maxIconBytes = 100
  public static let positions: ClosedRange<Int64> = 0...1_000_000
  /// Above 0, up to 10⁹, in thousandths.
  public static let targetThousandths: ClosedRange<Int64> = 1...HabitDayRules.maxAmountThousandths
}

/// The checks of a habit's fields, one by one: each adds what is wrong to the faults.
struct HabitChecks {
  private(set) var faults: [Fault] = []

  mutating func add(_ code: Fault.Code, at pointer: String, _ values: [String: String] = [:]) {
    faults.append(Fault(code, at: pointer, values))
  }

  /// A name that can be read and spoken: something of it has to be seen.
  mutating func name(_ text: String) {
    shortText(text, at: "/name", maxScalars: HabitRules.maxNameScalars)
  }

  mutating func note(_ text: String?) {
    if let text, let fault = Note.fault(in: text, at: "/note") { faults.append(fault) }
  }

  /// The name of an SF Symbol: `figure.walk`.
  mutating func icon(_ text: String?) {
    guard let text else { return }
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { part in !part.isEmpty && part.allSatisfy(\.isLetterOrDigit) }
    if text.utf8.count > HabitRules.maxIconBytes || !isName {
      add(.invalidFormat, at: "/icon", ["expected": "symbol", "value": excerpt(text)])
    }
  }

  /// - Returns: `#rrggbb` in lower case.
  mutating func color(_ text: String?) -> String? {
    guard let text else { return nil }
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6,
      digits.allSatisfy(\.isHexadecimalDigit)
    else {
      add(.invalidFormat, at: "/color", ["expected": "color", "value": excerpt(text)])
      return nil
    }
    return text.lowercased()
  }

  mutating func position(_ number: Int64?) -> Int32? {
    number.flatMap { Int32(exactly: self.number($0, in: HabitRules.positions, at: "/position")) }
  }

  /// - Parameter thousandths: of a day's aim.
  mutating func target(_ thousandths: Int64) {
    let range = HabitRules.targetThousandths
    if range.contains(thousandths) { return }
    add(
      .outOfRange, at: "/target/value",
      [
        "minimum": decimalText(thousandths: range.lowerBound),
        "maximum": decimalText(thousandths: range.upperBound),
        "value": decimalText(thousandths: thousandths),
      ])
  }

  mutating func unit(_ text: String) {
    shortText(text, at: "/target/unit", maxScalars: HabitRules.maxUnitScalars)
  }

  /// - Returns: the number, or the nearest one in the range, which a fault then tells.
  mutating func number(
    _ number: Int64, in range: ClosedRange<Int64>, at pointer: String
  ) -> Int64 {
    if range.contains(number) { return number }
    add(
      .outOfRange, at: pointer,
      [
        "minimum": String(range.lowerBound), "maximum": String(range.upperBound),
        "value": String(number),
      ])
    return min(max(number, range.lowerBound), range.upperBound)
  }

  private mutating func shortText(_ text: String, at pointer: String, maxScalars: Int) {
    if text.utf8.contains(0) {
      add(.nulCharacter, at: pointer)
    } else if text.unicodeScalars.count > maxScalars {
      add(.tooLong, at: pointer, ["limit": String(maxScalars), "unit": "characters"])
    } else if !text.unicodeScalars.contains(where: \.isVisible) {
      add(.required, at: pointer)
    }
  }
}

/// The start of a text that a message may name: what a person sends has no say in its length.
func excerpt(_ text: String) -> String {
  let maxScalars = 40
  let start = text.unicodeScalars.prefix(maxScalars)
  return start.endIndex == text.endIndex ? text : String(start) + "…"
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }

  fileprivate var isHexadecimalDigit: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// Whether a reader sees something: no space, no control, nothing that only shapes its neighbours.
  fileprivate var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .unassigned, .spaceSeparator, .lineSeparator,
      .paragraphSeparator, .nonspacingMark, .enclosingMark:
      false
    default: !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
    }
  }
}
