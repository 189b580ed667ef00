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
  public init?(_ text: String) { self.init(utf8: text.utf8.span) }

  /// The same of a text that is lent.
  public init?(utf8 text: Span<UInt8>) {
    guard text.count <= Self.maxTextBytes else { return nil }
    var scanner = ASCIIScanner(text)
    guard let from = LocalDay(scanned: &scanner), scanner.skip(UInt8(ascii: " ")),
      let schedule = Schedule(scanned: &scanner), scanner.isAtEnd
    else { return nil }
    self.init(from: from, schedule)
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

  /// Reads ``text``.
  fileprivate init?(scanned scanner: inout ASCIIScanner) {
    if scanner.skip(word: "daily") {
      self = .daily
    } else if scanner.skip(word: "weekdays ") {
      guard let days = Self.weekdays(&scanner) else { return nil }
      self = .weekdays(days)
    } else if scanner.skip(word: "week ") {
      guard let times = scanner.smallNumber() else { return nil }
      self = .timesPer(.week, times: times)
    } else if scanner.skip(word: "month ") {
      guard let times = scanner.smallNumber() else { return nil }
      self = .timesPer(.month, times: times)
    } else if scanner.skip(word: "days ") {
      guard let times = scanner.smallNumber(), scanner.skip(UInt8(ascii: "/")),
        let days = scanner.smallNumber()
      else { return nil }
      self = .timesInDays(times: times, days: days)
    } else if scanner.skip(word: "every ") {
      guard let days = scanner.smallNumber(), scanner.skip(word: " from "),
        let anchor = LocalDay(scanned: &scanner)
      else { return nil }
      self = .everyDays(days, anchor: anchor)
    } else {
      return nil
    }
    guard isWithinRules else { return nil }
  }

  /// Ascending, with commas between them.
  private static func weekdays(_ scanner: inout ASCIIScanner) -> Set<Int>? {
    var days: Set<Int> = []
    var last = 0
    repeat {
      guard let day = scanner.smallNumber(), day > last else { return nil }
      days.insert(day)
      last = day
    } while scanner.skip(UInt8(ascii: ","))
    return days
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
  public init?(_ text: String) { self.init(utf8: text.utf8.span) }

  /// The same of a text that is lent.
  public init?(utf8 text: Span<UInt8>) {
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
