import AsyncSockets
import Testing

@testable import Postgres

@Suite("What a lane decides about its connection")
struct LaneConnectionTests {
  @Test("Until there is a connection, members wait; then they go as one batch")
  func waitForConnection() {
    var lane = TestLane(.writes, connected: false)
    #expect(lane(.ticked) == [.connect])
    #expect(lane.submit(1, 2) == [])
    #expect(lane(.connected) == [.send([[1, 2]])])
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
}
