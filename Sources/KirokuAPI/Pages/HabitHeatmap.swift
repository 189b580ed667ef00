internal import KirokuCore
internal import KirokuStore

/// A year of a habit's days as a picture: a square a day, the fuller the darker, a column a week.
///
/// The year is in two bands of half a year each, so that it can be read on a phone. SVG 1.1 with a style sheet of its own:
/// light and dark by `prefers-color-scheme`, no script, nothing fetched. The same days are in `/v1/habits/{id}/days`,
/// which the description names for those who cannot see the picture.
struct HabitHeatmap {
  let habit: Habit
  let days: [(day: LocalDay, value: HabitDayValue)]
  let today: LocalDay
  /// 1 (Monday) … 7 (Sunday).
  let weekStart: Int
  let language: Language

  /// Weeks in a band: two bands are a year and a day, whatever the weekday.
  private static let bandWeeks: Int32 = 27
  private static let cell = 14
  private static let left = 34
  private static let top = 62
  private static let bandHeight = 7 * cell + 34
  private static let width = left + Int(bandWeeks) * cell + 10
  private static let height = top + 2 * bandHeight + 14

  /// All that is known of the days.
  var history: HabitHistory {
    HabitHistory(
      days.map { ($0.day, $0.value) }, fields: habit.fields, weekStart: weekStart, today: today)
  }

  /// The picture as a part of a page, which has the name above it and the styles in its own style sheet.
  func part() -> HTML {
    let history = history
    let squares = bandText(0, history) + bandText(1, history) + legend(history)
    let style: HTML = habit.fields.color.map { "heatmap\" color=\"\($0)" } ?? "heatmap usual"
    return """
      <svg class="\(style)" viewBox="-8 \(Self.top - 6) \(Self.width + 8) \(Self.height - Self.top + 4)" \
      role="img" aria-label="\(description)">
      \(squares)</svg>
      """
  }

  func svg() -> [UInt8] {
    let history = history
    var text = opening
    text += "<title>\(title)</title><desc>\(description)</desc>\n"
    text += "<rect class=\"page\" width=\"\(Self.width)\" height=\"\(Self.height)\"/>"
    text += "<text class=\"name\" x=\"\(Self.left)\" y=\"24\">\(shownName)</text>"
    text += "<text x=\"\(Self.left)\" y=\"42\">\(doneText)</text>\n"
    for band in 0..<Int32(2) { text += bandText(band, history) }
    text += legend(history)
    return Array((text + "</svg>\n").text.utf8)
  }

  // MARK: Days

  /// The first day of the first week.
  var firstDay: Int32 {
    // 1970-01-01 was a Thursday, the fourth day of a week that begins on Monday.
    let weekday = ((today.unixDays + 3) % 7 + 7) % 7 + 1
    let sinceStart = (weekday - Int32(weekStart) + 7) % 7
    return today.unixDays - sinceStart - (2 * Self.bandWeeks - 1) * 7
  }

  /// The days that are shown.
  private var shown: ClosedRange<LocalDay> { LocalDay(unixDays: firstDay)...today }

  private var doneCount: Int {
    let fields: HabitFields? = habit.fields
    return days.count { day in
      guard shown.contains(day.day), case .amount(let amount) = day.value else { return false }
      return fields.isDone(amount)
    }
  }

  // MARK: Parts

  private func bandText(_ band: Int32, _ history: HabitHistory) -> HTML {
    let top = Self.top + Int(band) * Self.bandHeight
    let start = firstDay + band * Self.bandWeeks * 7
    var text: HTML = ""
    for row in [0, 2, 4] {
      let y = top + 16 + row * Self.cell + 11
      text += "<text class=\"day\" x=\"\(Self.left - 6)\" y=\"\(y)\">\(weekday(row))</text>"
    }
    var lastLabel = -100
    for week in 0..<Self.bandWeeks {
      let x = Self.left + Int(week) * Self.cell
      for row in 0..<Int32(7) {
        let day = LocalDay(unixDays: start + week * 7 + row)
        guard day <= today else { break }
        let y = top + 16 + Int(row) * Self.cell
        text += "<rect class=\"\(style(history.level(on: day)))\" x=\"\(x)\" y=\"\(y)\"/>"
        guard day.components.day == 1, x - lastLabel >= 3 * Self.cell else { continue }
        // At the right edge there is no room behind the column.
        let isLast = week == Self.bandWeeks - 1
        let place: HTML = isLast ? "class=\"day\" x=\"\(x + 12)\"" : "x=\"\(x)\""
        text += "<text \(place) y=\"\(top + 10)\">\(month(day))</text>"
        lastLabel = x
      }
    }
    return text + "\n"
  }

  private func style(_ level: Int?) -> String { level.map { "l\($0)" } ?? "off" }

  private func legend(_ history: HabitHistory) -> HTML {
    let y = Self.height - 22
    let right = Self.width - 10
    let words = language == .ja ? (less: "少ない", more: "達成") : (less: "Less", more: "Done")
    let squares = (0...4).map { level -> HTML in
      "<rect class=\"l\(level)\" x=\"\(right - 104 + level * Self.cell)\" y=\"\(y)\"/>"
    }
    let isMapOfAmounts = habit.fields.kind == .count
    var text: HTML = ""
    if isMapOfAmounts {
      text += "<text class=\"day\" x=\"\(right - 110)\" y=\"\(y + 11)\">\(words.less)</text>"
      text += squares.joined()
    } else {
      if (firstDay...today.unixDays).contains(where: {
        history.level(on: LocalDay(unixDays: $0)) == 1
      }) {
        let covered = language == .ja ? "充足" : "Covered"
        text += "<rect class=\"l1\" x=\"\(right - 130)\" y=\"\(y)\"/>"
        text += "<text x=\"\(right - 112)\" y=\"\(y + 11)\">\(covered)</text>"
      }
      text += "<rect class=\"l4\" x=\"\(right - 48)\" y=\"\(y)\"/>"
    }
    text += "<text x=\"\(right - 30)\" y=\"\(y + 11)\">\(words.more)</text>"
    let off = language == .ja ? "スキップ・休止" : "Skipped or paused"
    text += "<rect class=\"off\" x=\"\(Self.left)\" y=\"\(y)\"/>"
    text += "<text x=\"\(Self.left + 18)\" y=\"\(y + 11)\">\(off)</text>\n"
    return text
  }

  private var opening: HTML {
    // The color is six hexadecimal digits, by the rules of habits.
    let color = habit.fields.color
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(Self.height)" role="img" \
      font-family="system-ui, sans-serif" font-size="11">
      <style>
      :root { color-scheme: light dark; --ink: #1d2530; --muted: #5c6773; --none: #e3e7ec; \
      --page: #ffffff; --done: \(color ?? "#2b7a4b") }
      @media (prefers-color-scheme: dark) { :root { --ink: #e8ecf1; --muted: #9aa5b1; \
      --none: #2c343d; --page: #14191f; --done: \(color ?? "#6cc592") } }
      rect { width: 12px; height: 12px; rx: 2.5px } text { fill: var(--muted) } .day { text-anchor: end }
      rect.page { width: 100%; height: 100%; rx: 0; fill: var(--page) }
      .name { fill: var(--ink); font-size: 15px; font-weight: 600 }
      .l0 { fill: var(--none) } .l1, .l2, .l3, .l4 { fill: var(--mark, var(--done)) }
      .l1 { fill-opacity: .3 } .l2 { fill-opacity: .5 } .l3 { fill-opacity: .72 }
      @supports (color: oklch(from red l c h)) { :root { --mark: oklch(from var(--done) min(l, .62) c h) }
      @media (prefers-color-scheme: dark) { :root { --mark: oklch(from var(--done) max(l, .62) c h) } } }
      .off { fill: none; stroke: var(--muted); stroke-opacity: .55; stroke-width: 1; \
      stroke-dasharray: 2 2 }
      </style>

      """
  }

  // MARK: Words

  /// As many characters of the name as there is room for.
  private var shownName: String {
    let name = habit.fields.name
    var room = Self.width - Self.left - 30
    // Bold letters of 15 pixels: those of Chinese characters, kana and emoji are as wide as high.
    for (index, character) in zip(name.indices, name) {
      room -= (character.unicodeScalars.first?.value ?? 0) >= 0x1100 ? 15 : 9
      if room < 0 { return name[..<index] + "…" }
    }
    return name
  }

  private var title: String {
    let name = habit.fields.name
    return language == .ja ? "\(name)の1年間" : "A year of \(name)"
  }

  private var doneText: String {
    let count = doneCount
    switch language {
    case .en where days.isEmpty: return "Nothing recorded yet"
    case .ja where days.isEmpty: return "まだ記録がありません"
    case .en: return count == 1 ? "Done on 1 day in a year" : "Done on \(count) days in a year"
    case .ja: return "1年間で\(count)日達成"
    }
  }

  private var description: String {
    let range = shown
    return switch language {
    case .en:
      "A square for each day from \(range.lowerBound) to \(range.upperBound). \(doneText). "
        + "The days are in /v1/habits/\(habit.id)/days."
    case .ja:
      "\(range.lowerBound)から\(range.upperBound)までの毎日を表す図。\(doneText)。"
        + "日ごとの記録は /v1/habits/\(habit.id)/days にあります。"
    }
  }

  /// - Parameter row: 0…6 from the start of the week.
  func weekday(_ row: Int) -> String {
    let index = (weekStart - 1 + row) % 7
    return language == .ja
      ? ["月", "火", "水", "木", "金", "土", "日"][index]
      : ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][index]
  }

  private func month(_ day: LocalDay) -> String {
    let number = day.components.month
    if language == .ja { return "\(number)月" }
    return [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ][number - 1]
  }
}
