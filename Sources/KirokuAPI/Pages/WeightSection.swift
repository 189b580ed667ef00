internal import KirokuCore

/// A person's weight: the trend as a line, the readings as dots, the goal dashed.
struct WeightSection {
  let trend: WeightTrend
  let goalGrams: Int64?
  let unit: WeightUnit
  let choice: PageChoice
  let address: String
  let text: PageText

  /// So many days are in the table, the latest.
  private static let maxRows = 400

  private var shown: ShownWeight { ShownWeight(unit: unit) }

  var html: HTML {
    PageSection(
      id: "weight", title: text("Weight", "体重"),
      lead: """
        \(text(
          "A dot for each day's first reading; the line follows them without their daily noise.",
          "点は各日の最初の記録、線は日々の揺れをならした傾向です。"))
        """, choice: choice.html,
      content: trend.points.isEmpty ? empty : facts + picture + table, address: address, text: text
    ).html
  }

  private var empty: HTML {
    emptyState(
      text("No weight in this period", "この期間の体重の記録はありません"),
      text(
        "Log your weight in the app, with a widget or by Siri, and its trend appears here. A longer period looks further back.",
        "アプリやウィジェット、Siriで体重を記録すると、ここに傾向が表示されます。長い期間を選ぶと、さらに前を見られます。"))
  }

  // MARK: Facts

  private var facts: HTML {
    guard let last = trend.points.last else { return "" }
    var facts: [(name: String, value: HTML)] = [
      (text("Trend", "傾向"), shown.html(grams: last.trendThousandths))
    ]
    if let rate = trend.weeklyRateThousandths {
      facts.append((text("A week", "1週間あたり"), shown.change(grams: rate)))
    }
    if let goalGrams {
      facts.append((text("Goal", "目標"), shown.html(grams: goalGrams)))
      if let date = trend.goalDate(goalGrams: goalGrams) {
        facts.append((text("Goal reached at this rate", "このペースでの達成見込み"), text.day(date)))
      }
    }
    return factList(facts)
  }

  // MARK: Picture

  private var picture: HTML {
    guard let first = trend.points.first, let last = trend.points.last else { return "" }
    let values = values
    let least = values.min() ?? 0
    let most = values.max() ?? 0
    let air = max((most - least) / 16, 400)
    let scale = ChartScale(
      days: first.day.unixDays...last.day.unixDays, thousandths: (least - air)...(most + air),
      x: 0.8...99.2, y: 0...1)
    var frame = PlotFrame(
      height: 260, values: Double(least - air)...Double(most + air),
      ticks: scale.ticks.map { (Double($0), scale.name(ofTick: $0)) })
    frame.marks = PlotFrame.marks(
      scale.dayTicks.map { (scale.x($0), label(LocalDay(unixDays: $0), scale.spanDays)) },
      desk: 9, phone: 3)
    func y(_ grams: Int64) -> Double { frame.y(Double(shown.thousandths(ofGrams: grams))) }

    var content: HTML = ""
    if let goalGrams, values.contains(shown.thousandths(ofGrams: goalGrams)) {
      let y = y(goalGrams)
      let words = text("Goal", "目標") + " \(shown.number(goalGrams)) \(shown.name)"
      // Above the line, or below it where there is no room above.
      content += """
        <line class="goal" x1="0" x2="100%" y1="\(y)" y2="\(y)"/>\
        <text class="goal-name" x="8" y="\(y < 24 ? y + 18 : y - 7)">\(words)</text>

        """
    }
    let readings = trend.points.filter { !$0.isInterpolated }
    let radius = readings.count > 180 ? 1.8 : 3
    content += readings.map { point -> HTML in
      "<circle class=\"reading\" r=\"\(radius)\" cx=\"\(scale.x(point.day.unixDays))%\" cy=\"\(y(point.weightThousandths))\"/>"
    }.joined()
    content += frame.stretched(
      .line, "curve trend",
      trend.points.map { (x: scale.x($0.day.unixDays), y: y($0.trendThousandths)) })
    content += """
      <circle class="trend-now" r="5" cx="\(scale.x(last.day.unixDays))%" cy="\(y(last.trendThousandths))"/>
      """
    return frame.html(description(first, last), content)
  }

  /// What has to be in sight: readings, trend, and a goal that is not so far away that it would press them flat.
  private var values: [Int64] {
    var grams = trend.points.map(\.trendThousandths)
    grams += trend.points.lazy.filter { !$0.isInterpolated }.map(\.weightThousandths)
    if let goalGrams, let least = grams.min(), let most = grams.max() {
      let reach = max(most - least, 1_500) * 2
      if goalGrams >= least - reach && goalGrams <= most + reach { grams.append(goalGrams) }
    }
    return grams.map { shown.thousandths(ofGrams: $0) }
  }

  private func label(_ day: LocalDay, _ spanDays: Int32) -> String {
    spanDays > 300 ? text.monthText(day) : text.shortDay(day)
  }

  private func description(_ first: WeightTrend.Point, _ last: WeightTrend.Point) -> String {
    let (start, end) = (text.dayText(first.day), text.dayText(last.day))
    let now = "\(shown.number(last.trendThousandths)) \(shown.name)"
    return text(
      "Weight from \(start) to \(end); the trend ends at \(now). The table below has the numbers.",
      "\(start)から\(end)までの体重。最新の傾向は\(now)。数値は下の表にあります。")
  }

  // MARK: Table

  private var table: HTML {
    var table = PageTable(
      caption: text("Weight and trend, day by day", "日ごとの体重と傾向"),
      columns: [
        text("Day", "日"), text("Weight", "体重") + " (\(shown.name))",
        text("Trend", "傾向") + " (\(shown.name))",
      ])
    table.rows = trend.points.suffix(Self.maxRows).reversed().map { point in
      [
        text.day(point.day),
        point.isInterpolated ? "–" : shown.cell(grams: point.weightThousandths),
        shown.cell(grams: point.trendThousandths),
      ]
    }
    return table.behindPicture(text)
  }
}

/// A few numbers that matter most.
func factList(_ facts: [(name: String, value: HTML)]) -> HTML {
  let items = facts.map { "<div><dt>\($0.name)</dt><dd>\($0.value)</dd></div>" as HTML }
  return "<dl class=\"facts\">\(items.joined())</dl>\n"
}
