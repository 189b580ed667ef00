import HTTPCore
import KirokuCore
import Testing

@testable import KirokuAPI

@Suite("Pages")
struct PageTests {
  @Test("Every page is private, runs nothing, fetches nothing from elsewhere and can't be framed")
  func headers() async throws {
    try await TestAPI.run { api in
      let owner = try await api.session(try await api.analyticsToken())
      let person = try await api.session(try await api.appToken())
      let pages = [
        try await api.page(nil), try await api.page(owner), try await api.page(person),
        try await api.page("/dashboard?period=1y&bucket=week", owner),
        try await api.page("/dashboard?nosuch=1", owner),
        try await api.page("/dashboard/nowhere", owner), try await api.page("kiroku_session=x"),
        try await api.send("PUT", "/dashboard"), try await api.signIn("krk_x"),
        try await api.signIn("krk_x", [("Sec-Fetch-Site", "cross-site")]),
      ]
      #expect(pages.map(\.status) == [200, 200, 200, 200, 422, 404, 401, 405, 401, 403])
      for page in pages {
        #expect(
          page.header(.contentSecurityPolicy)
            == "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; "
            + "frame-ancestors 'none'; base-uri 'none'")
        #expect(page.header(.contentType) == "text/html; charset=utf-8")
        #expect(page.header(.contentTypeOptions) == "nosniff")
        #expect(page.header(.referrerPolicy) == "same-origin")
        #expect(page.header(.cacheControl) == "no-store")
        #expect(page.header(.vary) == "Cookie, Accept-Language")
        for text in ["<script", "style=\"", "http://", "https://", " on", "javascript:"] {
          let isThere =
            text == " on"
            ? page.text.contains(/<[^>]* on[a-z]+=/) : page.text.contains(text)
          #expect(!isThere, "\(text)")
        }
        #expect(page.text.hasPrefix("<!doctype html>") && page.text.hasSuffix("</html>\n"))
      }
      #expect(pages[7].header(.allow)?.contains("POST") == true)
    }
  }

  @Test("What is not a page's is a problem in JSON still")
  func others() async throws {
    try await TestAPI.run { api in
      for path in ["/dashboards", "/nowhere", "/v1/nowhere"] {
        let answer = try await api.get(path)
        #expect(answer.status == 404 && answer.string("code") == "route-not-found")
      }
    }
  }

  @Test("The style sheet and the icon are for anybody, and 304 for who has them")
  func fixed() async throws {
    try await TestAPI.run { api in
      for (path, type) in [
        ("/dashboard/style.css", "text/css; charset=utf-8"),
        ("/dashboard/icon.svg", "image/svg+xml"),
      ] {
        let answer = try await api.get(path)
        #expect(answer.status == 200 && answer.header(.contentType) == type)
        let tag = try #require(answer.header(.etag))
        #expect(try await api.get(path, [("If-None-Match", tag)]).status == 304)
        #expect(!answer.text.contains("url(") && !answer.text.contains("@import"))
      }
    }
  }

  @Test("A parameter that is not known, or not one of its values, is a page that says so")
  func parameters() async throws {
    try await TestAPI.run { api in
      let owner = try await api.session(try await api.analyticsToken())
      let person = try await api.session(try await api.appToken())
      for (cookie, query) in [
        (owner, "period=2w"), (owner, "bucket=year"), (owner, "nosuch=1"),
        (owner, "period=4w&period=4w"),
        (person, "period=2w"), (person, "bucket=day"),
      ] {
        let page = try await api.page("/dashboard?" + query, cookie)
        #expect(page.status == 422 && page.text.contains("request-1"), "\(query)")
      }
      let broken = try await api.page("/dashboard?a=%zz", owner)
      #expect(broken.status == 400)
      let hostile = try await api.page("/dashboard?period=%3Cscript%3E", owner)
      #expect(hostile.status == 422 && hostile.text.contains("&lt;script&gt;"))
      #expect(!hostile.text.contains("<script"))
    }
  }

  @Test("An account, or all tokens of analytics together, ask no oftener than its limit")
  func limits() async throws {
    try await TestAPI.run(accountLimit: AccountLimit(perSecond: 1)) { api in
      for token in [try await api.analyticsToken(), try await api.appToken()] {
        let cookie = try await api.session(token)
        var status = 200
        var count = 0
        while status == 200 {
          status = try await api.page(cookie).status
          count += 1
        }
        #expect(status == 429 && count == 21)
      }
    }
  }

  // MARK: - What pages are made of

  @Test("What is interpolated can be no markup, in text and in attributes")
  func escaping() {
    let hostile = "<b>&\"'\u{0}\u{7}\u{9C}\u{FFFE}\n</b>"
    let escaped = "&lt;b&gt;&amp;&quot;&#39; &lt;/b&gt;"
    let piece: HTML = "<i title=\"\(hostile)\">\(hostile)</i>"
    #expect(piece.text == "<i title=\"\(escaped)\">\(escaped)</i>")
    #expect(("<p>\(piece)\(piece)</p>" as HTML).text == "<p>\(piece.text)\(piece.text)</p>")
    #expect(["<a>", "\(hostile)"].joined().text == "<a>" + escaped)
    #expect(("\(12.345)% \(-0.5) \(3)" as HTML).text == "12.35% -0.5 3")
  }

  @Test(
    "Numbers are written as people write them, with the exact value beside",
    arguments: Language.allCases)
  func numbers(language: Language) {
    let text = PageText(language: language)
    let isJapanese = language == .ja
    #expect(text.count(1_234_567).text == "<data value=\"1234567\">1,234,567</data>")
    #expect(text.count(0).text == "<data value=\"0\">0</data>")
    #expect(text.amount(thousandths: 1_000_000_000_000) == "1,000,000,000")
    #expect(
      text.amount(thousandths: 1_250_500) == "1,250.5" && text.amount(thousandths: 3) == "0.003")
    #expect(text.rate(2.0 / 3).text == "<data value=\"0.666667\">66.7%</data>")
    #expect(!text.rate(nil).text.contains("<data"))
    #expect(
      text.interval(Interval(lower: 0, upper: 0.0994)).text
        == "<data value=\"0\">0.0</data>–<data value=\"0.0994\">9.9%</data>")
    #expect(text.points(-0.1234).text == "<data value=\"-0.1234\">−12.3</data>")
    #expect(text.points(0.0001).text == "<data value=\"0.0001\">0.0</data>")
    for (seconds, english, japanese) in [
      (0, "0 s", "0秒"), (59, "59 s", "59秒"), (60, "1 min", "1分"), (3_725, "1 h 2 min", "1時間2分"),
      (86_400, "1 d", "1日"), (183_600, "2 d 3 h", "2日3時間"),
    ] as [(Int64, String, String)] {
      let told = text.duration(thousandths: seconds * 1_000).text
      #expect(told == "<data value=\"\(seconds)\">\(isJapanese ? japanese : english)</data>")
    }
    let day = LocalDay(year: 2026, month: 12, day: 1) ?? LocalDay(unixDays: 0)
    #expect(text.dayText(day) == (isJapanese ? "2026年12月1日" : "Dec 1, 2026"))
    #expect(text.shortDay(day) == (isJapanese ? "12月1日" : "Dec 1"))
    #expect(text.bucket(day, isMonth: false).text == text.day(day).text)
    #expect(text.bucket(day, isMonth: true).text.hasPrefix("<time datetime=\"2026-12-01\">"))
    #expect(text.monthText(day) == (isJapanese ? "2026年12月" : "Dec 2026"))
  }

  @Test("Weights that were reckoned are shown in the person's unit")
  func weights() {
    // 65,300 g ÷ 453.59237 g = 143.961 lb; ÷ 6,350.29318 g = 10.283 st.
    #expect(
      ShownWeight(unit: .kg).html(grams: 65_300).text == "<data value=\"65.3\">65.3 kg</data>")
    #expect(
      ShownWeight(unit: .lb).html(grams: 65_300).text == "<data value=\"65.3\">144.0 lb</data>")
    #expect(
      ShownWeight(unit: .st).html(grams: 65_300).text == "<data value=\"65.3\">10.3 st</data>")
    #expect(
      ShownWeight(unit: .kg).change(grams: -349).text == "<data value=\"-0.349\">−0.35 kg</data>")
    #expect(ShownWeight(unit: .kg).change(grams: 4).text == "<data value=\"0.004\">±0.00 kg</data>")
  }

  @Test("An axis has at most five round steps that hold the most")
  func steps() {
    for (most, steps) in [
      (0, [0, 1]), (1, [0, 1]), (4, [0, 1, 2, 3, 4]), (5, [0, 2, 4, 6]), (9, [0, 5, 10]),
      (100, [0, 50, 100]), (147, [0, 50, 100, 150]), (4_001, [0, 2_000, 4_000, 6_000]),
    ] {
      #expect(PlotFrame.steps(upTo: most) == steps, "\(most)")
    }
    for most in stride(from: 0, through: 100_000, by: 37) {
      let steps = PlotFrame.steps(upTo: most)
      #expect((2...6).contains(steps.count) && (steps.last ?? 0) >= most, "\(most)")
    }
  }

  @Test("Names below a picture are as many as there is room for, on a desk and on a phone")
  func marks() {
    func shown(_ labels: [String]) -> (desk: [String], phone: [String]) {
      let slot = 100 / Double(labels.count)
      let marks = PlotFrame.marks(
        labels.enumerated().map { ((Double($0.offset) + 0.5) * slot, $0.element) })
      return (marks.map(\.label), marks.filter { !$0.isMinor }.map(\.label))
    }
    let days = (1...24).map { "\($0)" }
    #expect(shown(days).desk == stride(from: 1, to: 25, by: 2).map { "\($0)" })
    #expect(shown(days).phone == ["1", "7", "13", "19"])
    // 48 pixels each, of 225: the four begin at -10, 46, 103 and 159.
    let weeks = (1...8).map { "Week \($0)" }
    #expect(shown(weeks).phone == ["Week 1", "Week 3", "Week 5", "Week 7"])
    // 73, 65, 65 and 73 pixels around 28, 84, 141 and 197: the second begins at 52, where the first ends at 65.
    let months = ["2025年12月", "2026年2月", "2026年4月", "2026年11月"]
    #expect(shown(months).desk == months && shown(months).phone == [months[0], months[2]])
  }
}
