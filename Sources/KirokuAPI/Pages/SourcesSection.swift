internal import KirokuCore

/// From where intents are performed, as stacked bars: a bar a bucket, a color a source.
struct SourcesSection {
  let bucket: SourceMix.Bucket
  /// All buckets of the range, those without an event too.
  let periods: [SourceMix.Period]
  /// Not over yet.
  let today: LocalDay
  let choice: PageChoice?
  let address: String
  let text: PageText

  /// In the order in which they are stacked, from the axis up: the same everywhere, as are the colors.
  private static let order: [Source?] =
    [
      .app, .widget, .siri, .shortcuts, .spotlight, .controlCenter, .actionButton, .script, .import,
    ] + [nil]

  var html: HTML {
    let isEmpty = !periods.contains { $0.events > 0 }
    return PageSection(
      id: "sources", title: text("From where are they performed?", "どこから実行されているか"),
      lead:
        "\(text("Performed intents by source, undone ones included.", "実行されたインテントの数（取り消されたものを含む）。"))",
      choice: choice?.html ?? "", content: isEmpty ? empty : picture + legend + table,
      address: address, text: text
    ).html
  }

  private var empty: HTML {
    emptyState(
      text("No intent was performed in this period", "この期間に実行されたインテントはありません"),
      text(
        "Writes that name their intent (Kiroku-Intent) and their source (Kiroku-Source) appear here by themselves.",
        "インテント名（Kiroku-Intent）と実行元（Kiroku-Source）を付けた書き込みが、自動的にここに表示されます。"))
  }

  // MARK: Picture

  private var picture: HTML {
    let steps = PlotFrame.steps(upTo: periods.map(\.events).max() ?? 0)
    var frame = PlotFrame(
      height: 240, values: 0...Double(steps.last ?? 1),
      ticks: steps.map { (Double($0), text.grouped($0)) })
    let slot = 100 / Double(periods.count)
    frame.marks = PlotFrame.marks(
      periods.enumerated().map { index, period in
        ((Double(index) + 0.5) * slot, bucketName(period.start))
      })
    let bars = periods.enumerated().map { index, period in
      bar(period, x: (Double(index) + 0.14) * slot, width: slot * 0.72, in: frame)
    }
    return frame.html(label, bars.joined())
  }

  private func bar(
    _ period: SourceMix.Period, x: Double, width: Double, in frame: PlotFrame
  ) -> HTML {
    guard period.events > 0 else { return "" }
    var sum = 0
    var parts: HTML = ""
    for source in Self.order {
      guard let count = period.sources.first(where: { $0.source == source }) else { continue }
      let bottom = frame.y(Double(sum))
      sum += count.events
      let top = frame.y(Double(sum))
      parts += """
        <rect class="\(style(source))" x="\(x)%" width="\(width)%" y="\(top)" height="\(bottom - top)"/>
        """
    }
    let title = text(
      "\(bucketName(period.start)): \(text.grouped(period.events)) performed by \(text.grouped(period.people))",
      "\(bucketName(period.start))：\(text.grouped(period.people))人が\(text.grouped(period.events))回実行"
    )
    let style: HTML = isPartial(period) ? "stack partial" : "stack"
    return "<g class=\"\(style)\"><title>\(title)</title>\(parts)</g>\n"
  }

  private func isPartial(_ period: SourceMix.Period) -> Bool {
    bucket.end(of: period.start) > today
  }

  private var label: String {
    let total = text.grouped(periods.reduce(0) { $0 + $1.events })
    return text(
      "Stacked bars of \(total) performed intents by source. The table below has the numbers.",
      "実行元別の積み上げ棒グラフ。合計\(total)回。数値は下の表にあります。")
  }

  // MARK: Legend and table

  private var shown: [Source?] {
    Self.order.filter { source in
      periods.contains { $0.sources.contains { $0.source == source } }
    }
  }

  private var legend: HTML {
    let total = periods.reduce(0) { $0 + $1.events }
    // People may be in several buckets: at least so many there are.
    let isTold = (periods.map(\.people).max() ?? 0) >= Proportion.minPeople
    let items = shown.map { source -> HTML in
      let events = periods.reduce(0) { $0 + (count(of: source, in: $1)?.events ?? 0) }
      let share = text.rate(isTold ? Double(events) / Double(total) : nil)
      return """
        <li><svg class="swatch" width="14" height="14" aria-hidden="true"><rect class="\(style(source))" width="14" \
        height="14" rx="3"/></svg><span class="legend-name">\(name(source))</span> \
        <span class="legend-value">\(text.count(events))</span> <span class="legend-share">\(share)</span></li>

        """
    }
    var faded: HTML = ""
    if periods.contains(where: { isPartial($0) && $0.events > 0 }) {
      faded = "<li class=\"small\">\(text("Faded: not over yet", "薄い棒：まだ終わっていない期間"))</li>\n"
    }
    return "<ul class=\"legend sums\">\n\(items.joined())\(faded)</ul>\n"
  }

  private var table: HTML {
    let shown = shown
    return PageTable(
      caption: text("Performed intents by source", "実行元別の実行回数"),
      columns: [
        bucketTitle, text("People", "人数"), text("Performed", "実行回数"),
      ] + shown.map(name),
      rows: periods.reversed().map { period in
        let start = text.bucket(period.start, isMonth: bucket == .month)
        let cells = shown.map { source -> HTML in
          guard let index = period.sources.firstIndex(where: { $0.source == source }) else {
            return "<data value=\"0\">0</data>"
          }
          let share: HTML =
            period.people >= Proportion.minPeople
            ? " <span class=\"share\">\(text.percent(Double(period.shares[index]) / 1_000_000))</span>"
            : ""
          return "\(text.count(period.sources[index].events))\(share)"
        }
        return [start, text.count(period.people), text.count(period.events)] + cells
      }
    ).behindPicture(text)
  }

  private func count(of source: Source?, in period: SourceMix.Period) -> SourceMix.Count? {
    period.sources.first { $0.source == source }
  }

  // MARK: Words

  private func style(_ source: Source?) -> HTML {
    switch source {
    case .app: "source-app"
    case .siri: "source-siri"
    case .shortcuts: "source-shortcuts"
    case .widget: "source-widget"
    case .controlCenter: "source-control-center"
    case .spotlight: "source-spotlight"
    case .actionButton: "source-action-button"
    case .import: "source-import"
    case .script: "source-script"
    case nil: "source-unknown"
    }
  }

  private func name(_ source: Source?) -> String {
    switch source {
    case .app: text("App", "アプリ")
    case .siri: "Siri"
    case .shortcuts: text("Shortcuts", "ショートカット")
    case .widget: text("Widget", "ウィジェット")
    case .controlCenter: text("Control Center", "コントロールセンター")
    case .spotlight: "Spotlight"
    case .actionButton: text("Action button", "アクションボタン")
    case .import: text("Import", "読み込み")
    case .script: text("Script", "スクリプト")
    case nil: text("Not said", "不明")
    }
  }

  private func bucketName(_ start: LocalDay) -> String {
    bucket == .month ? text.monthText(start) : text.shortDay(start)
  }

  private var bucketTitle: String {
    switch bucket {
    case .day: text("Day", "日")
    case .week: text("Week from", "週の始まり")
    case .month: text("Month", "月")
    }
  }
}
