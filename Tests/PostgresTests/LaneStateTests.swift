import AsyncSockets
import Testing

@testable import Postgres

@Suite("What a lane decides")
struct LaneStateTests {
  @Test("A batch is sorted by account; a second write of an account waits for the next one")
  func sorting() {
    var lane = TestLane(.writes)
    for (id, account) in [(1, 9), (2, 3), (3, 9), (4, 1), (5, 3), (6, 9)] {
      _ = lane.submit(id, account: account)
    }
    #expect(lane(.roundEnded) == [.send([[4, 2, 1]])])
    lane.succeed(3)
    #expect(lane(.roundEnded) == [.send([[5, 3]])])
    lane.succeed(2)
    #expect(lane(.roundEnded) == [.send([[6]])])
  }

  @Test("Many writes of one account keep nobody else out of a batch")
  func busyAccount() {
    var rules = LaneRules.writes
    rules.maxBatch = 3
    var lane = TestLane(rules)
    for id in 1...8 { _ = lane.submit(id, account: 7) }
    _ = lane.submit(9, account: 5)
    #expect(lane(.roundEnded) == [.send([[9, 1]])])
    lane.succeed(2)
    #expect(lane(.roundEnded) == [.send([[2]])])
  }

  @Test("Writes of several kinds go at once, in a transaction for each kind")
  func kinds() {
    var lane = TestLane(.writes)
    for (id, kind) in [(1, 20), (2, 10), (3, 20), (4, 10)] {
      _ = lane.submit(id, account: id, kind: kind)
    }
    #expect(lane(.roundEnded) == [.send([[1, 3], [2, 4]])])
    lane.succeed(2)
    #expect(lane(.roundEnded) == [])
    _ = lane(.failed(.refused))
    #expect(lane(.synced(nil)) == [])
    #expect(lane(.roundEnded) == [.send([[2], [4]])])
  }

  @Test("Writes are answered after their Sync, and one batch waits behind the one in flight")
  func heldUntilSync() {
    var lane = TestLane(.writes)
    _ = lane.submit(1, 2)
    _ = lane(.roundEnded)
    _ = lane.submit(3)
    #expect(lane(.roundEnded) == [.send([[3]])])
    _ = lane.submit(4)
    #expect(lane(.roundEnded) == [])
    #expect(lane(.answered(.succeeded)) == [])
    #expect(lane(.answered(.succeeded)) == [])
    #expect(lane(.synced(nil)) == [.deliver(1), .deliver(2)])
    #expect(lane(.roundEnded) == [.send([[4]])])
    #expect(lane(.answered(.succeeded)) == [])
    #expect(lane(.synced(nil)) == [.deliver(3)])
  }

  @Test(
    "A batch that fails while another waits behind it runs again alone, and the other is not touched"
  )
  func failsBeforeAnother() {
    var lane = TestLane(.writes)
    _ = lane.submit(1, 2)
    _ = lane(.roundEnded)
    _ = lane.submit(3)
    #expect(lane(.roundEnded) == [.send([[3]])])
    _ = lane(.failed(.refused))
    #expect(lane(.synced(nil)) == [])
    #expect(lane(.roundEnded) == [.send([[1], [2]])])
    #expect(lane(.answered(.succeeded)) == [])
    #expect(lane(.synced(nil)) == [.deliver(3)])
    #expect(lane(.answered(.succeeded)) == [])
    #expect(lane(.synced(nil)) == [.deliver(1)])
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

  @Test("When a batch fails, all of it run again, each alone")
  func failedBatch() {
    var lane = TestLane(.writes)
    _ = lane.submit(1, 2, 3)
    _ = lane(.roundEnded)
    _ = lane(.failed(.refused))
    #expect(lane(.synced(nil)) == [])
    _ = lane.submit(4)
    #expect(lane(.roundEnded) == [.send([[4], [1], [2], [3]])])
    #expect(lane(.answered(.succeeded)) == [])
    #expect(lane(.synced(nil)) == [.deliver(4)])
    _ = lane(.answered(.succeeded))
    #expect(lane(.synced(nil)) == [.deliver(1)])
    _ = lane(.failed(.refused))
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

  @Test("Reads of several kinds go at once, each kind as a unit of its own")
  func kindsOfReads() {
    var lane = TestLane(.reads)
    for (id, kind) in [(1, 0), (2, 10), (3, 0), (4, 10)] {
      _ = lane.submit(id, account: 0, kind: kind)
    }
    #expect(lane(.roundEnded) == [.send([[1, 3], [2, 4]])])
    lane.succeed(2)
    #expect(lane(.answered(.succeeded)) == [.deliver(2)])
    #expect(lane(.answered(.succeeded)) == [.deliver(4)])
    #expect(lane(.synced(nil)) == [])
    #expect(lane.state.isEmpty)
  }

  @Test(
    "When the statement of shared reads fails, each runs again alone; when it was stale, all together"
  )
  func failedSharedRead() {
    var lane = TestLane(.reads)
    for id in [1, 2] { _ = lane.submit(id, account: 0, kind: 10) }
    _ = lane(.roundEnded)
    _ = lane(.failed(.staleStatement))
    #expect(lane(.synced(nil)) == [])
    #expect(lane(.roundEnded) == [.send([[1, 2]])])
    _ = lane(.failed(.refused))
    #expect(lane(.synced(nil)) == [])
    #expect(lane(.roundEnded) == [.send([[1], [2]])])
    #expect(lane(.answered(.succeeded)) == [.deliver(1)])
    #expect(lane(.synced(nil)) == [])
    _ = lane(.failed(.refused))
    #expect(lane(.synced(nil)) == [.deliver(2)])
    #expect(lane.state.isEmpty)
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
      _ = lane(.failed(.retryAlone))
      #expect(lane(.synced(nil)) == [])
      lane.pass(.milliseconds(25))
      #expect(lane(.ticked) == [.send([[1]])])
    }
    _ = lane(.failed(.retryAlone))
    #expect(lane(.synced(nil)) == [.deliver(1)])
  }

  @Test("A stale statement runs again with its whole batch, unseen")
  func staleStatement() {
    for rules in [LaneRules.writes, .reads] {
      var lane = TestLane(rules)
      _ = lane.submit(1, 2)
      _ = lane(.roundEnded)
      lane.failStale(rules)
      #expect(lane(.roundEnded) == [.send([[1, 2]])])
    }
  }

  @Test("Writes whose statement is stale again and again are sent alone, then given up")
  func staleAgain() {
    var lane = TestLane(.writes)
    _ = lane.submit(1, 2)
    _ = lane(.roundEnded)
    lane.failStale(.writes)
    #expect(lane(.roundEnded) == [.send([[1, 2]])])
    lane.failStale(.writes)
    #expect(lane(.roundEnded) == [.send([[1], [2]])])
    _ = lane(.failed(.staleStatement))
    #expect(lane(.synced(nil)) == [.deliver(1)])
  }

  @Test("An account that keeps failing is sent alone for a minute")
  func troubledAccount() {
    var lane = TestLane(.writes)
    for id in 1...2 {
      _ = lane.submit(id, account: 7)
      _ = lane(.roundEnded)
      _ = lane(.failed(.refused))
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

  @Test("Timeouts and want of resources do not make an account troubled")
  func givenUp() {
    var lane = TestLane(.writes)
    for id in 1...3 {
      _ = lane.submit(id, account: 7)
      _ = lane(.roundEnded)
      _ = lane(.failed(.givenUp))
      #expect(lane(.synced(nil)) == [.deliver(LaneState.MemberID(id))])
    }
    _ = lane.submit(4, account: 7)
    _ = lane.submit(5, account: 8)
    #expect(lane(.roundEnded) == [.send([[4, 5]])])
  }

  @Test("Answers that nothing was sent for are ignored")
  func strayAnswers() {
    var lane = TestLane(.writes)
    #expect(lane(.answered(.succeeded)) == [])
    #expect(lane(.failed(.refused)) == [])
    #expect(lane(.synced(nil)) == [])
    #expect(lane.state.isEmpty)
  }
}
