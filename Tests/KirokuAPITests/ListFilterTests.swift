import HTTPCore
import JSON
import Testing

@Suite("Filters and orders of lists")
struct ListFilterTests {
  /// Logs weights at 07:00, 07:01, …; what is not given of an entry is left out.
  static func log(
    _ api: TestAPI, _ token: String,
    _ entries: [(weight: String, note: String?, source: String?)]
  ) async throws -> [String] {
    var ids: [String] = []
    for (minute, entry) in entries.enumerated() {
      let note = entry.note.map { ",\"note\":\"\($0)\"" } ?? ""
      let made = try await api.post(
        "/v1/entries", token: token,
        "{\"weightKg\":\(entry.weight),\"recordedAt\":\"2026-12-01T07:0\(minute):00Z\"\(note)}",
        entry.source.map { [("Kiroku-Source", $0)] } ?? [])
      ids.append(try #require(made.string("entry", "id")))
    }
    return ids
  }

  /// All weights of a list, a few at a time, by its links.
  static func walk(
    _ api: TestAPI, _ token: String, _ target: String, limit: Int = 2
  ) async throws -> [String] {
    var weights: [String] = []
    var next: String? = target + (target.contains("?") ? "&" : "?") + "limit=\(limit)"
    while let page = next {
      let answer = try await api.get(page, token: token)
      #expect(answer.status == 200, "\(page): \(answer)")
      weights += answer.weights
      next = answer.header(.link).map { String($0.dropFirst().prefix { $0 != ">" }) }
    }
    return weights
  }

  @Test("Each order has its pages; equal weights follow each other by time")
  func orders() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let ids = try await Self.log(
        api, token,
        ["65", "66", "64", "65", "65", "70.5"].map { (weight: $0, note: nil, source: nil) })
      for (sort, weights) in [
        ("", ["70.5", "65", "65", "64", "66", "65"]),
        ("-recordedAt", ["70.5", "65", "65", "64", "66", "65"]),
        ("recordedAt", ["65", "66", "64", "65", "65", "70.5"]),
        ("weightKg", ["64", "65", "65", "65", "66", "70.5"]),
        ("-weightKg", ["70.5", "66", "65", "65", "65", "64"]),
      ] {
        let target = sort.isEmpty ? "/v1/entries" : "/v1/entries?sort=\(sort)"
        for limit in [1, 2, 4, 500] {
          #expect(try await Self.walk(api, token, target, limit: limit) == weights, "\(sort)")
        }
      }
      let lightest = try await api.get("/v1/entries?sort=weightKg", token: token)
      #expect(lightest.string("entries", "1", "id") == ids[0])
      #expect(lightest.string("entries", "3", "id") == ids[4])
      let heaviest = try await api.get("/v1/entries?sort=-weightKg", token: token)
      #expect(heaviest.string("entries", "2", "id") == ids[4])
    }
  }

  @Test("A cursor of another order or filter is refused; another spelling of the same is not")
  func foreignCursors() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      try await ListTests.fill(api, token, 4)
      let list = "/v1/entries?limit=2&from=2026-12-01T07:00:00Z&minKg=50"
      let cursor = try #require(try await api.get(list, token: token).string("nextCursor"))
      for same in [
        "from=2026-12-01T16:00:00%2B09:00&minKg=50.0", "minKg=5e1&from=2026-12-01T07:00:00.000Z",
        "from=2026-12-01T07:00:00Z&minKg=50&sort=-recordedAt&limit=7&q=",
      ] {
        let page = try await api.get("/v1/entries?cursor=\(cursor)&\(same)", token: token)
        #expect(page.weights == ["51", "50"], "\(same)")
      }
      for other in [
        "", "&minKg=50", "&from=2026-12-01T07:00:00Z&minKg=51",
        "&from=2026-12-01T07:00:00Z&minKg=50&sort=weightKg",
        "&from=2026-12-01T07:00:00Z&minKg=50&q=run",
        "&from=2026-12-01T07:00:00Z&minKg=50&source=siri",
        "&from=2026-12-01T07:00:00Z&maxKg=50", "&to=2026-12-01T07:00:00Z&minKg=50",
      ] {
        let answer = try await api.get("/v1/entries?cursor=\(cursor)\(other)", token: token)
        #expect(answer.status == 422 && answer.faults == ["cursor other-list"], "\(other)")
        #expect(
          answer.string("detail")
            == "The cursor belongs to a list with another order or other filters.")
      }
    }
  }

  @Test("Text is looked for in notes, in whichever case, and stands for itself")
  func text() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      _ = try await Self.log(
        api, token,
        [
          ("60", "After a Run", nil), ("61", "100% sure_thing", nil), ("62", #"back\\slash"#, nil),
          ("63", "ÜBER Straße", nil), ("64", "朝ごはんの前", nil), ("65", nil, nil), ("66", "", nil),
        ])
      for (q, weights) in [
        ("run", ["60"]), ("RUN", ["60"]), ("%25", ["61"]), ("_", ["61"]), ("e_t", ["61"]),
        ("%5C", ["62"]), ("k%5Cs", ["62"]), ("%25s%25", []), ("r_n", []), ("%C3%BCber", ["63"]),
        ("%E3%81%94%E3%81%AF%E3%82%93", ["64"]), ("a+run", ["60"]), ("%27%3B--", []),
      ] {
        let answer = try await api.get("/v1/entries?q=\(q)", token: token)
        #expect(answer.status == 200 && answer.weights == weights, "\(q)")
      }
      #expect(
        try await Self.walk(api, token, "/v1/entries?q=s&sort=recordedAt", limit: 1)
          == ["61", "62", "63"])
      #expect(try await api.get("/v1/entries?q=", token: token).weights.count == 7)
      let longest = String(repeating: "%E3%81%82", count: 200)
      #expect(try await api.get("/v1/entries?q=\(longest)", token: token).status == 200)
      for (q, code) in [(longest + "a", "too-long"), ("a%00b", "nul-character")] {
        let answer = try await api.get("/v1/entries?q=\(q)", token: token)
        #expect(answer.status == 422 && answer.faults == ["q \(code)"])
      }
    }
  }

  @Test("Weights and sources filter, exactly and together")
  func weightsAndSources() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      _ = try await Self.log(
        api, token,
        [
          ("65.199", nil, "siri"), ("65.2", nil, "app"), ("65.201", nil, "siri"),
          ("66", nil, nil), ("300", nil, "action_button"),
        ])
      for (query, weights) in [
        ("minKg=65.2", ["300", "66", "65.201", "65.2"]), ("maxKg=65.2", ["65.2", "65.199"]),
        ("minKg=65.2&maxKg=65.2", ["65.2"]), ("minKg=65.2005", nil),
        ("source=siri", ["65.201", "65.199"]),
        ("source=siri&minKg=65.2", ["65.201"]), ("source=action_button", ["300"]),
        ("minKg=0&maxKg=1000", ["300", "66", "65.201", "65.2", "65.199"]), ("minKg=301", []),
        ("source=widget", []), ("minKg=6.52e1&to=2026-12-01T07:02:00Z", ["65.2"]),
      ] as [(String, [String]?)] {
        let answer = try await api.get("/v1/entries?\(query)", token: token)
        #expect(
          answer.status == (weights == nil ? 422 : 200) && answer.weights == weights ?? [],
          "\(query)")
      }
    }
  }

  @Test("What is no number, no source, no order, or a reversed range is refused by name")
  func refused() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      for (query, faults) in [
        ("minKg=x", ["minKg invalid-format"]), ("minKg=", ["minKg invalid-format"]),
        ("minKg=65,2", ["minKg invalid-format"]), ("minKg=%2B65", ["minKg invalid-format"]),
        ("minKg=+65", ["minKg invalid-format"]), ("minKg=NaN", ["minKg invalid-format"]),
        ("maxKg=-1", ["maxKg out-of-range"]), ("maxKg=1e400", ["maxKg out-of-range"]),
        ("maxKg=1000.001", ["maxKg out-of-range"]), ("minKg=1e-4", ["minKg too-precise"]),
        ("source=Siri", ["source not-one-of"]), ("sort=weight", ["sort not-one-of"]),
        ("sort=%2BrecordedAt", ["sort not-one-of"]), ("sort=", ["sort not-one-of"]),
        ("minKg=70&maxKg=60", ["maxKg reversed-range"]),
        ("from=2026-12-02&to=2026-12-01", ["to reversed-range"]),
        ("from=2026-12-01T07:00:00Z&to=2026-12-01T06:59:59.999999Z", ["to reversed-range"]),
        ("from=2026-12-09&to=2026-12-01T07:00:00Z", ["to reversed-range"]),
        ("sort=weightKg&sort=weightKg", ["sort repeated-parameter"]),
        (
          "minKg=70&maxKg=60&from=2026-12-02&to=2026-12-01",
          ["to reversed-range", "maxKg reversed-range"]
        ),
      ] {
        let answer = try await api.get("/v1/entries?\(query)", token: token)
        #expect(answer.status == 422 && answer.faults == faults, "\(query): \(answer)")
      }
      // A day and an instant are compared by each entry's own zone.
      let near = try await api.get(
        "/v1/entries?from=2026-12-02&to=2026-12-01T23:00:00Z", token: token)
      #expect(near.status == 200 && near.weights.isEmpty)
    }
  }

  @Test("Ids are answered in the order asked for, each once, and those that there are not left out")
  func ids() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let ids = try await Self.log(
        api, token, (60..<65).map { (weight: "\($0)", note: nil, source: nil) })
      let stranger = try await api.appToken()
      let foreign = try await Self.log(api, stranger, [("99", nil, nil)])[0]
      let missing = "019ad8f2-7b10-7e44-8c0f-54f1c0b7d9aa"
      let asked = [ids[3], missing, ids[0].uppercased(), foreign, ids[4], ids[0], ids[3]]
      let list = asked.joined(separator: ",")
      let answer = try await api.get("/v1/entries?limit=1&ids=" + list, token: token)
      #expect(answer.status == 200 && answer.weights == ["63", "60", "64"])
      #expect(answer["nextCursor"] == .null && answer.header(.link) == nil)
      let escaped = asked.joined(separator: "%2C")
      #expect(try await api.get("/v1/entries?ids=" + escaped, token: token).weights.count == 3)
      for none in ["", ",", missing, foreign] {
        let empty = try await api.get("/v1/entries?ids=" + none, token: token)
        #expect(empty.text == #"{"entries":[],"nextCursor":null}"#)
      }

      let most = Array(repeating: missing, count: 499) + [ids[2]]
      // Escaped, as some clients do: the longest request line that there is.
      let full = try await api.get("/v1/entries?ids=" + most.joined(separator: "%2C"), token: token)
      #expect(full.status == 200 && full.weights == ["62"])
      for (query, faults) in [
        ("ids=" + (most + most.prefix(1)).joined(separator: ","), ["ids too-many"]),
        ("ids=x", ["ids invalid-format"]), ("ids=\(missing);x", ["ids invalid-format"]),
        ("ids=\(missing)&ids=\(missing)", ["ids repeated-parameter"]),
        (
          "ids=\(missing)&q=run&sort=weightKg",
          ["sort conflicting-fields", "q conflicting-fields"]
        ),
      ] {
        let refused = try await api.get("/v1/entries?\(query)", token: token)
        #expect(refused.status == 422 && refused.faults == faults, "\(refused)")
      }
    }
  }

  @Test("Every list has a tag, 304 and HEAD, whatever its filter")
  func conditional() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let id = try await Self.log(api, token, [("60", "run", nil)])[0]
      for query in ["q=run", "sort=-weightKg", "ids=\(id)", "ids=", "minKg=100"] {
        let first = try await api.get("/v1/entries?\(query)", token: token)
        let tag = try #require(first.header(.etag))
        let again = try await api.get(
          "/v1/entries?\(query)", token: token, [("If-None-Match", tag)])
        #expect(again.status == 304 && again.text.isEmpty)
        let head = try await api.send("HEAD", "/v1/entries?\(query)", token: token)
        #expect(head.status == 200 && head.headers == first.headers)
      }
    }
  }
}
