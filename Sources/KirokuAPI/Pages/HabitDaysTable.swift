internal import KirokuCore
internal import KirokuStore

/// A heat map's days as a table: a row a week, newest first, back to the first week with something in it.
///
/// Days have signs, so that seven of them fit on a phone; the caption says what they mean.
struct HabitDaysTable {
  let map: HabitHeatmap
  let text: PageText

  private enum Sign: CaseIterable {
    case done, covered, skipped, paused

    var text: String {
      switch self {
      case .done: "✓"
      case .covered: "(✓)"
      case .skipped: "–"
      case .paused: "‖"
      }
    }

    func meaning(_ text: PageText) -> String {
      switch self {
      case .done: text("done", "達成")
      case .covered: text("covered by other days", "ほかの日で充足")
      case .skipped: text("skipped", "スキップ")
      case .paused: text("paused", "休止")
      }
    }
  }

  private enum Cell {
    case nothing
    case amount(Int64)
    case sign(Sign)
    /// A day that is still to come.
    case later
  }

  var html: HTML {
    let weeks = weeks
    var signs: Set<Sign> = []
    for case .sign(let sign) in weeks.flatMap(\.cells) { signs.insert(sign) }
    let key = Sign.allCases.filter(signs.contains).map { "\($0.text) \($0.meaning(text))" }
    let name = text("Days of “\(map.habit.fields.name)”", "「\(map.habit.fields.name)」の日々")
    return PageTable(
      caption: key.isEmpty ? name : name + text(": ", "：") + key.joined(separator: text(", ", "、")),
      columns: [text("Week from", "週の始まり")] + (0..<7).map(map.weekday),
      rows: weeks.enumerated().map { index, week in
        // The year is said where it changes.
        let later = index == 0 ? nil : weeks[index - 1].start.components.year
        let name =
          later == week.start.components.year
          ? text.shortDay(week.start) : text.dayText(week.start)
        let start: HTML = "<time datetime=\"\(week.start.description)\">\(name)</time>"
        return [start] + week.cells.map(html)
      }, isNarrow: true
    ).behindPicture(text)
  }

  /// Newest first.
  private var weeks: [(start: LocalDay, cells: [Cell])] {
    let history = map.history
    let values = Dictionary(map.days.map { ($0.day, $0.value) }) { $1 }
    var weeks = stride(from: map.firstDay, through: map.today.unixDays, by: 7).map { first in
      let cells = (0..<Int32(7)).map { offset -> Cell in
        let day = LocalDay(unixDays: first + offset)
        guard day <= map.today else { return .later }
        return cell(values[day] ?? .empty, history.level(on: day))
      }
      return (start: LocalDay(unixDays: first), cells: cells)
    }
    let firstTold = weeks.firstIndex { week in
      week.cells.contains {
        switch $0 {
        case .amount, .sign: true
        case .nothing, .later: false
        }
      }
    }
    weeks.removeFirst(firstTold ?? 0)
    return weeks.reversed()
  }

  private func cell(_ value: HabitDayValue, _ level: Int?) -> Cell {
    guard let level else { return .sign(value == .skipped ? .skipped : .paused) }
    if map.habit.fields.kind == .count, case .amount(let amount) = value { return .amount(amount) }
    return switch level {
    case 0: .nothing
    case 4: .sign(.done)
    default: .sign(.covered)
    }
  }

  private func html(_ cell: Cell) -> HTML {
    switch cell {
    case .later: ""
    case .nothing: "<span aria-hidden=\"true\">·</span>"
    case .amount(let amount):
      "<data value=\"\(decimalText(thousandths: amount))\">\(text.amount(thousandths: amount))</data>"
    case .sign(let sign):
      "<span aria-hidden=\"true\">\(sign.text)</span><span class=\"spoken\">\(sign.meaning(text))</span>"
    }
  }
}
