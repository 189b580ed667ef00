/// The texts in which schedules and pauses are stored and sent between the program's parts.
///
///     1900-01-01 daily
///     2026-01-01 weekdays 1,3,5
///     2026-01-01 week 3
///     2026-01-01 month 10
///     2026-01-01 days 3/7
///     2026-01-01 every 2 from 2026-01-01
///
/// A value has one text only: another spelling of it (`weekdays 3,1`, `week 03`) is refused.
extension ScheduleVersion: LosslessStringConvertible {
  public var description: String { "\(from) \(schedule.text)" }

  /// - Returns: nil for any other text, and for a schedule outside ``ScheduleRules``.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.maxTextBytes,
      let space = text.utf8.firstIndex(of: UInt8(ascii: " ")),
      let from = LocalDay(String(text[..<space])),
      let schedule = Schedule(text: text[text.utf8.index(after: space)...])
    else { return nil }
    self.init(from: from, schedule)
    guard description == text else { return nil }
  }

  /// Longer than every text that is one, so that others are not looked at.
  private static let maxTextBytes = 64
}

extension Schedule {
  /// The schedule without the day from which it holds.
  fileprivate var text: String {
    switch self {
    case .daily: "daily"
    case .weekdays(let days): "weekdays " + days.sorted().map(String.init).joined(separator: ",")
    case .timesPer(let period, let times): "\(period.rawValue) \(times)"
    case .timesInDays(let times, let days): "days \(times)/\(days)"
    case .everyDays(let days, let anchor): "every \(days) from \(anchor)"
    }
  }

  /// Reads ``text``, and perhaps other spellings of the same.
  fileprivate init?(text: Substring) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    switch (words.first, words.count) {
    case ("daily", 1): self = .daily
    case ("weekdays", 2):
      let days = words[1].split(separator: ",").compactMap { Int($0) }
      self = .weekdays(Set(days))
    case ("week", 2), ("month", 2):
      guard let period = CalendarPeriod(rawValue: String(words[0])), let times = Int(words[1])
      else { return nil }
      self = .timesPer(period, times: times)
    case ("days", 2):
      let numbers = words[1].split(separator: "/").compactMap { Int($0) }
      guard numbers.count == 2 else { return nil }
      self = .timesInDays(times: numbers[0], days: numbers[1])
    case ("every", 4):
      guard let days = Int(words[1]), words[2] == "from", let anchor = LocalDay(String(words[3]))
      else { return nil }
      self = .everyDays(days, anchor: anchor)
    default: return nil
    }
    guard isWithinRules else { return nil }
  }

  /// Whether its numbers are within ``ScheduleRules``.
  public var isWithinRules: Bool {
    switch self {
    case .daily: true
    case .weekdays(let days):
      !days.isEmpty && days.allSatisfy { ScheduleRules.weekdays.contains($0) }
    case .timesPer(.week, let times): ScheduleRules.timesPerWeek.contains(times)
    case .timesPer(.month, let times): ScheduleRules.timesPerMonth.contains(times)
    case .timesInDays(let times, let days):
      ScheduleRules.days.contains(days) && (1...days).contains(times)
    case .everyDays(let days, _): ScheduleRules.days.contains(days)
    }
  }
}

/// `2026-08-01..2026-08-14`, or `2026-08-01..` for a pause without an end.
extension Pause: LosslessStringConvertible {
  public var description: String { "\(first)..\(last.map(\.description) ?? "")" }

  /// - Returns: nil for any other text, and for a pause that would end before it begins.
  public init?(_ text: String) {
    var scanner = ASCIIScanner(text)
    guard let first = LocalDay(scanned: &scanner), scanner.skip(UInt8(ascii: ".")),
      scanner.skip(UInt8(ascii: "."))
    else { return nil }
    if scanner.isAtEnd {
      self.init(first, through: nil)
      return
    }
    guard let last = LocalDay(scanned: &scanner), scanner.isAtEnd else { return nil }
    self.init(first, through: last)
  }
}

extension LocalDay {
  /// The day that stands where the scanner is.
  fileprivate init?(scanned scanner: inout ASCIIScanner) {
    guard let date = scanner.date() else { return nil }
    self.init(year: date.year, month: date.month, day: date.day)
  }
}
