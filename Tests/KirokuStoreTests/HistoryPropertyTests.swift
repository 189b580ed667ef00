import KirokuCore
import Postgres
import TestSupport
import Testing

@testable import KirokuStore

/// The fold, the batched put, the transaction under a lock and their SQL, held together: whatever
/// arrives in whatever order, a record is what `RecordHistory` makes of all that was done to it.
@Suite("Random histories through the store", .timeLimit(.minutes(60)))
struct HistoryPropertyTests {
  /// Histories of one run; `KIROKU_PROPERTY_CASES` asks for more, here for a hundredth of that: each
  /// is written three times, act by act.
  @Test("Every order of arrival ends in the state of the fold, and takes the short way when it may")
  func oneState() async throws {
    let cases = propertyCases(6_000) / 100
    try await StoreFixture.run(loops: 2, now: RandomHistory.now) { fixture in
      let (short, long) = try await withThrowingTaskGroup { group in
        for worker in 0..<8 {
          let loop = fixture.test.loops[worker % 2]
          group.addTask {
            try await loop.run {
              var (short, long) = (0, 0)
              for number in stride(from: worker, to: cases, by: 8) {
                let history = RandomHistory(seed: UInt64(number))
                let counts = try await history.check(in: fixture)
                short += counts.short
                long += counts.long
              }
              return (short, long)
            }
          }
        }
        return try await group.reduce((0, 0)) { ($0.0 + $1.0, $0.1 + $1.1) }
      }
      #expect(fixture.store.session.lockedWrites.count == long)
      #expect(short > 0 && long > short)
    }
  }

  @Test("Settling all that there is changes no state, and what is done on top of it can be undone")
  func settled() async throws {
    try await StoreFixture.run(now: RandomHistory.now) { fixture in
      for number in 0..<propertyCases(2_000) / 100 {
        let history = RandomHistory(seed: UInt64(number))
        _ = try await history.check(in: fixture) { secret in
          // A horizon of tomorrow: everything has arrived before it.
          _ = try await fixture.store.operations.purge(horizonDays: -1)
          try await history.expectStates(for: secret, in: fixture)
          for record in history.knownRecords {
            let patch = UUIDBytes.fresh()
            var act = Act(operationID: patch, request: [])
            act.timeZone = "Asia/Tokyo"
            let change = EntryChange.patch(
              record, EntryPatch(note: .set("on top")), fields: #"{"note":"on top"}"#)
            _ = try await fixture.store.entries.change(change, act, for: secret).value?.get()
            #expect(try await fixture.undo(patch, actedAt: nil, for: secret) == .success(.undone))
          }
          try await history.expectStates(for: secret, in: fixture)
        }
      }
    }
  }
}
