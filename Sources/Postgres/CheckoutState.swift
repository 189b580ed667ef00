internal import AsyncSockets

/// Who gets which exclusive connection, and when one is made: an event in, decisions out.
struct CheckoutState: Sendable {
  typealias RequestID = Int
  typealias ConnectionID = Int

  enum Event: Sendable {
    case requested(RequestID)
    /// A connection was given back, in good order or not.
    case released(ConnectionID, isUsable: Bool)
    case connected(ConnectionID)
    case connectFailed
    /// A connection broke while nobody had it.
    case lostWhileIdle(ConnectionID)
    case ticked
  }

  enum Decision: Equatable, Sendable {
    case grant(RequestID, ConnectionID)
    case refuse(RequestID, LaneState.Refusal)
    case connect
    case close(ConnectionID)
  }

  private struct Waiting: Sendable {
    var id: RequestID
    var deadline: MonotonicTime
  }

  let maxConnections: Int
  let maxWaiting: Int
  let deadline: Duration
  private var idle: [ConnectionID] = []
  private var waiting: [Waiting] = []
  private var busyCount = 0
  private var connectingCount = 0
  private var retryAt = MonotonicTime(nanoseconds: 0)
  private var backOff: BackOff

  init(maxConnections: Int, maxWaiting: Int, deadline: Duration, seed: UInt64) {
    self.maxConnections = maxConnections
    self.maxWaiting = maxWaiting
    self.deadline = deadline
    backOff = BackOff(first: .milliseconds(50), longest: .seconds(1), seed: seed)
  }

  var isUnused: Bool { busyCount == 0 && waiting.isEmpty && connectingCount == 0 }

  mutating func handle(_ event: Event, at now: MonotonicTime, into decisions: inout [Decision]) {
    switch event {
    case .requested(let id):
      guard waiting.count < maxWaiting else {
        decisions.append(.refuse(id, .overloaded))
        return
      }
      waiting.append(Waiting(id: id, deadline: now + deadline))
    case .released(let id, let isUsable):
      busyCount -= 1
      if isUsable { idle.append(id) } else { decisions.append(.close(id)) }
    case .connected(let id):
      connectingCount -= 1
      backOff.succeeded()
      idle.append(id)
    case .connectFailed:
      connectingCount -= 1
      retryAt = now + backOff.failed()
    case .lostWhileIdle(let id):
      idle.removeAll { $0 == id }
      decisions.append(.close(id))
    case .ticked:
      for request in waiting where request.deadline <= now {
        decisions.append(.refuse(request.id, .unavailable))
      }
      waiting.removeAll { $0.deadline <= now }
    }
    serve(now, &decisions)
  }

  private mutating func serve(_ now: MonotonicTime, _ decisions: inout [Decision]) {
    // The one used last is the likeliest to be warm.
    while !waiting.isEmpty, let connection = idle.popLast() {
      busyCount += 1
      decisions.append(.grant(waiting.removeFirst().id, connection))
    }
    while waiting.count > connectingCount, retryAt <= now,
      idle.count + busyCount + connectingCount < maxConnections
    {
      connectingCount += 1
      decisions.append(.connect)
    }
  }
}
