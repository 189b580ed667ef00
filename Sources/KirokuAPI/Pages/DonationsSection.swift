internal import KirokuCore

/// How often intents were donated and performed, a small picture an intent.
struct DonationsSection {
  let use: DonationUse
  let days: Range<LocalDay>
  let bucket: SourceMix.Bucket
  /// Not over yet.
  let today: LocalDay
  /// Whether these are fewer days than the page's period has.
  let isShortened: Bool
  let address: String
  let text: PageText

  /// So many intents have a picture, those with most acts.
  private static let maxPictures = 6
  /// So many intents are in the table of totals: clients choose the names.
  private static let maxIntents = 50

  struct Total {
    let intent: String
    var donated = 0
    var performed = 0
    var undone = 0
    var buckets: [LocalDay: (donated: Int, performed: Int, undone: Int)] = [:]
  }

  /// Most acts first; of as many, by name.
  var totals: [Total] {
    var totals: [String: Total] = [:]
    for row in use.rows {
      var total = totals[row.intent] ?? Total(intent: row.intent)
      total.donated += row.donated
      total.performed += row.performed
      total.undone += row.undone
      let start = bucket.start(of: row.day)
      let old = total.buckets[start] ?? (0, 0, 0)
      total.buckets[start] = (
        old.donated + row.donated, old.performed + row.performed, old.undone + row.undone
      )
      totals[row.intent] = total
    }
    return totals.values.sorted {
      ($1.donated + $1.performed, $0.intent) < ($0.donated + $0.performed, $1.intent)
    }
  }

  var html: HTML {
    let totals = totals
    return PageSection(
      id: "donations", title: text("Does the system learn what people do?", "システムは人の行動を学べているか"),
      lead: """
        \(text(
          "How often each intent was donated after a person did the thing in the app, and how often it was performed.",
          "アプリでの操作のあとにインテントがドネーションされた回数と、実行された回数。"))\
        \(isShortened ? text(" The last year.", "直近1年間。") : "")
        """,
      content: totals.isEmpty ? empty : pictures(totals) + table(totals) + course(totals),
      address: address, text: text
    ).html
  }

  private var empty: HTML {
    emptyState(
      text("No intent in this period", "この期間のインテントはありません"),
      text(
        "Donations that an app registers after a save, and intents that people perform, appear here side by side.",
        "保存後にアプリが登録したドネーションと、実行されたインテントが、ここに並んで表示されます。"))
  }

  // MARK: Pictures

  private var starts: [LocalDay] {
    var starts: [LocalDay] = []
    var start = bucket.start(of: days.lowerBound)
    while start < days.upperBound {
      starts.append(start)
      start = bucket.end(of: start)
    }
    return starts
  }

  private func pictures(_ totals: [Total]) -> HTML {
    let starts = starts
    let shown = totals.prefix(Self.maxPictures)
    // Their axes stand below one another.
    let longest = shown.map { text.grouped(top(of: $0)).count }.max() ?? 1
    let pictures = shown.map { picture($0, starts, longest) }
    func item(_ style: HTML, _ name: String) -> HTML {
      """
      <li><svg class="swatch" width="30" height="14" aria-hidden="true">\
      <line class="curve \(style)" x1="1" x2="29" y1="7" y2="7"/></svg>\
      <span class="legend-name">\(name)</span></li>

      """
    }
    return """
      <ul class="legend">
      \(item("performed", text("Performed", "実行")))\(item("donated", text("Donated", "ドネーション")))\
      <li class="small">\(text("Dot: not over yet", "点：まだ終わっていない期間"))</li></ul>
      <div class="multiples">
      \(pictures.joined())</div>

      """
  }

  private func top(of total: Total) -> Int {
    let most = total.buckets.values.map { max($0.donated, $0.performed) }.max() ?? 0
    return PlotFrame.steps(upTo: most).last ?? 1
  }

  private func picture(_ total: Total, _ starts: [LocalDay], _ minLabelLength: Int) -> HTML {
    let top = top(of: total)
    var frame = PlotFrame(
      height: 96, values: 0...Double(top),
      ticks: [0, top].map { (Double($0), text.grouped($0)) }, minLabelLength: minLabelLength)
    let slot = 100 / Double(starts.count)
    let places = starts.enumerated().map { (Double($0.offset) + 0.5) * slot }
    frame.marks = PlotFrame.marks(
      zip(places, starts).map { ($0, name(of: $1)) }, desk: 3, phone: 3)
    // What is not over yet would look like a fall: it is a dot beside the line.
    let overCount = starts.prefix { bucket.end(of: $0) <= today }.count
    func line(_ style: HTML, _ value: (Total, LocalDay) -> Int) -> HTML {
      let points = zip(places, starts).map { place, start in
        (x: place, y: frame.y(Double(value(total, start))))
      }
      let isLine = overCount > 1
      let dots = points.dropFirst(isLine ? overCount : 0).map { point -> HTML in
        "<circle class=\"dot \(style)\" cx=\"\(point.x)%\" cy=\"\(point.y)\" r=\"3\"/>"
      }.joined()
      guard isLine else { return dots }
      return frame.stretched(.line, "curve \(style)", Array(points.prefix(overCount))) + dots
    }
    let lines =
      line("donated") { $0.buckets[$1]?.donated ?? 0 }
      + line("performed") { $0.buckets[$1]?.performed ?? 0 }
    let label = text(
      "\(total.intent): performed \(total.performed) and donated \(total.donated) times, over time.",
      "\(total.intent)：実行\(total.performed)回、ドネーション\(total.donated)回の推移。")
    return """
      <div class="multiple"><h3><bdi>\(total.intent)</bdi></h3>
      \(frame.html(label, lines))</div>

      """
  }

  // MARK: Tables

  private func table(_ totals: [Total]) -> HTML {
    let table = PageTable(
      caption: text("Totals of the period", "期間の合計"),
      columns: [
        text("Intent", "インテント"), text("Donated", "ドネーション"), text("Performed", "実行"),
        text("Of that undone", "うち取り消し"),
      ],
      rows: totals.prefix(Self.maxIntents).map { total in
        [
          "<bdi>\(total.intent)</bdi>", text.count(total.donated), text.count(total.performed),
          text.count(total.undone),
        ]
      }
    ).html
    let more = totals.count - Self.maxIntents
    guard more > 0 else { return table }
    let words = text(
      "\(more) more intents are in the API's answer.", "ほか\(more)件のインテントはAPIの応答にあります。")
    return "\(table)<p class=\"small\">\(words)</p>\n"
  }

  private func course(_ totals: [Total]) -> HTML {
    let starts = starts
    var rows: [[HTML]] = []
    for total in totals.prefix(Self.maxPictures) {
      for start in starts.reversed() {
        guard let counts = total.buckets[start] else { continue }
        rows.append([
          "<bdi>\(total.intent)</bdi>",
          text.bucket(start, isMonth: bucket == .month),
          text.count(counts.donated), text.count(counts.performed), text.count(counts.undone),
        ])
      }
    }
    let bucketTitle =
      switch bucket {
      case .day: text("Day", "日")
      case .week: text("Week from", "週の始まり")
      case .month: text("Month", "月")
      }
    return PageTable(
      caption: text("Donated and performed over time", "ドネーションと実行の推移"),
      columns: [
        text("Intent", "インテント"), bucketTitle, text("Donated", "ドネーション"), text("Performed", "実行"),
        text("Of that undone", "うち取り消し"),
      ], rows: rows, wordColumns: 2
    ).behindPicture(text)
  }

  private func name(of start: LocalDay) -> String {
    bucket == .month ? text.monthText(start) : text.shortDay(start)
  }
}
