/// How far back a page looks: plain links.
enum PagePeriod: String, CaseIterable {
  case fourWeeks = "4w"
  case twelveWeeks = "12w"
  case year = "1y"
  case all

  /// Whole weeks; nil is all there is.
  var days: Int32? {
    switch self {
    case .fourWeeks: 28
    case .twelveWeeks: 84
    case .year: 364
    case .all: nil
    }
  }

  /// What a request asks for; twelve weeks by default.
  init(_ reader: inout QueryReader) {
    self = reader.choice("period", of: Self.allCases.map { ($0.rawValue, $0) }) ?? .twelveWeeks
  }

  /// Links to each of them, of which this one is chosen.
  func choice(_ text: PageText) -> PageChoice {
    PageChoice(
      name: text("Period", "期間"),
      options: Self.allCases.map { period in
        (period.name(text), "/dashboard?period=\(period.rawValue)", period == self)
      })
  }

  private func name(_ text: PageText) -> String {
    switch self {
    case .fourWeeks: text("4 weeks", "4週間")
    case .twelveWeeks: text("12 weeks", "12週間")
    case .year: text("1 year", "1年")
    case .all: text("All", "すべて")
    }
  }
}
