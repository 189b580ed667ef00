internal import KirokuCore

/// A person's weight as a picture: a dot for each day's reading, the trend as a line, the goal dashed.
///
/// SVG 1.1 with a style sheet of its own: light and dark by `prefers-color-scheme`, no script, nothing fetched. The
/// same numbers are in `/v1/entries/trend`, which the description names for those who cannot see the picture.
struct WeightChart {
  let trend: WeightTrend
  let goalGrams: Int64?
  let language: Language

  private static let width = 720.0
  private static let height = 320.0
  private static let left = 52.0
  private static let right = 64.0
  private static let top = 20.0
  private static let bottom = 34.0

  func svg() -> [UInt8] {
    var text = Self.opening
    text += "<title>\(title)</title><desc>\(description)</desc>"
    if let first = trend.points.first, let last = trend.points.last {
      let scale = ChartScale(
        days: first.day.unixDays...last.day.unixDays, thousandths: range,
        x: Self.left...(Self.width - Self.right), y: Self.top...(Self.height - Self.bottom))
      text += gridLines(scale) + dayMarks(scale) + goalLine(scale) + readings(scale)
      text += trendLine(scale, last)
    } else {
      text += "<text class=\"empty\" x=\"360\" y=\"164\">\(emptyText)</text>"
    }
    return Array((text + "</svg>\n").utf8)
  }

  // MARK: Parts

  private static let opening = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 320" role="img" \
    font-family="system-ui, sans-serif" font-size="13">
    <style>
    :root { color-scheme: light dark; --ink: #1d2530; --muted: #5c6773; --grid: #e3e7ec; \
    --page: #ffffff; --dot: #6a8cae; --trend: #0b62b8; --goal: #2b7a4b }
    @media (prefers-color-scheme: dark) { :root { --ink: #e8ecf1; --muted: #9aa5b1; \
    --grid: #2c343d; --page: #14191f; --dot: #6b88a6; --trend: #6cb2f7; --goal: #6cc592 } }
    .page { fill: var(--page) } .grid { stroke: var(--grid) } text { fill: var(--muted) }
    .dot { fill: var(--dot) } .trend { fill: none; stroke: var(--trend); stroke-width: 2.5; \
    stroke-linejoin: round; stroke-linecap: round }
    .goal { stroke: var(--goal); stroke-width: 1.5; stroke-dasharray: 6 5 } .goal-label { fill: var(--goal) }
    .now { fill: var(--trend) } .now-label { fill: var(--ink); font-weight: 600 } .empty { text-anchor: middle }
    .y { text-anchor: end } .x { text-anchor: middle }
    </style>
    <rect class="page" width="720" height="320"/><text class="y" x="44" y="14">kg</text>

    """

  /// The values to be seen, with a little air above and below.
  private var range: ClosedRange<Int64> {
    var values = trend.points.map(\.trendThousandths)
    values += trend.points.lazy.filter { !$0.isInterpolated }.map(\.weightThousandths)
    if let goalGrams, shows(goalGrams, beside: values) { values.append(goalGrams) }
    let least = values.min() ?? 0
    let most = values.max() ?? 0
    let air = max((most - least) / 20, 500)
    return (least - air)...(most + air)
  }

  /// A goal far from all readings would press them into a flat line; it is then left out of the picture.
  private func shows(_ goal: Int64, beside values: [Int64]) -> Bool {
    guard let least = values.min(), let most = values.max() else { return false }
    let reach = max(most - least, 1_500) * 2
    return goal >= least - reach && goal <= most + reach
  }

  private func gridLines(_ scale: ChartScale) -> String {
    scale.ticks.map { value in
      let y = fixed(scale.y(value))
      return "<line class=\"grid\" x1=\"52\" x2=\"656\" y1=\"\(y)\" y2=\"\(y)\"/>"
        + "<text class=\"y\" x=\"44\" y=\"\(fixed(scale.y(value) + 4.5))\">"
        + "\(scale.name(ofTick: value))</text>\n"
    }.joined()
  }

  private func dayMarks(_ scale: ChartScale) -> String {
    scale.dayTicks.map { day in
      "<text class=\"x\" x=\"\(fixed(scale.x(day)))\" y=\"306\">"
        + "\(label(LocalDay(unixDays: day), spanDays: scale.spanDays))</text>\n"
    }.joined()
  }

  private func goalLine(_ scale: ChartScale) -> String {
    guard let goalGrams, range.contains(goalGrams) else { return "" }
    let y = scale.y(goalGrams)
    let word = language == .ja ? "目標" : "Goal"
    return "<line class=\"goal\" x1=\"52\" x2=\"656\" y1=\"\(fixed(y))\" y2=\"\(fixed(y))\"/>"
      + "<text class=\"goal-label\" x=\"58\" y=\"\(fixed(y - 6))\">"
      + "\(word) \(decimalText(thousandths: goalGrams)) kg</text>\n"
  }

  private func readings(_ scale: ChartScale) -> String {
    let readings = trend.points.filter { !$0.isInterpolated }
    let radius = readings.count > 180 ? "1.8" : "3"
    return readings.map { point in
      "<circle class=\"dot\" r=\"\(radius)\" cx=\"\(fixed(scale.x(point.day.unixDays)))\""
        + " cy=\"\(fixed(scale.y(point.weightThousandths)))\"/>"
    }.joined() + "\n"
  }

  private func trendLine(_ scale: ChartScale, _ last: WeightTrend.Point) -> String {
    let places = trend.points.map {
      "\(fixed(scale.x($0.day.unixDays))),\(fixed(scale.y($0.trendThousandths)))"
    }
    let x = scale.x(last.day.unixDays)
    let y = scale.y(last.trendThousandths)
    return "<polyline class=\"trend\" points=\"\(places.joined(separator: " "))\"/>"
      + "<circle class=\"now\" r=\"4\" cx=\"\(fixed(x))\" cy=\"\(fixed(y))\"/>"
      + "<text class=\"now-label\" x=\"\(fixed(x + 9))\" y=\"\(fixed(y + 4.5))\">"
      + "\(decimalText(thousandths: tenths(last.trendThousandths)))</text>\n"
  }

  // MARK: Words

  private var title: String {
    language == .ja ? "体重の推移" : "Weight over time"
  }

  private var emptyText: String {
    language == .ja ? "まだ記録がありません" : "No entries yet"
  }

  private var description: String {
    guard let first = trend.points.first, let last = trend.points.last else { return emptyText }
    let now = decimalText(thousandths: last.trendThousandths)
    return switch language {
    case .en:
      "Weight in kilograms from \(first.day) to \(last.day). The trend ends at \(now) kg. "
        + "The numbers are in /v1/entries/trend."
    case .ja:
      "\(first.day)から\(last.day)までの体重（kg）。最新の傾向は\(now) kgです。"
        + "数値は /v1/entries/trend にあります。"
    }
  }

  private func label(_ day: LocalDay, spanDays: Int32) -> String {
    let (year, month, date) = day.components
    if spanDays > 700 {
      return language == .ja ? "\(year)年\(month)月" : "\(months[month - 1]) \(year)"
    }
    if spanDays > 70 { return language == .ja ? "\(month)月" : months[month - 1] }
    return language == .ja ? "\(month)月\(date)日" : "\(months[month - 1]) \(date)"
  }

  private var months: [String] {
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  }

  private func tenths(_ thousandths: Int64) -> Int64 { (thousandths + 50) / 100 * 100 }
}

/// A number for an attribute: at most one decimal.
private func fixed(_ value: Double) -> String {
  decimalText(thousandths: Int64((value * 10).rounded()) * 100)
}
