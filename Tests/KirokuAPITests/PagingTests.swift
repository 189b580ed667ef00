import HTTPCore
import Postgres
import Synchronization
import Testing

@Suite("Paging a large account", .serialized, .timeLimit(.minutes(5)))
struct PagingTests {
  final class Walk: Sendable {
    let isDone = Atomic(false)
  }

  /// Ids seen on the pages of a list, in order.
  private static func walk(
    _ api: TestAPI, _ token: String, _ target: String
  ) async throws -> [String] {
    var ids: [String] = []
    var next: String? = target
    while let page = next {
      let answer = try await api.get(page, token: token)
      #expect(answer.status == 200, "\(page): \(answer.status)")
      ids += answer.ids
      next = answer.header(.link).map { String($0.dropFirst().prefix { $0 != ">" }) }
    }
    return ids
  }

  /// Logs and deletes entries all over the list until the walk is done; what was there before stays.
  /// Not more than 200, since other tests run beside this one.
  private static func disturb(
    _ api: TestAPI, _ token: String, until walk: Walk
  ) async throws -> Int {
    var count = 0
    while count < 200 && !walk.isDone.load(ordering: .relaxed) {
      let minute = count * 7919 % 5_000
      let day = minute / 1_440 + 1
      let (hour, rest) = (minute % 1_440 / 60, minute % 60)
      let time = "2026-11-0\(day)T\(hour < 10 ? "0" : "")\(hour):\(rest < 10 ? "0" : "")\(rest):30Z"
      let made = try await api.post(
        "/v1/entries", token: token,
        "{\"weightKg\":\(60 + count % 10),\"recordedAt\":\"\(time)\",\"note\":\"passing\"}")
      let id = try #require(made.string("entry", "id"))
      if count.isMultiple(of: 2) {
        let deleted = try await api.send("DELETE", "/v1/entries/\(id)", token: token)
        #expect(deleted.status == 200)
      }
      count += 1
    }
    return count
  }

  @Test(
    "Each of 10,000 entries that live throughout is on one page, whatever comes and goes",
    arguments: ["", "&sort=recordedAt", "&sort=weightKg&q=kept"])
  func throughout(query: String) async throws {
    try await TestAPI.run { api in
      let token = try await api.appToken()
      // Two entries a minute, of 100 different weights: many equal keys.
      try await api.execute(
        """
        insert into weight_entries (recorded_at, version_at, key_at, key_acted_at, rev, created_at,
          updated_at, weight_grams, entered_thousandths, local_day, utc_offset_minutes,
          day_start_minutes, account_id, id, key_client_id, key_op_id, entered_unit, time_zone, note)
        select at, at, at, at, n, at, at, grams, grams, at::date, 0, 0, account_id,
          gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'kg', 'UTC', 'kept'
        from (select n, timestamptz '2026-11-01 00:00Z' + n / 2 * interval '1 minute' as at,
            60000 + n * 37 % 100 * 100 as grams from generate_series(0, 9999) n) g, accounts
        """)
      let walk = Walk()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          let count = try await Self.disturb(api, token, until: walk)
          #expect(count > 0)
        }
        let ids: [String]
        do {
          defer { walk.isDone.store(true, ordering: .relaxed) }
          ids = try await Self.walk(api, token, "/v1/entries?limit=500" + query)
        }
        try await group.waitForAll()
        let kept = try await api.texts("select id::text from weight_entries where note = 'kept'")
        #expect(kept.count == 10_000)
        #expect(Set(ids).count == ids.count, "no id is on two pages")
        #expect(Set(ids).isSuperset(of: kept), "no id is left out")
      }
    }
  }
}
