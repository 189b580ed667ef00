import KirokuCore
import KirokuStore
import Postgres
import Testing

@Suite("Putting an entry", .timeLimit(.minutes(2)))
struct PutTests {
  @Test("A new entry comes back as it was put, and is read back the same")
  func create() async throws {
    let now = try Instant.at("2026-12-01T07:30:00Z")
    try await StoreFixture.run(now: now) { fixture in
      let secret = try await fixture.makeToken(
        AccountSettings(timeZone: "Asia/Tokyo", language: .ja, dayStartMinutes: 180))
      var fields = EntryDraft.Fields()
      fields.weight = (180_000, .lb)
      fields.note = "朝"
      fields.bodyFatPercent = 18_250
      let put = EntryPut(entryID: .fresh(), draft: try EntryDraft(fields), fields: "{}")
      var act = Act(operationID: .fresh(), request: [1])
      act.source = .siri
      act.intent = "LogWeightIntent"
      guard
        case .granted(let caller, .success(let result)) = try await fixture.store.entries.put(
          put, act, for: secret)
      else { throw Unexpected("the put was refused") }
      #expect(result.outcome == .created)
      #expect(result.serverTime == now)
      #expect(result.actedAt == now)
      #expect(caller.account.settings.language == .ja)
      #expect(caller.account.rev == 1)
      let entry = try #require(result.entry)
      #expect(entry.weight.grams == 81_647)
      #expect(entry.weight.thousandths == 180_000)
      #expect(entry.weight.unit == .lb)
      #expect(entry.localDay == LocalDay("2026-12-01"))
      #expect(entry.utcOffsetMinutes == 540)
      #expect(entry.dayStartMinutes == 180)
      #expect(entry.timeZone == "Asia/Tokyo")
      #expect(entry.note == "朝")
      #expect(entry.bodyFatThousandths == 18_250)
      #expect(entry.source == .siri)
      #expect(entry.version == now)
      #expect(entry.rev == 1)
      let read = try await fixture.store.entries.entry(entry.id, for: secret)
      #expect(read.value == .some(entry))
      let suggested = try await fixture.store.entries.suggested(for: secret, limit: 7)
      #expect(suggested.value == [entry])
    }
  }

  @Test("The same operation again has no second effect and answers what it did")
  func repeated() async throws {
    try await StoreFixture.run { fixture in
      let secret = try await fixture.makeToken()
      let (entryID, operation) = (UUIDBytes.fresh(), UUIDBytes.fresh())
      let first = try await fixture.put(entryID: entryID, operation: operation, for: secret)
      let again = try await fixture.put(entryID: entryID, operation: operation, for: secret)
      #expect(again.outcome == .repeated(.created))
      #expect(again.entry == first.entry)
      #expect(again.actedAt == first.actedAt)
      #expect(again.serverTime == first.serverTime)
      #expect(try await fixture.rev(of: secret) == 1)
    }
  }

  @Test("An operation's id with another request is refused, whatever it says")
  func reused() async throws {
    try await StoreFixture.run { fixture in
      let secret = try await fixture.makeToken()
      let operation = UUIDBytes.fresh()
      try await fixture.put(65, operation: operation, for: secret)
      await #expect(throws: EntryResult.Refusal.operationReused) {
        try await fixture.put(66, operation: operation, for: secret)
      }
      #expect(try await fixture.rev(of: secret) == 1)
    }
  }

  @Test("A repeat is answered before the check of its time, which has passed since")
  func repeatedLater() async throws {
    let now = try Instant.at("2026-12-02T00:00:00Z")
    try await StoreFixture.run(now: now) { fixture in
      let secret = try await fixture.makeToken()
      let (entryID, operation) = (UUIDBytes.fresh(), UUIDBytes.fresh())
      let recordedAt = now.advanced(byMicroseconds: 23 * 3_600_000_000)
      try await fixture.put(
        entryID: entryID, at: recordedAt, operation: operation, for: secret)
      fixture.setNow(try .at("2026-12-01T00:00:00Z"))
      let again = try await fixture.put(
        entryID: entryID, at: recordedAt, operation: operation, for: secret)
      #expect(again.outcome == .repeated(.created))
    }
  }

  @Test("An entry more than 24 hours in the future is refused, and nothing is stored")
  func future() async throws {
    let now = try Instant.at("2026-12-01T07:30:00Z")
    try await StoreFixture.run(now: now) { fixture in
      let secret = try await fixture.makeToken()
      let day: Int64 = 86_400_000_000
      try await fixture.put(at: now.advanced(byMicroseconds: day), for: secret)
      await #expect(throws: EntryResult.Refusal.recordedInFuture) {
        try await fixture.put(at: now.advanced(byMicroseconds: day + 1), for: secret)
      }
      #expect(try await fixture.rev(of: secret) == 1)
      #expect(try await fixture.number("select count(*) from operations") == 1)
    }
  }

  @Test("An acted time in the future becomes now, one in the past stays")
  func shift() async throws {
    let now = try Instant.at("2026-12-01T07:30:00Z")
    try await StoreFixture.run(now: now) { fixture in
      let secret = try await fixture.makeToken()
      let future = now.advanced(byMicroseconds: 3 * 86_400_000_000)
      let shifted = try await fixture.put(actedAt: future, for: secret)
      #expect(shifted.actedAt == now)
      #expect(shifted.entry?.recordedAt == now)
      let past = now.advanced(byMicroseconds: -3 * 86_400_000_000)
      let late = try await fixture.put(actedAt: past, for: secret)
      #expect(late.actedAt == past)
      #expect(late.entry?.recordedAt == past)
    }
  }

  @Test("A second put of an entry replaces it when its act is newer")
  func replace() async throws {
    let now = try Instant.at("2026-12-01T07:30:00Z")
    try await StoreFixture.run(now: now) { fixture in
      let secret = try await fixture.makeToken()
      let id = UUIDBytes.fresh()
      let first = try await fixture.put(65, entryID: id, for: secret)
      fixture.setNow(now.advanced(byMicroseconds: 60_000_000))
      let second = try await fixture.put(66, entryID: id, for: secret)
      #expect(second.outcome == .updated)
      #expect(second.entry?.weight.grams == 66_000)
      #expect(second.entry?.createdAt == first.entry?.createdAt)
      #expect(second.entry?.rev == 2)
      let read = try await fixture.store.entries.entry(id, for: secret)
      #expect(read.value == .some(second.entry))
    }
  }

  @Test("A newer put of what the entry has already raises its version, and with it its revision")
  func unchanged() async throws {
    let now = try Instant.at("2026-12-01T07:30:00Z")
    try await StoreFixture.run(now: now) { fixture in
      let secret = try await fixture.makeToken()
      let id = UUIDBytes.fresh()
      let first = try await fixture.put(entryID: id, at: now, for: secret)
      fixture.setNow(now.advanced(byMicroseconds: 60_000_000))
      let again = try await fixture.put(entryID: id, at: now, for: secret)
      #expect(again.outcome == .unchanged)
      #expect(first.entry?.version == now && first.entry?.rev == 1)
      let minuteLater = now.advanced(byMicroseconds: 60_000_000)
      #expect(again.entry?.version == minuteLater && again.entry?.updatedAt == minuteLater)
      #expect(again.entry?.rev == 2)
      #expect(try await fixture.rev(of: secret) == 2)
      let other = try await fixture.put(66, entryID: id, at: now, for: secret)
      #expect(other.outcome == .updated)
    }
  }

  @Test("An older act that arrives later changes nothing and answers what stands")
  func superseded() async throws {
    let now = try Instant.at("2026-12-01T07:30:00Z")
    try await StoreFixture.run(now: now) { fixture in
      let secret = try await fixture.makeToken()
      let id = UUIDBytes.fresh()
      let newer = try await fixture.put(65, entryID: id, for: secret)
      let operation = UUIDBytes.fresh()
      let past = now.advanced(byMicroseconds: -60_000_000)
      let late = try await fixture.put(
        66, entryID: id, operation: operation, actedAt: past, for: secret)
      #expect(late.outcome == .superseded)
      #expect(late.entry == newer.entry)
      #expect(try await fixture.rev(of: secret) == 1)
      let again = try await fixture.put(
        66, entryID: id, operation: operation, actedAt: past, for: secret)
      #expect(again.outcome == .repeated(.superseded))
    }
  }

  @Test("Whoever acts on what they see wins over it, even with a clock that is behind")
  func seen() async throws {
    let now = try Instant.at("2026-12-01T07:30:00Z")
    try await StoreFixture.run(now: now) { fixture in
      let secret = try await fixture.makeToken()
      let id = UUIDBytes.fresh()
      let first = try await fixture.put(65, entryID: id, for: secret)
      let past = now.advanced(byMicroseconds: -3_600_000_000)
      let second = try await fixture.put(
        66, entryID: id, actedAt: past, seen: first.entry?.version, for: secret)
      #expect(second.outcome == .updated)
      #expect(second.entry?.weight.grams == 66_000)
      // Acting on this version wins again: it is the time of the key, not of the slow clock.
      #expect(second.entry?.version == now.advanced(byMicroseconds: 1))
    }
  }

  @Test("Without an acted time a put wins over what stands, on a clock that stands still too")
  func sameInstant() async throws {
    let now = try Instant.at("2026-12-01T07:30:00Z")
    try await StoreFixture.run(now: now) { fixture in
      let secret = try await fixture.makeToken()
      let id = UUIDBytes.fresh()
      try await fixture.put(65, entryID: id, for: secret)
      let second = try await fixture.put(66, entryID: id, for: secret)
      #expect(second.outcome == .updated)
      #expect(second.actedAt == now.advanced(byMicroseconds: 1))
    }
  }

  // BUG-007, a key made for each sending instead of each act.
  @Test("One entry's id under two operations is one entry")
  func keyForEachSending() async throws {
    try await StoreFixture.run { fixture in
      let secret = try await fixture.makeToken()
      let id = UUIDBytes.fresh()
      try await fixture.put(entryID: id, for: secret)
      try await fixture.put(entryID: id, for: secret)
      #expect(try await fixture.number("select count(*) from weight_entries") == 1)
      #expect(try await fixture.number("select count(*) from operations") == 2)
    }
  }

  // BUG-009, the same weighing entered twice within seconds.
  @Test("Two equal weighings under two ids are two entries")
  func twice() async throws {
    try await StoreFixture.run { fixture in
      let secret = try await fixture.makeToken()
      let at = try Instant.at("2026-03-10T07:00:00Z")
      try await fixture.put(65, at: at, for: secret)
      try await fixture.put(65, at: at, for: secret)
      #expect(try await fixture.store.entries.suggested(for: secret, limit: 7).value?.count == 2)
    }
  }

  @Test("A repeat of a put whose entry is gone says so, and does not bring it back")
  func repeatedAfterDelete() async throws {
    try await StoreFixture.run { fixture in
      let secret = try await fixture.makeToken()
      let (entryID, operation) = (UUIDBytes.fresh(), UUIDBytes.fresh())
      try await fixture.put(entryID: entryID, operation: operation, for: secret)
      try await fixture.run("update weight_entries set deleted_at = now()")
      let again = try await fixture.put(entryID: entryID, operation: operation, for: secret)
      #expect(again.outcome == .repeated(.created))
      #expect(again.entry == nil)
    }
  }

  @Test("An operation keeps what its record can be put together from")
  func operationRow() async throws {
    try await StoreFixture.run { fixture in
      let secret = try await fixture.makeToken(
        AccountSettings(timeZone: "Asia/Tokyo", dayStartMinutes: 180))
      try await fixture.put(65, timeZone: "Europe/Berlin", for: secret)
      let kept: SQL = """
        select count(*) from operations o
        join weight_entries e on e.account_id = o.account_id and e.id = o.record_id
        where o.record_type = 'entry' and o.kind = 'put' and o.outcome = 'created'
          and o.time_zone = 'Europe/Berlin' and o.day_start_minutes = 180
          and (o.fields #>> '{weight,value}')::integer = 65 and octet_length(o.request_hash) = 16
          and (e.key_at, e.key_acted_at, e.key_client_id, e.key_op_id)
            = (o.key_at, o.acted_at, o.client_id, o.op_id)
          and o.client_id in (select t.id from tokens t where t.scope = 'app')
        """
      #expect(try await fixture.number(kept) == 1)
    }
  }
}
