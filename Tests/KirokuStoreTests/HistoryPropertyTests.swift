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
      let ways = try await withThrowingTaskGroup { group in
        for worker in 0..<8 {
          let loop = fixture.test.loops[worker % 2]
          group.addTask {
            try await loop.run {
              var ways: [RandomHistory.Ways] = []
              for number in stride(from: worker, to: cases, by: 8) {
                ways.append(
                  try await RandomHistory(seed: propertySeed + UInt64(number)).check(in: fixture))
              }
              return ways
            }
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      let (short, long) = (ways.map(\.short).reduce(0, +), ways.map(\.long).reduce(0, +))
      let pushes = ways.map(\.pushes).reduce(0, +)
      #expect(fixture.store.session.lockedWrites.count == long + pushes)
      #expect(short > 0 && long > short && pushes > 0)
      let rebuild = try await fixture.store.habits.rebuild()
      #expect(rebuild.habits > 0 && rebuild.changed == 0)
    }
  }

  @Test("Settling all that there is changes no state, and what is done on top of it can be undone")
  func settled() async throws {
    try await StoreFixture.run(now: RandomHistory.now) { fixture in
      for number in 0..<propertyCases(2_000) / 100 {
        let history = RandomHistory(seed: propertySeed + UInt64(number))
        _ = try await history.check(in: fixture) { secret in
          // A horizon of tomorrow: everything has arrived before it.
          _ = try await fixture.store.operations.purge(horizonDays: -1)
          try await history.expectRecords(
            for: secret, in: fixture, isExact: false, "seed \(number), settled")
          for change in history.changesOnTop {
            let id = UUIDBytes.fresh()
            let operation = PushedOperation(change, Act(operationID: id, request: []))
            let pushed = try await fixture.store.pushes.push(
              [operation], for: secret, .writeEntries)
            #expect(pushed.value?.results.first?.outcome.isStored == true)
            #expect(try await fixture.undo(id, actedAt: nil, for: secret) == .success(.undone))
          }
          try await history.expectRecords(
            for: secret, in: fixture, isExact: false, "seed \(number), undone on top")
        }
      }
      #expect(try await fixture.store.habits.rebuild().changed == 0)
    }
  }
}

extension RandomHistory {
  /// A change of each record that anything was done to.
  fileprivate var changesOnTop: [RecordChange] {
    var changes = knownEntries.map {
      RecordChange.patchEntry(
        $0, EntryPatch(note: .set("on top")), fields: #"{"note":"on top"}"#)
    }
    if !habitHistory.operations.isEmpty {
      changes.append(.patchHabit(habit, HabitPatch(name: "on top")))
    }
    for (record, id) in days.enumerated() where !dayHistory(record).operations.isEmpty {
      changes.append(.incrementDay(habit: id.habit, .day(id.day), thousandths: 1))
    }
    return changes
  }
}

extension PushResult.Outcome {
  fileprivate var isStored: Bool {
    if case .stored = self { true } else { false }
  }
}
