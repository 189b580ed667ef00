import KirokuCore
import TestSupport
import Testing

@testable import KirokuStore

/// How PostgreSQL reads donations, feeds and what is predicted, of one of the demonstration's people: by plans that hold
/// for any values, as a prepared statement's do.
@Suite("Plans of donations, feeds and predictions", .serialized, .timeLimit(.minutes(10)))
struct FeedPlanTests {
  private static func run(
    _ body: @escaping @Sendable (StoreFixture, TokenSecret) async throws -> Void
  ) async throws {
    try await StoreFixture.run(now: DemoTests.now) { fixture in
      guard case .made(let report) = try await fixture.fill(people: 80) else {
        throw Unexpected("the demonstration was not made")
      }
      var random = SystemRandomNumberGenerator()
      try await body(fixture, TokenSecret(accountID: report.firstPerson, using: &random))
    }
  }

  @Test("A page of donations is read from the index, in order, so that reading stops with the page")
  func donations() async throws {
    try await Self.run { fixture, secret in
      let position = DonationStore.Position(donatedAt: DemoTests.now, id: .fresh())
      for position in [nil, position] {
        for intent in [nil, "LogWeight"] {
          let plan = try await fixture.plan(
            DonationStore.listStatement(of: intent, after: position, limit: 50, for: secret))
          #expect(plan.contains("Backward using donations_by_time"), "\(plan)")
          #expect(!plan.contains("Seq Scan on donations"), "\(plan)")
          #expect(!plan.contains("Bitmap Heap Scan on donations"), "\(plan)")
        }
      }
    }
  }

  @Test("Of a feed no more of each kind is read than a page, in the order of revisions")
  func feed() async throws {
    try await Self.run { fixture, secret in
      let cursors: [FeedCursor?] = [
        nil, FeedCursor(epoch: 1, rev: 500, fullSyncStart: nil),
        FeedCursor(epoch: 1, rev: 500, fullSyncStart: 900),
      ]
      for cursor in cursors {
        let plan = try await fixture.plan(
          ChangeStore.statement(secret, after: cursor, limit: 500, of: nil, now: nil))
        for index in [
          "weight_entries_by_rev", "habits_by_rev", "habit_days_by_rev", "donations_by_rev",
        ] {
          #expect(plan.contains("Index Scan using \(index)"), "\(index) in \(plan)")
        }
        for table in ["weight_entries", "habit_days", "donations"] {
          #expect(!plan.contains("Seq Scan on \(table)"), "\(plan)")
          #expect(!plan.contains("Bitmap Heap Scan on \(table)"), "\(plan)")
        }
      }
    }
  }

  @Test(
    "Predictions read eight weeks by an index, and shortcuts no more than a habit's days of them")
  func predictions() async throws {
    try await Self.run { fixture, secret in
      let predictions = try await fixture.plan(
        PredictionStore.statement(in: nil, for: secret, now: nil))
      #expect(predictions.contains(" operations_by_key"), "\(predictions)")
      #expect(!predictions.contains("Seq Scan on operations"), "\(predictions)")
      let shortcuts = try await fixture.plan(
        ShortcutStore.statement(in: nil, focus: nil, of: nil, for: secret, now: nil))
      #expect(shortcuts.contains("using habit_days_pkey"), "\(shortcuts)")
      #expect(!shortcuts.contains("Seq Scan on habit_days"), "\(shortcuts)")
    }
  }
}
