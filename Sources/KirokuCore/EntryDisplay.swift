/// The words in which an entry is shown and spoken.
public enum EntryDisplay {
  /// The value and unit as typed: `65.2 kg`.
  public static func title(_ weight: Weight) -> String {
    decimalText(thousandths: weight.thousandths) + " " + weight.unit.rawValue
  }

  /// Date and time on the wall where the person was: `Dec 1, 2026 at 4:30 PM`, `2026年12月1日 16:30`.
  ///
  /// - Parameter utcOffsetMinutes: minutes east of UTC, as stored with the entry.
  public static func subtitle(
    recordedAt: Instant, utcOffsetMinutes: Int, in language: Language
  ) -> String {
    let clock = WallClock(recordedAt, utcOffsetMinutes: utcOffsetMinutes)
    let (year, month, day) = clock.day.components
    let minute = clock.minute < 10 ? "0\(clock.minute)" : "\(clock.minute)"
    switch language {
    case .en:
      let hour = (clock.hour + 11) % 12 + 1
      let half = clock.hour < 12 ? "AM" : "PM"
      return "\(months[month - 1]) \(day), \(year) at \(hour):\(minute) \(half)"
    case .ja:
      return "\(year)年\(month)月\(day)日 \(clock.hour):\(minute)"
    }
  }

  /// What is said when an entry was logged.
  public static func logged(_ weight: Weight, in language: Language) -> String {
    switch language {
    case .en: "Logged \(title(weight))."
    case .ja: "\(title(weight))を記録しました。"
    }
  }

  /// What is said when a newer act on the entry had been stored before, and stays.
  public static func superseded(by weight: Weight, in language: Language) -> String {
    switch language {
    case .en: "A newer change was kept: \(title(weight))."
    case .ja: "より新しい変更（\(title(weight))）を残しました。"
    }
  }

  /// The name of the button that takes the logging back.
  public static func undoLabel(_ weight: Weight, in language: Language) -> String {
    switch language {
    case .en: "Undo logging \(title(weight))"
    case .ja: "\(title(weight))の記録を取り消す"
    }
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
