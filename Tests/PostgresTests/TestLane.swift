import AsyncSockets

@testable import Postgres

/// A lane's state with a clock that the test moves.
struct TestLane {
  var state: LaneState
  var now = MonotonicTime(nanoseconds: 1_000_000_000_000)

  init(_ rules: LaneRules, connected: Bool = true) {
    state = LaneState(rules: rules, seed: 1)
    guard connected else { return }
    _ = self(.ticked)
    _ = self(.connected)
  }

  mutating func callAsFunction(_ event: LaneState.Event) -> [LaneState.Decision] {
    var decisions: [LaneState.Decision] = []
    state.handle(event, at: now, into: &decisions)
    return decisions
  }

  mutating func submit(_ ids: Int...) -> [LaneState.Decision] {
    ids.flatMap { submit($0, account: $0) }
  }

  mutating func submit(_ id: Int, account: Int, kind: Int = 0) -> [LaneState.Decision] {
    self(
      .submitted(
        LaneState.MemberID(id), account: PGUUID(high: 0, low: UInt64(account)),
        kind: LaneState.Kind(kind)))
  }

  /// The oldest unit, of `count` members, succeeds.
  mutating func succeed(_ count: Int) {
    for _ in 0..<count { _ = self(.answered(.succeeded)) }
    _ = self(.synced(nil))
  }

  /// The oldest unit, of two members, meets a statement that is stale.
  mutating func failStale(_ rules: LaneRules) {
    if rules.isForWrites {
      _ = self(.failed(.staleStatement))
    } else {
      _ = self(.answered(.failed(.staleStatement)))
      _ = self(.answered(.aborted))
    }
    _ = self(.synced(nil))
  }

  mutating func pass(_ duration: Duration) { now = now + duration }
}
