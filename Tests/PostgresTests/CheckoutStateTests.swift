import AsyncSockets
import Testing

@testable import Postgres

@Suite("Who gets which exclusive connection")
struct CheckoutStateTests {
  @Test("A connection is made for who asks, and used again by the next")
  func reuse() {
    var pool = TestPool(maxConnections: 2)
    #expect(pool(.requested(1)) == [.connect])
    #expect(pool(.connected(10)) == [.grant(1, 10)])
    #expect(pool(.released(10, isUsable: true)) == [])
    #expect(pool(.requested(2)) == [.grant(2, 10)])
  }

  @Test("Not more connections than allowed; who comes later waits, in order")
  func limit() {
    var pool = TestPool(maxConnections: 1)
    #expect(pool(.requested(1)) == [.connect])
    #expect(pool(.requested(2)) == [])
    #expect(pool(.requested(3)) == [])
    #expect(pool(.connected(10)) == [.grant(1, 10)])
    #expect(pool(.released(10, isUsable: true)) == [.grant(2, 10)])
    #expect(pool(.released(10, isUsable: true)) == [.grant(3, 10)])
  }

  @Test("A connection in trouble is closed, and another made for who waits")
  func unusable() {
    var pool = TestPool(maxConnections: 1)
    _ = pool(.requested(1))
    _ = pool(.connected(10))
    _ = pool(.requested(2))
    #expect(pool(.released(10, isUsable: false)) == [.close(10), .connect])
    #expect(pool(.connected(11)) == [.grant(2, 11)])
  }

  @Test("Who waits longer than the deadline is refused")
  func deadline() {
    var pool = TestPool(maxConnections: 1)
    _ = pool(.requested(1))
    pool.now = pool.now + .seconds(2)
    #expect(pool(.ticked) == [.refuse(1, .unavailable)])
  }

  @Test("After a failed attempt the next one waits")
  func backOff() {
    var pool = TestPool(maxConnections: 1)
    _ = pool(.requested(1))
    #expect(pool(.connectFailed) == [])
    #expect(pool(.ticked) == [])
    pool.now = pool.now + .milliseconds(50)
    #expect(pool(.ticked) == [.connect])
  }

  @Test("A connection that broke while idle is not given to anybody")
  func lostWhileIdle() {
    var pool = TestPool(maxConnections: 1)
    _ = pool(.requested(1))
    _ = pool(.connected(10))
    _ = pool(.released(10, isUsable: true))
    #expect(pool(.lostWhileIdle(10)) == [.close(10)])
    #expect(pool(.requested(2)) == [.connect])
  }

  @Test("One request more than may wait is refused")
  func overloaded() {
    var pool = TestPool(maxConnections: 1, maxWaiting: 1)
    _ = pool(.requested(1))
    #expect(pool(.requested(2)) == [.refuse(2, .overloaded)])
  }

  @Test("The rules hold over random histories")
  func randomHistories() {
    var random = SeededGenerator(state: 7)
    for _ in 0..<200 {
      var pool = TestPool(maxConnections: 3, maxWaiting: 5)
      var open: Set<Int> = []
      var busy: [Int] = []
      var connecting = 0
      var nextID = 0
      for _ in 0..<200 {
        nextID += 1
        let decisions: [CheckoutState.Decision]
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1: decisions = pool(.requested(nextID))
        case 2 where connecting > 0:
          connecting -= 1
          open.insert(nextID)
          decisions = pool(.connected(nextID))
        case 3 where connecting > 0:
          connecting -= 1
          decisions = pool(.connectFailed)
        case 4 where !busy.isEmpty:
          decisions = pool(.released(busy.removeFirst(), isUsable: Bool.random(using: &random)))
        default:
          pool.now = pool.now + .milliseconds(100)
          decisions = pool(.ticked)
        }
        for decision in decisions {
          switch decision {
          case .grant(_, let id):
            #expect(open.contains(id) && !busy.contains(id))
            busy.append(id)
          case .close(let id): #expect(open.remove(id) != nil && !busy.contains(id))
          case .connect: connecting += 1
          case .refuse: break
          }
        }
        #expect(open.count + connecting <= 3)
      }
    }
  }
}

/// A pool's state with a clock that the test moves.
private struct TestPool {
  var state: CheckoutState
  var now = MonotonicTime(nanoseconds: 1_000_000_000_000)

  init(maxConnections: Int, maxWaiting: Int = 10) {
    state = CheckoutState(
      maxConnections: maxConnections, maxWaiting: maxWaiting, deadline: .seconds(2), seed: 1)
  }

  mutating func callAsFunction(_ event: CheckoutState.Event) -> [CheckoutState.Decision] {
    var decisions: [CheckoutState.Decision] = []
    state.handle(event, at: now, into: &decisions)
    return decisions
  }
}
