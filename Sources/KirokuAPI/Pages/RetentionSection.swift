internal import KirokuCore

/// Who came back, as two curves with the interval in which each rate lies.
struct RetentionSection {
  let retention: Retention
  let address: String
  let text: PageText

  private typealias Group = @Sendable (Retention.Week) -> Proportion

  /// The weeks of the picture: up to the last one of which a rate is told.
  private var drawn: ArraySlice<Retention.Week> {
    let last = retention.weeks.lastIndex { $0.exposed.rate != nil || $0.others.rate != nil }
    return retention.weeks.prefix(last.map { $0 + 1 } ?? 0)
  }

  var html: HTML {
    PageSection(
      id: "retention", title: text("Do they come back?", "また使いに来ているか"),
      lead: """
        \(text(
          "Who wrote something or opened the app in the weeks after their first one: those who performed an intent in their first 7 days, and those who did not.",
          "最初の7日間にインテントを実行した人としなかった人について、その後の各週に記録やアプリの起動があった人の割合。"))
        """,
      content: (drawn.isEmpty ? empty : picture + note) + table, address: address, text: text
    ).html
  }

  private var empty: HTML {
    let immature = retention.weeks.first?.immature ?? 0
    return emptyState(
      text("Too few people yet", "まだ人数が足りません"),
      immature == 0
        ? text(
          "Rates are told from \(Proportion.minPeople) people on whose week is over. Choose a longer period to look further back.",
          "週が終わった人が\(Proportion.minPeople)人以上になると割合を表示します。さらに前を見るには、長い期間を選んでください。")
        : text(
          "Rates are told from \(Proportion.minPeople) people on whose week is over. \(text.grouped(immature)) are still on their way there.",
          "週が終わった人が\(Proportion.minPeople)人以上になると割合を表示します。\(text.grouped(immature))人はまだ途中です。"))
  }

  // MARK: Picture

  private var picture: HTML {
    let most =
      drawn.flatMap { [$0.exposed.interval?.upper, $0.others.interval?.upper] }
      .compactMap(\.self).max() ?? 1
    let top = [0.1, 0.2, 0.4, 0.6, 0.8].first { most <= $0 } ?? 1
    var frame = PlotFrame(
      height: 240, values: 0...top,
      ticks: (0...4).map { step in
        let value = top * Double(step) / 4
        let percent = Int((value * 1_000).rounded())
        return (value, percent % 10 == 0 ? "\(percent / 10)%" : "\(percent / 10).\(percent % 10)%")
      })
    frame.marks = PlotFrame.marks(
      drawn.map { week in
        (place(week.number), text("Week \(week.number)", "\(week.number)週目"))
      }, desk: 12, phone: 4)
    let content =
      curve("others", frame, { $0.others }) + curve("exposed", frame, { $0.exposed })
    return legend + frame.html(label, content)
  }

  /// The weeks from the first to the last take the whole width, with half a week's room at the edges.
  private func place(_ week: Int) -> Double {
    (Double(week) - 0.5) * 100 / Double(drawn.count)
  }

  private func curve(_ style: HTML, _ frame: PlotFrame, _ group: Group) -> HTML {
    var content: HTML = ""
    let told = drawn.filter { group($0).rate != nil }
    // A week without a rate interrupts the curve.
    var runs: [[Retention.Week]] = []
    for week in told {
      if let last = runs.last?.last, last.number + 1 == week.number {
        runs[runs.count - 1].append(week)
      } else {
        runs.append([week])
      }
    }
    for run in runs {
      let intervals = run.compactMap { week in
        group(week).interval.map { (place(week.number), frame.y($0.lower), frame.y($0.upper)) }
      }
      let outline =
        intervals.map { (x: $0.0, y: $0.2) } + intervals.reversed().map { (x: $0.0, y: $0.1) }
      content += frame.stretched(.band, "band \(style)", outline)
      let rates = run.compactMap { week in
        group(week).rate.map { (x: place(week.number), y: frame.y($0)) }
      }
      content += frame.stretched(.line, "curve \(style)", rates)
    }
    for week in told { content += point(style, week, frame, group(week)) }
    return content
  }

  private func point(
    _ style: HTML, _ week: Retention.Week, _ frame: PlotFrame, _ group: Proportion
  ) -> HTML {
    guard let rate = group.rate, let interval = group.interval else { return "" }
    let x = place(week.number)
    let title = text(
      "Week \(week.number): \(text.percent(rate)), \(group.count) of \(group.people)",
      "\(week.number)週目：\(text.percent(rate))（\(group.people)人中\(group.count)人）")
    let (upper, lower) = (frame.y(interval.upper), frame.y(interval.lower))
    return """
      <g class="point \(style)"><title>\(title)</title>\
      <line class="whisker" x1="\(x)%" x2="\(x)%" y1="\(upper)" y2="\(lower)"/>\
      <circle cx="\(x)%" cy="\(frame.y(rate))" r="4.5"/></g>

      """
  }

  private var legend: HTML {
    func item(_ style: HTML, _ name: String) -> HTML {
      """
      <li><svg class="swatch" width="30" height="14" aria-hidden="true">\
      <line class="curve \(style)" x1="1" x2="29" y1="7" y2="7"/><g class="point \(style)">\
      <circle cx="15" cy="7" r="4.5"/></g></svg><span class="legend-name">\(name)</span></li>

      """
    }
    let band = text("Band: 95% interval", "帯：95%区間")
    return """
      <ul class="legend">
      \(item("exposed", text("Performed an intent", "インテントを実行した人")))\
      \(item("others", text("Did not", "実行しなかった人")))\
      <li class="small">\(band)</li>
      </ul>

      """
  }

  private var label: String {
    text(
      "Two curves of the share of people who came back, week by week, with 95% intervals. The table below has the numbers.",
      "週ごとの継続率の2本の曲線と95%区間。数値は下の表にあります。")
  }

  private var note: HTML {
    "<p class=\"note\">\(MeasureDisplay.association(in: text.language))</p>\n"
  }

  // MARK: Table

  private var table: HTML {
    let exposed = text("Performed", "実行した")
    let others = text("Did not", "実行しなかった")
    let between = text(": ", "：")
    func columns(_ group: String) -> [String] {
      [
        text("people", "人数"), text("returned", "継続した人"), text("rate", "継続率"),
        text("95% interval", "95%区間"),
      ].map { group + between + $0 }
    }
    return PageTable(
      caption: text("People who came back, week by week", "週ごとの継続"),
      columns: [text("Week", "週")] + columns(exposed) + columns(others)
        + [text("Difference, points", "差（ポイント）"), text("Week not over", "週の途中")],
      rows: retention.weeks.map { week in
        var cells: [HTML] = ["\(week.number)"]
        for group in [week.exposed, week.others] {
          cells += [
            text.count(group.people), text.count(group.count), text.rate(group.rate),
            text.interval(group.interval),
          ]
        }
        return cells + [difference(week), text.count(week.immature)]
      }
    ).behindPicture(text)
  }

  private func difference(_ week: Retention.Week) -> HTML {
    guard let difference = week.exposed.difference(from: week.others) else { return text.untold }
    let (lower, upper) = (difference.interval.lower, difference.interval.upper)
    return
      "\(text.points(difference.value)) (\(text.points(lower)) \(text("to", "〜")) \(text.points(upper)))"
  }
}
