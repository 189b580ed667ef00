internal import AsyncSockets
internal import HTTPCore
internal import Synchronization

/// The open connections of all loops together.
final class ConnectionCount: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .relaxed) }
  func add(_ difference: Int) { count.wrappingAdd(difference, ordering: .relaxed) }
}

/// One loop's share of the server: its listening socket, its connections and what they lend one another.
///
/// `@unchecked Sendable`: after `init`, touched only on its loop's thread.
final class LoopServer: @unchecked Sendable {
  let loop: EventLoop
  let configuration: HTTPServer.Configuration
  let observer: (any ServerObserver)?
  let responder: Responder
  var buffers = BufferPool()
  /// Where bytes that nobody wants are read to.
  var scratch = [UInt8](repeating: 0, count: BufferPool.inputBytes)
  private(set) var isStopping = false
  /// Connections that wait for their next request with a task.
  var waitingTasks = 0

  private let openConnections: ConnectionCount
  private var listener: Descriptor?
  private var connections: [Connection] = []
  private var refusals = 0
  private var limitWasReported = false
  private var requestIDs: RequestIDSource
  private var dateHeader = DateHeader(at: .now())

  var limits: ServerLimits { configuration.limits }

  init(
    loop: EventLoop, configuration: HTTPServer.Configuration, openConnections: ConnectionCount,
    observer: (any ServerObserver)?, responder: @escaping Responder
  ) {
    self.loop = loop
    self.configuration = configuration
    self.openConnections = openConnections
    self.observer = observer
    self.responder = responder
    requestIDs = RequestIDSource(seed: .random(in: .min ... .max))
  }

  func nextRequestID() -> String {
    var ids = requestIDs
    defer { requestIDs = ids }
    return ids.next()
  }

  /// The present time as an IMF-fixdate, made anew once a second.
  func date() -> [UInt8] {
    let header = dateHeader
    if loop.now < header.validUntil { return header.rendered }
    let renewed = DateHeader(at: loop.now)
    dateHeader = renewed
    return renewed.rendered
  }

  // MARK: Accepting

  func listen(on fileDescriptor: Int32) -> SocketError? {
    do throws(SocketError) {
      let listener = try Descriptor(
        fileDescriptor, on: loop, trigger: .level, interest: .readable)
      listener.onReady = { [unowned self] _ in acceptWaiting() }
      self.listener = listener
      return nil
    } catch {
      closeSocket(fileDescriptor)
      return error
    }
  }

  /// Connections accepted before the loop looks at the others again.
  private static let maxAcceptsPerRound = 64

  private func acceptWaiting() {
    guard let listener else { return }
    for _ in 0..<Self.maxAcceptsPerRound {
      if refusals >= limits.maxRefusalsPerLoop { return pauseAccepting() }
      switch listener.accept() {
      case .accepted(let fileDescriptor, let peer): admit(fileDescriptor, peer: peer)
      case .skipped: continue
      case .wouldBlock: return
      case .exhausted:
        observer?.serverEvent(.acceptExhausted(loop: loop.index))
        return pauseAccepting()
      }
    }
  }

  /// Leaves what waits in the kernel's queue: a level-triggered listener that cannot accept would spin.
  private func pauseAccepting() {
    try? listener?.setInterest([])
    loop.schedule(at: loop.now + limits.acceptRetryTime) { [weak self] in
      try? self?.listener?.setInterest(.readable)
    }
  }

  private func admit(_ fileDescriptor: Int32, peer: String) {
    let isOverLimit = openConnections.value >= limits.maxConnections
    guard let descriptor = try? Descriptor(fileDescriptor, on: loop) else {
      return closeSocket(fileDescriptor)
    }
    let connection = Connection(descriptor: descriptor, peer: peer, server: self)
    connection.place = connections.count
    connections.append(connection)
    openConnections.add(1)
    if isOverLimit {
      reportLimit()
      refusals += 1
      connection.refuseAtOnce()
    } else {
      connection.becomeIdle()
    }
  }

  private func reportLimit() {
    guard !limitWasReported else { return }
    limitWasReported = true
    observer?.serverEvent(.connectionLimitReached(limit: limits.maxConnections))
  }

  func refusalFinished() {
    refusals -= 1
  }

  /// A connection has closed itself.
  func remove(_ connection: Connection) {
    let place = connection.place
    guard place < connections.count, connections[place] === connection else { return }
    connections.swapAt(place, connections.count - 1)
    connections[place].place = place
    connections.removeLast()
    openConnections.add(-1)
  }

  // MARK: Stopping

  func stop() async {
    isStopping = true
    // Those in the kernel's queue have been connected as far as their clients know: serve them too.
    acceptWaiting()
    listener?.close()
    listener = nil
    for connection in connections { connection.serverStops() }
    let deadline = loop.now + limits.stopTime
    while !connections.isEmpty, loop.now < deadline {
      await loop.sleep(until: .now() + .milliseconds(10))
    }
    for connection in connections { connection.abort() }
  }
}
