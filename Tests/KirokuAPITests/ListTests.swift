import HTTPCore
import Testing

@Suite("Lists of entries")
struct ListTests {
  /// Logs a weight for each minute from 07:00 on, the first one 50 kg.
  static func fill(_ api: TestAPI, _ token: String, _ count: Int) async throws {
    for index in 0..<count {
      let minute = index < 10 ? "0\(index)" : "\(index)"
      let answer = try await api.post(
        "/v1/entries", token: token,
        "{\"weightKg\":\(50 + index),\"recordedAt\":\"2026-12-01T07:\(minute):00Z\"}")
      #expect(answer.status == 201)
    }
  }

  @Test("Pages follow one another by cursor and by link, and each entry is on one of them")
  func paging() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      try await Self.fill(api, token, 12)
      var seen: [String] = []
      var target: String? = "/v1/entries?limit=5&from=2026-12-01T16:00:00%2B09:00"
      var pages = 0
      while let page = target {
        let answer = try await api.get(page, token: token)
        #expect(answer.status == 200)
        seen += answer.weights
        pages += 1
        let cursor = answer.string("nextCursor")
        target = answer.header(.link).map { link in
          #expect(link.hasSuffix("; rel=\"next\""))
          return String(link.dropFirst().prefix { $0 != ">" })
        }
        #expect((target == nil) == (cursor == nil))
        if let cursor { #expect(target?.contains(cursor) == true) }
      }
      #expect(pages == 3)
      #expect(seen == (50..<62).reversed().map(String.init))
    }
  }

  @Test("Entries of one instant are paged too")
  func sameInstant() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      for weight in 60..<67 {
        _ = try await api.post(
          "/v1/entries", token: token,
          "{\"weightKg\":\(weight),\"recordedAt\":\"2026-12-01T07:00:00Z\"}")
      }
      var seen: Set<String> = []
      var cursor: String? = ""
      while let position = cursor {
        let suffix = position.isEmpty ? "" : "&cursor=\(position)"
        let answer = try await api.get("/v1/entries?limit=2" + suffix, token: token)
        seen.formUnion(answer.weights)
        cursor = answer.string("nextCursor")
      }
      #expect(seen.count == 7)
    }
  }

  @Test("Bounds are days or instants, the first included, the second not")
  func bounds() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      try await Self.fill(api, token, 5)
      let some = try await api.get(
        "/v1/entries?from=2026-12-01T07:01:00Z&to=2026-12-01T07:03:00Z", token: token)
      #expect(some.weights == ["52", "51"])
      #expect(try await api.get("/v1/entries?from=2026-12-01", token: token).weights.count == 5)
      #expect(try await api.get("/v1/entries?to=2026-12-01", token: token).weights.isEmpty)
      let empty = try await api.get("/v1/entries?from=2026-12-01&to=2026-12-01", token: token)
      #expect(empty.status == 200 && empty.text == #"{"entries":[],"nextCursor":null}"#)
    }
  }

  @Test("Seven are suggested, ten at most")
  func suggested() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      try await Self.fill(api, token, 12)
      for (query, count) in [("", 7), ("?limit=3", 3), ("?limit=10", 10), ("?limit=500", 10)] {
        let answer = try await api.get("/v1/entries/suggested" + query, token: token)
        #expect(answer.weights == (0..<count).map { String(61 - $0) })
      }
    }
  }

  @Test("A limit above the greatest is lowered; what is no limit is refused")
  func limits() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      for limit in ["500", "501", "99999999999999999999999"] {
        #expect(try await api.get("/v1/entries?limit=\(limit)", token: token).status == 200)
      }
      for (limit, code) in [
        ("0", "out-of-range"), ("-1", "invalid-format"), ("", "invalid-format"),
        ("%2B5", "invalid-format"), ("1.7976931348623157e308", "invalid-format"),
        ("5%00", "invalid-format"), ("%EF%BC%95", "invalid-format"),
      ] {
        for path in ["/v1/entries", "/v1/entries/suggested"] {
          let answer = try await api.get("\(path)?limit=\(limit)", token: token)
          #expect(answer.status == 422 && answer.faults == ["limit \(code)"], "\(limit)")
        }
      }
    }
  }

  @Test("All of a query's faults are named; unknown parameters too, unless the client is lenient")
  func faults() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let target =
        "/v1/entries?limit=x&cursor=abc&from=2026-02-29&to=2026-12-01T07:30:00&page=2&to=1"
      let answer = try await api.get(target, token: token)
      #expect(answer.status == 422)
      #expect(
        answer.faults == [
          "limit invalid-format", "cursor invalid-format", "from invalid-format",
          "to repeated-parameter", "to missing-offset", "page unknown-parameter",
        ])
      let lenient = [("Prefer", "handling=lenient")]
      #expect(try await api.get("/v1/entries?page=2", token: token, lenient).status == 200)
      for broken in ["limit=%", "limit=%zz", "a=%C0%80"] {
        let answer = try await api.get("/v1/entries?" + broken, token: token)
        #expect(answer.status == 400 && answer.string("code") == "malformed-query", "\(broken)")
      }
      for harmless in ["", "&&", "=", "a[=1"] {
        let answer = try await api.get("/v1/entries?" + harmless, token: token, lenient)
        #expect(answer.status == 200, "\(harmless)")
      }
    }
  }
}
