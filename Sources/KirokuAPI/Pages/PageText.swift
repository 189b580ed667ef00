internal import KirokuCore

/// How a page writes words, numbers and days in its language.
///
/// Numbers carry their exact value beside what is shown (`<data value>`), so that a page can be held to the API's
/// answers, by tests and by whoever copies from it.
struct PageText: Sendable {
  let language: Language

  /// The words in the page's language.
  func callAsFunction(_ english: String, _ japanese: String) -> String {
    language == .ja ? japanese : english
  }

  // MARK: Numbers

  /// `1,234`.
  func count(_ number: Int) -> HTML { "<data value=\"\(number)\">\(grouped(number))</data>" }

  /// `1,234 people`, `1,234人`.
  func people(_ number: Int) -> HTML {
    language == .ja
      ? "\(count(number))人" : "\(count(number)) \(number == 1 ? "person" : "people")"
  }

  /// `56.7%`; a dash for a rate that is not told.
  func rate(_ rate: Double?) -> HTML {
    guard let rate else { return untold }
    return "<data value=\"\(decimalText(rate))\">\(percent(rate))</data>"
  }

  /// `48.1–61.0%`.
  func interval(_ interval: Interval?) -> HTML {
    guard let interval else { return untold }
    let (lower, upper) = (tenths(interval.lower), tenths(interval.upper))
    return """
      <data value="\(decimalText(interval.lower))">\(lower)</data>–<data \
      value="\(decimalText(interval.upper))">\(upper)%</data>
      """
  }

  /// Of a difference in percentage points: `+12.3`, `−4.0`.
  func points(_ value: Double) -> HTML {
    let text = tenths(abs(value))
    let sign = text == "0.0" ? "" : value < 0 ? "−" : "+"
    return "<data value=\"\(decimalText(value))\">\(sign)\(text)</data>"
  }

  /// A rate of too few people.
  var untold: HTML {
    let why = self("not told of fewer than 5 people", "5人未満のため非表示")
    return
      "<span class=\"untold\" title=\"\(why)\"><span aria-hidden=\"true\">–</span><span class=\"spoken\">\(why)</span></span>"
  }

  func percent(_ rate: Double) -> String { tenths(rate) + "%" }

  private func tenths(_ rate: Double) -> String {
    let tenths = Int((rate * 1_000).rounded())
    return (tenths < 0 ? "−" : "") + "\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }

  func grouped(_ number: Int) -> String {
    let digits = String(abs(number))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return (number < 0 ? "−" : "") + text
  }

  /// `1,250.5`: of an amount of what a habit counts.
  func amount(thousandths: Int64) -> String {
    let rest = decimalText(thousandths: abs(thousandths) % 1_000).dropFirst()
    return grouped(Int(thousandths / 1_000)) + rest
  }

  /// The two largest units of a time: `2 h 5 min`, `3 d 4 h`, `2時間5分`.
  ///
  /// - Parameter thousandths: of seconds.
  func duration(thousandths: Int64) -> HTML {
    let seconds = Int(thousandths / 1_000)
    let units =
      language == .ja
      ? [(86_400, "日"), (3_600, "時間"), (60, "分"), (1, "秒")]
      : [(86_400, " d"), (3_600, " h"), (60, " min"), (1, " s")]
    var parts: [String] = []
    let first = units.firstIndex { seconds >= $0.0 } ?? 3
    var rest = seconds
    for (size, name) in units[first..<min(first + 2, 4)] {
      let number = rest / size
      rest %= size
      if number > 0 || parts.isEmpty { parts.append("\(number)\(name)") }
    }
    let value = decimalText(millionths: thousandths * 1_000)
    let text = parts.joined(separator: language == .ja ? "" : " ")
    return "<data value=\"\(value)\">\(text)</data>"
  }

  // MARK: Days

  /// `Dec 1, 2026`, `2026年12月1日`.
  func day(_ day: LocalDay) -> HTML {
    "<time datetime=\"\(day.description)\">\(dayText(day))</time>"
  }

  func dayText(_ day: LocalDay) -> String {
    let (year, month, date) = day.components
    return self("\(Self.months[month - 1]) \(date), \(year)", "\(year)年\(month)月\(date)日")
  }

  /// `Dec 1`, `12月1日`.
  func shortDay(_ day: LocalDay) -> String {
    let (_, month, date) = day.components
    return self("\(Self.months[month - 1]) \(date)", "\(month)月\(date)日")
  }

  /// `Dec 2026`, `2026年12月`.
  func monthText(_ day: LocalDay) -> String {
    let (year, month, _) = day.components
    return self("\(Self.months[month - 1]) \(year)", "\(year)年\(month)月")
  }

  /// What a bucket is called in a table, where years meet: its month, or its first day.
  func bucket(_ start: LocalDay, isMonth: Bool) -> HTML {
    isMonth
      ? "<time datetime=\"\(start.description)\">\(monthText(start))</time>" : day(start)
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
