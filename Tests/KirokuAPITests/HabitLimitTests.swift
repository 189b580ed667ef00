import JSON
import KirokuCore
import Postgres
import Testing

@testable import KirokuAPI

/// What an account, a habit, its days and what is asked of them may have at most: so much, and not one more.
@Suite("Limits of habits")
struct HabitLimitTests {
  private typealias Op = SyncDevice

  private static let check = #"{"name":"Read","kind":"check"}"#

  private static func put(_ id: String = UUIDBytes.random().description) -> String {
    Op.operation("put", "habit", id, check)
  }

  @Test("An account has 500 habits; a 501st is refused through every door, until one is deleted")
  func perAccount() async throws {
    try await TestAPI.run { api in
      let device = SyncDevice(api, token: try await api.appToken())
      let (first, last) = (UUIDBytes.random().description, UUIDBytes.random().description)
      let most = [Self.put(first)] + (0..<498).map { _ in Self.put() }
      #expect(try await device.sync(most).outcomes.count { $0 == "applied" } == 499)

      let push = try await device.sync([
        Self.put(last), Self.put(), Op.operation("patch", "habit", first, #"{"note":"a"}"#),
      ])
      #expect(push.outcomes == ["applied", "rejected", "applied"])
      #expect(push.string("results", "1", "problem", "code") == "too-many-habits")
      #expect(push.string("results", "1", "problem", "status") == "409")
      let rows = try await api.storedRows()
      for refused in [
        try await api.post("/v1/habits", token: device.token, Self.check),
        try await api.put("/v1/habits/\(RouteCase.anyID)", token: device.token, Self.check),
      ] {
        #expect(refused.status == 409 && refused.string("code") == "too-many-habits")
        #expect(
          refused.string("detail") == "There are too many habits. Please delete some of them first."
        )
      }
      #expect(try await api.storedRows() == rows)
      let same = try await api.put("/v1/habits/\(first)", token: device.token, Self.check)
      #expect(same.status == 200 && same.string("outcome") == "applied")
      let list = try await api.get("/v1/habits?limit=500", token: device.token)
      #expect(list.texts("habits", "id").count == 500 && list["nextCursor"] == .null)

      // One goes, one comes; and what is undone is not refused.
      let turn = try await device.sync([
        Op.operation("delete", "habit", first), Self.put(), Self.put(),
      ])
      #expect(turn.outcomes == ["applied", "applied", "rejected"])
      let deleted = try await api.send("DELETE", "/v1/habits/\(last)", token: device.token)
      let made = try await api.post("/v1/habits", token: device.token, Self.check)
      #expect(deleted.status == 200 && made.status == 201)
      let operation = try #require(deleted.string("undo", "opId"))
      let undone = try await api.post(
        "/v1/undo", token: device.token, "{\"opId\":\"\(operation)\"}")
      #expect(undone.string("outcome") == "undone" && undone.string("habit", "id") == last)
      let next = try await api.get("/v1/habits?limit=501", token: device.token)
      #expect(next.texts("habits", "id").count == 500 && next["nextCursor"] != .null)
    }
  }

  @Test("A habit has had 100 schedules and 100 pauses, whether put or patched")
  func versions() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      func body(_ count: Int) -> String {
        let days = (0..<count).map { LocalDay(unixDays: 20_000 + Int32($0)) }
        let schedules = days.map { "{\"type\":\"daily\",\"from\":\"\($0)\"}" }
        let pauses = days.map { "{\"from\":\"\($0)\",\"to\":\"\($0)\"}" }
        return
          "{\"name\":\"A\",\"kind\":\"check\",\"schedules\":[\(schedules.joined(separator: ","))],"
          + "\"pauses\":[\(pauses.joined(separator: ","))]}"
      }
      let many = try await api.post("/v1/habits", token: token, body(101))
      #expect(Set(many.faults) == ["/schedules too-many", "/pauses too-many"])
      let path = try await api.habit(body(100), token: token)
      let newer = #"{"schedule":{"type":"perWeek","times":3,"from":"2026-12-01"}}"#
      let added = try await api.patch(path, token: token, newer)
      #expect(added.status == 422 && added.faults == ["/schedule too-many"])
      #expect(added.text.contains("100"))
      // From the day of one that there is, it takes its place.
      let replaced = try await api.patch(
        path, token: token,
        "{\"schedule\":{\"type\":\"perWeek\",\"times\":3,\"from\":\"\(LocalDay(unixDays: 20_099))\"}}"
      )
      #expect(replaced.status == 200)
    }
  }

  @Test(
    "Numbers of a habit, at each limit and one beyond it",
    arguments: [
      (#""position":1000000"#, nil), (#""position":1000001"#, "/position out-of-range"),
      (#""kind":"count","target":{"value":0.001}"#, nil),
      (#""kind":"count","target":{"value":1000000000}"#, nil),
      (#""kind":"count","target":{"value":1000000000.001}"#, "/target/value out-of-range"),
      (#""schedule":{"type":"perWeek","times":7}"#, nil),
      (#""schedule":{"type":"perWeek","times":8}"#, "/schedule/times out-of-range"),
      (#""schedule":{"type":"perMonth","times":31}"#, nil),
      (#""schedule":{"type":"perMonth","times":32}"#, "/schedule/times out-of-range"),
      (#""schedule":{"type":"inDays","times":366,"days":366}"#, nil),
      (#""schedule":{"type":"inDays","times":366,"days":365}"#, "/schedule/times out-of-range"),
      (#""schedule":{"type":"everyDays","days":366,"anchor":"2026-12-01"}"#, nil),
      (
        #""schedule":{"type":"everyDays","days":367,"anchor":"2026-12-01"}"#,
        "/schedule/days out-of-range"
      ),
    ])
  func numbers(member: String, fault: String?) async throws {
    try await TestAPI.run { api in
      let kind = member.contains("kind") ? "" : #""kind":"check","#
      let answer = try await api.post(
        "/v1/habits", token: try await api.appToken(), "{\"name\":\"A\",\(kind)\(member)}")
      #expect(answer.status == (fault == nil ? 201 : 422), "\(answer)")
      #expect(answer.faults == [fault].compactMap(\.self))
    }
  }

  @Test("An amount ends at a thousand million, at each step")
  func amounts() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let day = try await api.count(token: token) + "/days/2026-12-01"
      let most = try await api.put(day, token: token, #"{"count":1000000000}"#)
      #expect(most.string("day", "count") == "1000000000")
      let over = try await api.put(day, token: token, #"{"count":1000000000.001}"#)
      #expect(over.faults == ["/count out-of-range"])
      let more = try await api.post(day + "/increment", token: token, #"{"by":0.001}"#)
      #expect(more.status == 200 && more.string("outcome") == "unchanged")
      #expect(more.string("day", "count") == "1000000000")
      let less = try await api.post(day + "/increment", token: token, #"{"by":-0.5}"#)
      #expect(less.string("day", "count") == "999999999.5")
      let much = try await api.post(day + "/increment", token: token, #"{"by":1000000000.001}"#)
      #expect(much.faults == ["/by out-of-range"])
    }
  }

  @Test(
    "A list of days is of 4,000 at most: a longer range is refused, an open one answers the last")
  func days() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let path = try await api.check(token: token)
      _ = try await api.put("\(path)/days/2026-12-01", token: token, #"{"done":true}"#)
      try await api.execute(
        """
        insert into habit_days
        select (jsonb_populate_record(d, jsonb_build_object('day', d.day - n))).*
        from habit_days d, generate_series(1, 4000) n
        """)
      // 4,000 days before 2026-12-01 is 2015-12-19.
      let whole = try await api.get("\(path)/days?from=2015-12-19&to=2026-12-01", token: token)
      #expect(whole.texts("days", "day").count == 4000)
      let long = try await api.get("\(path)/days?from=2015-12-18&to=2026-12-01", token: token)
      #expect(long.status == 422 && long.faults == ["to too-long"])
      let open = try await api.get("\(path)/days", token: token).texts("days", "day")
      #expect(open.count == 4000 && open.first == "2015-12-20" && open.last == "2026-12-01")
    }
  }

  @Test(
    "What a list of habits is asked for: 500 ids, 200 characters, and a page of 500 whatever is asked"
  )
  func list() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      _ = try await api.check(token: token)
      let ids = (0..<501).map { _ in UUIDBytes.random().description }
      let most = try await api.get(
        "/v1/habits?ids=" + ids.dropLast().joined(separator: ","), token: token)
      #expect(most.status == 200 && most.texts("habits", "id").isEmpty)
      let many = try await api.get("/v1/habits?ids=" + ids.joined(separator: ","), token: token)
      #expect(many.status == 422 && many.faults == ["ids too-many"])
      let text = String(repeating: "a", count: 200)
      #expect(try await api.get("/v1/habits?q=\(text)", token: token).status == 200)
      #expect(try await api.get("/v1/habits?q=\(text)a", token: token).faults == ["q too-long"])
    }
  }

  @Test(
    "A Focus hides 500 habits and 100 intents, has a name of 100 characters, and an account has 500"
  )
  func focusFilters() async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      let ids = (0..<501).map { _ in "\"\(UUIDBytes.random())\"" }
      let intents = (0..<101).map { "\"Intent\($0)\"" }
      let name = String(repeating: "n", count: 100)
      let path = "/v1/focus-filters/" + name
      func body(_ habits: Int, _ count: Int) -> String {
        "{\"hiddenHabits\":[\(ids.prefix(habits).joined(separator: ","))],"
          + "\"hiddenIntents\":[\(intents.prefix(count).joined(separator: ","))]}"
      }
      #expect(try await api.put(path, token: token, body(500, 100)).status == 201)
      let many = try await api.put(path, token: token, body(501, 101))
      #expect(many.status == 422)
      #expect(Set(many.faults) == ["/hiddenHabits too-many", "/hiddenIntents too-many"])
      #expect(try await api.put(path + "n", token: token, body(1, 1)).status == 404)
      try await api.execute(
        """
        insert into focus_filters
        select (jsonb_populate_record(f, jsonb_build_object('name', n::text))).*
        from focus_filters f, generate_series(1, 499) n
        """)
      let full = try await api.put("/v1/focus-filters/more", token: token, body(1, 1))
      #expect(full.status == 409 && full.string("code") == "too-many-focus-filters")
      #expect(try await api.put(path, token: token, body(1, 1)).status == 200)
    }
  }
}
