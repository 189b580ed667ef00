/// The words in which schedules and targets are shown.
public enum ScheduleDisplay {
  /// When a habit is due: `Every day`, `Mon, Wed, Fri`, `週3回`.
  public static func text(_ schedule: Schedule, in language: Language) -> String {
    switch (schedule, language) {
    case (.daily, .en), (.everyDays(1, _), .en): "Every day"
    case (.daily, .ja), (.everyDays(1, _), .ja): "毎日"
    case (.weekdays(let days), _): weekdays(days, in: language)
    case (.timesPer(let period, let times), .en): "\(englishTimes(times)) a \(period.rawValue)"
    case (.timesPer(.week, let times), .ja): "週\(times)回"
    case (.timesPer(.month, let times), .ja): "月\(times)回"
    case (.timesInDays(let times, let days), .en): "\(englishTimes(times)) in \(englishDays(days))"
    case (.timesInDays(let times, let days), .ja): "\(days)日間に\(times)回"
    case (.everyDays(let days, _), .en): "Every \(days) days"
    case (.everyDays(let days, _), .ja): "\(days)日ごと"
    }
  }

  private static func weekdays(_ days: Set<Int>, in language: Language) -> String {
    switch (days, language) {
    case (Set(1...7), .en): return "Every day"
    case (Set(1...7), .ja): return "毎日"
    case (Set(1...5), .en): return "Monday to Friday"
    case (Set(1...5), .ja): return "月曜から金曜"
    case ([6, 7], .en): return "Weekends"
    case ([6, 7], .ja): return "土日"
    default: break
    }
    let names = language == .ja ? japaneseWeekdays : englishWeekdays
    return days.sorted().filter { (1...7).contains($0) }.map { names[$0 - 1] }
      .joined(separator: language == .ja ? "・" : ", ")
  }

  private static let englishWeekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let japaneseWeekdays = ["月", "火", "水", "木", "金", "土", "日"]

  private static func englishTimes(_ times: Int) -> String {
    switch times {
    case 1: "Once"
    case 2: "Twice"
    default: "\(times) times"
    }
  }

  private static func englishDays(_ days: Int) -> String { days == 1 ? "1 day" : "\(days) days" }

  /// What is aimed at on a day: `At least 8 glasses`, `8杯以上`.
  public static func text(_ target: HabitTarget, in language: Language) -> String {
    let amount = amount(target.thousandths, of: target.unit, in: language)
    return switch (target.direction, language) {
    case (.atLeast, .en): "At least \(amount)"
    case (.atMost, .en): "At most \(amount)"
    case (.atLeast, .ja): "\(amount)以上"
    case (.atMost, .ja): "\(amount)以下"
    }
  }

  /// An amount in its unit: `8 glasses`, `8 杯`, and without one `8 times`, `8回`.
  public static func amount(
    _ thousandths: Int64, of unit: String?, in language: Language
  ) -> String {
    let number = decimalText(thousandths: thousandths)
    if let unit { return "\(number) \(unit)" }
    switch language {
    case .en: return thousandths == 1_000 ? "1 time" : "\(number) times"
    case .ja: return "\(number)回"
    }
  }
}
