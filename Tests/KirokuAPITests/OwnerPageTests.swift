import HTTPCore
import JSON
import KirokuCore
import Postgres
import Testing

@testable import KirokuAPI

@Suite("The page of the measures")
struct OwnerPageTests {
  /// Makes people on a day, of whom some log by an intent on that day, and come back a week later.
  private static func people(
    _ api: TestAPI, _ count: Int, performing: Int
  ) async throws {
    let made = "2026-11-02"
    for number in 0..<count {
      let token = try await api.appToken()
      let account = try #require(TokenSecret(token)).accountID
      let time = try Instant(rfc3339: "\(made)T09:00:00Z")
      try await api.execute(
        "update accounts set created_at = \(time) where account_id = \(account)")
      for (day, isPerformed) in [(made, number < performing), ("2026-11-10", number % 2 == 0)]
      where isPerformed {
        let headers = [
          ("Kiroku-Acted-At", "\(day)T10:00:00Z"), ("Kiroku-Intent", "LogWeight"),
          ("Kiroku-Source", number % 3 == 0 ? "siri" : "widget"),
        ]
        let answer = try await api.post("/v1/entries", token: token, #"{"weightKg":65}"#, headers)
        #expect(answer.status == 201)
      }
    }
  }

  @Test("Has the very numbers that the API answers to the addresses that it names")
  func numbers() async throws {
    try await TestAPI.run { api in
      try await Self.people(api, 12, performing: 7)
      let token = try await api.analyticsToken()
      let page = try await api.page(try await api.session(token), language: "en")
      #expect(page.status == 200)
      let addresses = page.text.split(separator: "<code>").dropFirst().map {
        String($0.prefix { $0 != "<" }).replacing("&amp;", with: "&")
      }
      #expect(
        addresses == [
          "/v1/measures/funnel?from=2026-09-09&to=2026-12-02",
          "/v1/measures/sources?bucket=week&from=2026-09-07&to=2026-12-07",
          "/v1/measures/retention?weeks=8&from=2026-09-09&to=2026-12-02",
          "/v1/measures/donations?from=2026-09-07&to=2026-12-07",
        ])
      var answers: [Answer] = []
      for address in addresses { answers.append(try await api.get(address, token: token)) }

      // 12 made an account, 7 performed in the first week, nobody three times.
      let funnel = (0..<3).map { answers[0].string("steps", "\($0)", "people") }
      #expect(funnel == ["12", "7", "0"])
      let table = Array(page.values(in: "funnel").suffix(15 - 2))
      #expect(table.prefix(5) == ["12", "1", "1", "0", "0"])
      #expect(table[5..<10] == ["7", "0.583333", "0.583333", "3600", "3600"])
      for (key, value) in zip(["rateFromFirst", "medianSecondsFromFirst"], [table[6], table[8]]) {
        #expect(answers[0].string("steps", "1", key) == value)
      }

      // Week 1 is over: of 7, the 4 of even number came back; of 5 others, the 2 of even number.
      let week = ["exposed", "others"].flatMap { group in
        ["people", "returned", "rate", "lower", "upper"].map {
          answers[2].string("weeks", "0", group, $0)
        }
      }
      #expect(week[0..<3] == ["7", "4", "0.571429"] && week[5..<8] == ["5", "2", "0.4"])
      let shown = page.values(in: "retention")
      #expect(Array(shown.prefix(10)) == week)

      let totals = page.values(in: "donations").prefix(3)
      // 7 on the first day, 6 on the tenth.
      #expect(totals == ["0", "13", "0"])
      let perBucket = answers[1].texts("buckets", "events")
      #expect(perBucket.filter { $0 != "0" } == ["7", "6"])
      let sources = page.values(in: "sources")
      // Numbers 0, 3, 6 and, later, 0 and 6 by Siri; the others by a widget.
      #expect(sources.prefix(4) == ["8", "0.615385", "5", "0.384615"])
    }
  }

  @Test("Tells no rate of fewer than five people, in the picture and in the table")
  func hidden() async throws {
    try await TestAPI.run { api in
      try await Self.people(api, 4, performing: 4)
      let cookie = try await api.session(try await api.analyticsToken())
      for query in ["", "?period=4w", "?period=1y&bucket=week", "?period=all"] {
        let page = try await api.page("/dashboard" + query, cookie, language: "en")
        #expect(page.status == 200)
        #expect(!page.text.contains(/[0-9]%</), "\(query)")
        #expect(page.text.contains("not told of fewer than 5 people"))
        #expect(page.text.contains("Too few people yet"))
      }
      try await Self.people(api, 1, performing: 1)
      let page = try await api.page(cookie, language: "en")
      #expect(page.text.contains("100.0%</data>"))
    }
  }

  @Test("Says what will be there, and how, while there is nothing", arguments: Language.allCases)
  func empty(language: Language) async throws {
    try await TestAPI.run { api in
      let cookie = try await api.session(try await api.analyticsToken())
      let page = try await api.page(cookie, language: language.rawValue)
      #expect(page.status == 200 && page.text.contains("<html lang=\"\(language.rawValue)\">"))
      #expect(page.header(.contentLanguage) == language.rawValue)
      let words =
        language == .ja
        ? ["インテントの利用状況", "この期間に作られたアカウントはありません", "サインアウト"]
        : ["How intents are used", "No new accounts in this period", "Sign out"]
      for word in words { #expect(page.text.contains(word), "\(word)") }
      #expect(page.text.split(separator: "class=\"empty\"").count == 5)
    }
  }

  @Test("An intent's name that a client chose is shown, never obeyed")
  func hostile() async throws {
    try await TestAPI.run { api in
      let name = #"</bdi><script>alert("1")</script>"#
      try await Self.people(api, 5, performing: 5)
      // The API takes no such name; a page does not rely on that.
      try await api.execute("update operations set intent = \(name)")
      let cookie = try await api.session(try await api.analyticsToken())
      let page = try await api.page(cookie)
      #expect(page.text.contains("&lt;/bdi&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;"))
      #expect(!page.text.contains("<script"))
    }
  }

  @Test("Periods and steps are plain links that lead to a page, and the chosen ones are marked")
  func links() async throws {
    try await TestAPI.run { api in
      try await Self.people(api, 5, performing: 5)
      let cookie = try await api.session(try await api.analyticsToken())
      var seen: Set<String> = []
      var waiting = ["/dashboard"]
      while let path = waiting.popLast() {
        guard seen.insert(path).inserted else { continue }
        let page = try await api.page(path, cookie)
        #expect(page.status == 200, "\(path)")
        let chosen = page.text.split(separator: "aria-current=\"true\"").count - 1
        #expect(chosen == (path.contains("all") ? 1 : 2), "\(path)")
        for link in page.text.split(separator: "href=\"/dashboard?").dropFirst() {
          let query = link.prefix { $0 != "\"" && $0 != "#" }.replacing("&amp;", with: "&")
          waiting.append("/dashboard?" + query)
        }
      }
      #expect(seen.count == 1 + 4 + 6)
    }
  }
}
