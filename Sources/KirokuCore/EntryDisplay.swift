/// The words in which an entry is shown and spoken.
public enum EntryDisplay {
  /// Bytes that a title and a subtitle have at most.
  public static let maxTitleBytes = 27
  public static let maxSubtitleBytes = 40

  /// The value and unit as typed: `65.2 kg`, `12 st 7.5 lb`.
  public static func title(_ weight: Weight) -> String {
    asciiText { bytes in
      bytes.append(addingCapacity: maxTitleBytes) { (output: inout OutputSpan<UInt8>) in
        appendTitle(weight, to: &output)
      }
    }
  }

  /// Appends the title: ASCII that no JSON has to escape.
  public static func appendTitle(_ weight: Weight, to output: inout OutputSpan<UInt8>) {
    guard weight.unit == .stonesAndPounds else {
      output.append(thousandths: weight.thousandths)
      switch weight.unit {
      case .kg: output.append(constant: " kg")
      case .lb: output.append(constant: " lb")
      case .st, .stonesAndPounds: output.append(constant: " st")
      }
      return
    }
    let parts = StonesAndPounds(thousandths: weight.thousandths)
    output.append(decimal: UInt64(clamping: parts.stones))
    output.append(constant: " st ")
    output.append(thousandths: parts.poundThousandths)
    output.append(constant: " lb")
  }

  /// A weight in words that may be none, for the message that says so.
  static func typed(_ thousandths: Int64, _ unit: WeightUnit) -> (value: String, unit: String) {
    guard unit == .stonesAndPounds else {
      return (decimalText(thousandths: thousandths), unit.rawValue)
    }
    let parts = StonesAndPounds(thousandths: thousandths)
    return ("\(parts.stones) st " + decimalText(thousandths: parts.poundThousandths), "lb")
  }

  /// Date and time on the wall where the person was: `Dec 1, 2026 at 4:30 PM`, `2026年12月1日 16:30`.
  ///
  /// - Parameter utcOffsetMinutes: minutes east of UTC, as stored with the entry.
  public static func subtitle(
    recordedAt: Instant, utcOffsetMinutes: Int, in language: Language
  ) -> String {
    let clock = WallClock(recordedAt, utcOffsetMinutes: utcOffsetMinutes)
    return asciiText { bytes in
      bytes.append(addingCapacity: maxSubtitleBytes) { (output: inout OutputSpan<UInt8>) in
        appendSubtitle(clock, in: language, to: &output)
      }
    }
  }

  /// Appends the subtitle of what a clock on the wall showed: text that no JSON has to escape.
  public static func appendSubtitle(
    _ clock: WallClock, in language: Language, to output: inout OutputSpan<UInt8>
  ) {
    switch language {
    case .en: appendEnglish(clock, to: &output)
    case .ja: appendJapanese(clock, to: &output)
    }
  }

  private static func appendEnglish(_ clock: WallClock, to output: inout OutputSpan<UInt8>) {
    let (year, month, day) = clock.day.components
    output.append(word: months[month - 1])
    output.append(decimal: UInt64(clamping: day))
    output.append(constant: ", ")
    output.append(twoDigits: UInt32(truncatingIfNeeded: year) / 100)
    output.append(twoDigits: UInt32(truncatingIfNeeded: year) % 100)
    output.append(constant: " at ")
    output.append(decimal: UInt64((clock.hour + 11) % 12 + 1))
    output.append(ascii: ":")
    output.append(twoDigits: UInt32(truncatingIfNeeded: clock.minute))
    output.append(constant: clock.hour < 12 ? " AM" : " PM")
  }

  private static func appendJapanese(_ clock: WallClock, to output: inout OutputSpan<UInt8>) {
    let (year, month, day) = clock.day.components
    output.append(decimal: UInt64(clamping: year))
    for byte in "年".utf8 { output.append(byte) }
    output.append(decimal: UInt64(clamping: month))
    for byte in "月".utf8 { output.append(byte) }
    output.append(decimal: UInt64(clamping: day))
    output.append(constant: "日 ")
    output.append(decimal: UInt64(clock.hour))
    output.append(ascii: ":")
    output.append(twoDigits: UInt32(truncatingIfNeeded: clock.minute))
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

  /// Four letters of ASCII each, as a word.
  private static let months = [
    "Jan ", "Feb ", "Mar ", "Apr ", "May ", "Jun ", "Jul ", "Aug ", "Sep ", "Oct ", "Nov ", "Dec ",
  ].map { $0.utf8.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
}
