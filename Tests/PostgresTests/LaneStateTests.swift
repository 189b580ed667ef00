import AsyncSockets
import Testing

@testable import Postgres

@Suite("What a lane decides")
struct LaneStateTests {
  @Test("Until there is a connection, members wait; then they go as one batch")
  func waitForConnection() {
    var lane = TestLane(.writes, connected: false)
    #expect(lane(.ticked) == [.connect])
    #expect(lane.submit(1, 2) == [])
    #expect(lane(.connected) == [.send([[1, 2]])])
  }

  @Test("A batch is sorted by account; those of one account keep their order")
  func sorting() {
    var lane = TestLane(.writes)
    for (id, account) in [(1, 9), (2, 3), (3, 9), (4, 1), (5, 3)] {
      _ = lane.submit(id, account: account)
    }
    #expect(lane(.roundEnded) == [.send([[4, 2, 5, 1, 3]])])
  }

  @Test("Writes are answered after their Sync, and one batch is in flight at a time")
  func heldUntilSync() {
    var lane = TestLane(.writes)
    _ = lane.submit(1, 2)
    _ = lane(.roundEnded)
    _ = lane.submit(3)
    #expect(lane(.roundEnded) == [])
    #expect(lane(.answered(.succeeded)) == [])
    #expect(lane(.answered(.succeeded)) == [])
    #expect(lane(.synced(nil)) == [.deliver(1), .deliver(2)])
    #expect(lane(.roundEnded) == [.send([[3]])])
  }

  @Test("Reads are answered as they come, and several batches are in flight")
  func readsAtOnce() {
    var lane = TestLane(.reads)
    _ = lane.submit(1, 2)
    _ = lane(.roundEnded)
    _ = lane.submit(3)
    #expect(lane(.roundEnded) == [.send([[3]])])
    #expect(lane(.answered(.succeeded)) == [.deliver(1)])
    #expect(lane(.answered(.succeeded)) == [.deliver(2)])
    #expect(lane(.synced(nil)) == [])
    #expect(lane(.answered(.succeeded)) == [.deliver(3)])
  }

  @Test("A batch is never larger than the rules allow")
  func batchSize() {
    var rules = LaneRules.writes
    rules.maxBatch = 2
    var lane = TestLane(rules)
    _ = lane.submit(1, 2, 3)
    #expect(lane(.roundEnded) == [.send([[1, 2]])])
    lane.succeed(2)
    #expect(lane(.roundEnded) == [.send([[3]])])
  }

  @Test("One member more than may wait is refused")
  func overloaded() {
    var rules = LaneRules.writes
    rules.maxQueued = 2
    var lane = TestLane(rules, connected: false)
    #expect(lane.submit(1, 2, 3) == [.refuse(3, .overloaded)])
  }

  @Test("When a write fails, all of its batch run again, each alone")
  func failedBatch() {
    var lane = TestLane(.writes)
    _ = lane.submit(1, 2, 3)
    _ = lane(.roundEnded)
    _ = lane(.answered(.succeeded))
    _ = lane(.answered(.failed(.refused)))
    _ = lane(.answered(.aborted))
    #expect(lane(.synced(nil)) == [])
    _ = lane.submit(4)
    #expect(lane(.roundEnded) == [.send([[4], [1], [2], [3]])])
    #expect(lane(.answered(.succeeded)) == [])
    #expect(lane(.synced(nil)) == [.deliver(4)])
    _ = lane(.answered(.succeeded))
    #expect(lane(.synced(nil)) == [.deliver(1)])
    _ = lane(.answered(.failed(.refused)))
    #expect(lane(.synced(nil)) == [.deliver(2)])
    _ = lane(.answered(.succeeded))
    #expect(lane(.synced(nil)) == [.deliver(3)])
    #expect(lane.state.isEmpty)
  }

  @Test("When the commit fails, all run again alone, though each had succeeded")
  func failedCommit() {
    var lane = TestLane(.writes)
    _ = lane.submit(1, 2)
    _ = lane(.roundEnded)
    _ = lane(.answered(.succeeded))
    _ = lane(.answered(.succeeded))
    #expect(lane(.synced(.refused)) == [])
    #expect(lane(.roundEnded) == [.send([[1], [2]])])
    _ = lane(.answered(.succeeded))
    #expect(lane(.synced(.refused)) == [.deliver(1)])
  }

  @Test("A read that fails is answered; those behind it run again, together")
  func failedRead() {
    var lane = TestLane(.reads)
    _ = lane.submit(1, 2, 3)
    _ = lane(.roundEnded)
    #expect(lane(.answered(.failed(.refused))) == [.deliver(1)])
    _ = lane(.answered(.aborted))
    _ = lane(.answered(.aborted))
    #expect(lane(.synced(nil)) == [])
    #expect(lane(.roundEnded) == [.send([[2, 3]])])
  }

  @Test("A skipped write goes with the next batch, and the second time waits elsewhere")
  func skipped() {
    var lane = TestLane(.writes)
    _ = lane.submit(1, 2)
    _ = lane(.roundEnded)
    _ = lane(.answered(.skipped))
    _ = lane(.answered(.succeeded))
    #expect(lane(.synced(nil)) == [.deliver(2)])
    #expect(lane(.roundEnded) == [.send([[1]])])
    _ = lane(.answered(.skipped))
    #expect(lane(.synced(nil)) == [.waitForLock(1)])
    #expect(lane.state.isEmpty)
  }

  @Test("A deadlock is retried alone after a moment, three attempts in all")
  func deadlock() {
    var lane = TestLane(.writes)
    _ = lane.submit(1)
    _ = lane(.roundEnded)
    for _ in 1..<3 {
      _ = lane(.answered(.failed(.retryAlone)))
      #expect(lane(.synced(nil)) == [])
      lane.pass(.milliseconds(25))
      #expect(lane(.ticked) == [.send([[1]])])
    }
    _ = lane(.answered(.failed(.retryAlone)))
    #expect(lane(.synced(nil)) == [.deliver(1)])
  }

  @Test("A stale statement runs again with its whole batch, unseen")
  func staleStatement() {
    for rules in [LaneRules.writes, .reads] {
      var lane = TestLane(rules)
      _ = lane.submit(1, 2)
      _ = lane(.roundEnded)
      #expect(lane(.answered(.failed(.staleStatement))) == [])
      _ = lane(.answered(.aborted))
      #expect(lane(.synced(nil)) == [])
      #expect(lane(.roundEnded) == [.send([[1, 2]])])
    }
  }

  @Test("A lost connection: what was unanswered is sent again on the next, at once")
  func lostConnection() {
    for rules in [LaneRules.writes, .reads] {
      var lane = TestLane(rules)
      _ = lane.submit(1, 2)
      _ = lane(.roundEnded)
      let delivered = lane(.answered(.succeeded))
      lane.pass(.seconds(2))
      #expect(lane(.connectionLost) == [.connect])
      // The write's answer was not yet true; the read's was.
      #expect(delivered == (rules.isForWrites ? [] : [.deliver(1)]))
      #expect(lane(.connected) == [.send([rules.isForWrites ? [1, 2] : [2]])])
    }
  }

  @Test("Twice in flight when a connection broke: sent alone; three times: given up")
  func poison() {
    var lane = TestLane(.writes)
    _ = lane.submit(1, 2)
    _ = lane(.roundEnded)
    lane.pass(.seconds(2))
    _ = lane(.connectionLost)
    #expect(lane(.connected) == [.send([[1, 2]])])
    lane.pass(.seconds(2))
    _ = lane(.connectionLost)
    #expect(lane(.connected) == [.send([[1], [2]])])
    lane.pass(.seconds(2))
    #expect(lane(.connectionLost) == [.refuse(1, .unavailable), .connect])
  }

  @Test("Only the unit that was being worked on is blamed for a lost connection")
  func blame() {
    var lane = TestLane(.writes)
    _ = lane.submit(1, 2)
    _ = lane(.roundEnded)
    for _ in 0..<2 {
      lane.pass(.seconds(2))
      _ = lane(.connectionLost)
      _ = lane(.connected)
    }
    // Now each is in flight alone, and the first breaks the connection again.
    lane.pass(.seconds(2))
    #expect(lane(.connectionLost) == [.refuse(1, .unavailable), .connect])
    #expect(lane(.connected) == [.send([[2]])])
  }

  @Test("Who waits for a connection longer than the deadline is refused")
  func checkoutDeadline() {
    var lane = TestLane(.writes, connected: false)
    _ = lane.submit(1)
    lane.pass(.milliseconds(1000))
    _ = lane.submit(2)
    lane.pass(.milliseconds(1000))
    #expect(lane(.ticked).contains(.refuse(1, .unavailable)))
    #expect(lane(.connected) == [.send([[2]])])
  }

  @Test("A connection that gives no answer for too long is given up")
  func noAnswer() {
    var lane = TestLane(.writes)
    _ = lane.submit(1)
    _ = lane(.roundEnded)
    lane.pass(.milliseconds(4900))
    #expect(lane(.ticked) == [])
    lane.pass(.milliseconds(100))
    #expect(lane(.ticked) == [.abandonConnection])
  }

  @Test("Attempts to connect come at 50 ms doubling to 1 s, give or take half")
  func backOff() {
    var backOff = BackOff(first: .milliseconds(50), longest: .seconds(1), seed: 1)
    for longest in [50, 100, 200, 400, 800, 1000, 1000] {
      let wait = backOff.failed()
      #expect(wait <= .milliseconds(longest))
      #expect(wait >= .milliseconds(longest / 2))
    }
    backOff.succeeded()
    #expect(backOff.failed() <= .milliseconds(50))
  }

  @Test("A connection that breaks as soon as it is made counts as a failed attempt")
  func flapping() {
    var lane = TestLane(.writes, connected: false)
    #expect(lane(.ticked) == [.connect])
    _ = lane(.connected)
    #expect(lane(.connectionLost) == [])
    #expect(lane(.ticked) == [])
    lane.pass(.milliseconds(50))
    #expect(lane(.ticked) == [.connect])
  }

  @Test("An account that keeps failing is sent alone for a minute")
  func troubledAccount() {
    var lane = TestLane(.writes)
    for id in 1...2 {
      _ = lane.submit(id, account: 7)
      _ = lane(.roundEnded)
      _ = lane(.answered(.failed(.refused)))
      _ = lane(.synced(nil))
    }
    func batch() -> [LaneState.Decision] {
      _ = lane.submit(3, account: 7)
      _ = lane.submit(4, account: 8)
      _ = lane.submit(5, account: 6)
      return lane(.roundEnded)
    }
    #expect(batch() == [.send([[5, 4], [3]])])
    lane.succeed(2)
    lane.succeed(1)
    lane.pass(.seconds(61))
    #expect(batch() == [.send([[5, 3, 4]])])
  }

  @Test("Answers that nothing was sent for are ignored")
  func strayAnswers() {
    var lane = TestLane(.writes)
    #expect(lane(.answered(.succeeded)) == [])
    #expect(lane(.synced(nil)) == [])
    #expect(lane.state.isEmpty)
  }
}

/// A lane's state with a clock that the test moves.
private struct TestLane {
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

  mutating func submit(_ id: Int, account: Int) -> [LaneState.Decision] {
    self(.submitted(LaneState.MemberID(id), account: PGUUID(high: 0, low: UInt64(account))))
  }

  /// The oldest unit, of `count` members, succeeds.
  mutating func succeed(_ count: Int) {
    for _ in 0..<count { _ = self(.answered(.succeeded)) }
    _ = self(.synced(nil))
  }

  mutating func pass(_ duration: Duration) { now = now + duration }
}
