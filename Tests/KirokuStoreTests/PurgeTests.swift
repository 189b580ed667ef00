import KirokuCore
import KirokuStore
import Postgres
import TestSupport
import Testing

@Suite("Settling what arrived long ago", .timeLimit(.minutes(2)))
struct PurgeTests {
  private static let day: Int64 = 86_400_000_000

  @Test(
    "A purge changes no state; what it settled can't be undone, what arrives below it is superseded"
  )
  func horizon() async throws {
    let now = try Instant.at("2026-12-01T07:30:00Z")
    let start = now.advanced(byMicroseconds: -100 * Self.day)
    try await StoreFixture.run(now: start) { fixture in
      let secret = try await fixture.makeToken()
      let (id, first, second) = (UUIDBytes.fresh(), UUIDBytes.fresh(), UUIDBytes.fresh())
      try await fixture.put(60, entryID: id, operation: first, for: secret)
      try await fixture.put(61, entryID: id, operation: second, for: secret)
      fixture.setNow(now.advanced(byMicroseconds: -90 * Self.day))
      // On the horizon's young side: arrived exactly 90 days ago.
      let young = UUIDBytes.fresh()
      let third = try await fixture.put(62, entryID: id, operation: young, for: secret)
      fixture.setNow(now)
      #expect(
        try await fixture.store.operations.purge(horizonDays: 90)
          == OperationStore.Purge(records: 1, operations: 2))
      #expect(try await fixture.store.operations.purge(horizonDays: 90) == OperationStore.Purge())
      let read = try await fixture.store.entries.entry(id, for: secret)
      #expect(read.value == .some(third.entry))
      #expect(
        try await fixture.number(
          "select count(*) from operations where settled and fields::text = '{}'") == 2)

      #expect(
        try await fixture.undo(second, actedAt: start, for: secret) == .failure(.settled))
      let undone = try await fixture.undo(
        young, actedAt: now.advanced(byMicroseconds: -89 * Self.day - 1), for: secret)
      #expect(undone == .success(.undone))
      // The base holds what lies under it.
      let under = try await fixture.store.entries.entry(id, for: secret).value ?? nil
      #expect(under?.weight.grams == 61_000)

      let late = try await fixture.put(
        70, entryID: id, actedAt: start.advanced(byMicroseconds: -1), for: secret)
      #expect(late.outcome == .superseded && late.entry?.weight.grams == 61_000)
      let between = try await fixture.put(
        71, entryID: id, actedAt: start.advanced(byMicroseconds: Self.day), for: secret)
      #expect(between.outcome == .updated && between.entry?.weight.grams == 71_000)
      // A settled operation is known for ever.
      let again = try await fixture.put(60, entryID: id, operation: first, for: secret)
      #expect(again.outcome == .repeated(.created))
    }
  }

  @Test("What an undo within the horizon names stays, and all that was done after it")
  func openUndo() async throws {
    let now = try Instant.at("2026-12-01T07:30:00Z")
    try await StoreFixture.run(now: now.advanced(byMicroseconds: -100 * Self.day)) { fixture in
      let secret = try await fixture.makeToken()
      let (id, second) = (UUIDBytes.fresh(), UUIDBytes.fresh())
      try await fixture.put(60, entryID: id, for: secret)
      let put = try await fixture.put(61, entryID: id, operation: second, for: secret)
      try await fixture.put(62, entryID: id, for: secret)
      fixture.setNow(now)
      // Sent late by a client that was away.
      let actedAt = put.actedAt.advanced(byMicroseconds: Self.day)
      #expect(try await fixture.undo(second, actedAt: actedAt, for: secret) == .success(.undone))
      #expect(
        try await fixture.store.operations.purge(horizonDays: 90)
          == OperationStore.Purge(records: 1, operations: 1))
      #expect(
        try await fixture.undo(second, cancels: false, actedAt: actedAt, for: secret)
          != .failure(.settled))
    }
  }

  @Test("An undo that waited in vain waits no longer, and the short way is open again")
  func waiting() async throws {
    let now = try Instant.at("2026-12-01T07:30:00Z")
    try await StoreFixture.run(now: now.advanced(byMicroseconds: -91 * Self.day)) { fixture in
      let secret = try await fixture.makeToken()
      let target = UUIDBytes.fresh()
      #expect(try await fixture.undo(target, actedAt: nil, for: secret) == .success(.pending))
      let pending: SQL = "select pending_reversals::bigint from account_revisions"
      #expect(try await fixture.number(pending) == 1)
      fixture.setNow(now)
      #expect(try await fixture.store.operations.purge(horizonDays: 90).operations == 1)
      #expect(try await fixture.number(pending) == 0)
      let put = try await fixture.put(60, operation: target, for: secret)
      #expect(put.outcome == .created)
    }
  }
}

extension StoreFixture {
  /// Undoes or redoes an operation.
  ///
  /// - Returns: what came of it.
  func undo(
    _ target: UUIDBytes, cancels: Bool = true, actedAt: Instant?, operation: UUIDBytes = .fresh(),
    for secret: TokenSecret
  ) async throws -> Result<ReversalResult.Outcome, ReversalResult.Refusal> {
    var act = Act(operationID: operation, request: Array("undo \(target)".utf8))
    act.actedAt = actedAt
    let access = try await store.operations.reverse(
      ReversalRequest(.operation(target), cancels: cancels), act, for: secret)
    guard let result = access.value else { throw Unexpected("the token was refused") }
    return result.map(\.outcome)
  }
}
