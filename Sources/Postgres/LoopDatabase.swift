internal import AsyncSockets

/// The connections of one loop.
///
/// `@unchecked Sendable`: touched only on its loop's thread; `Database` hops there.
final class LoopDatabase: @unchecked Sendable {
  /// How often deadlines are looked at.
  static let tickInterval: Duration = .milliseconds(50)

  let loop: EventLoop
  let work: WorkPool
  private let waiting: WaitingLanes
  private let reads: [Lane]
  private let writes: Lane
  private var isStarted = false
  private var isClosed = false

  init(on loop: EventLoop, configuration: DatabaseConfiguration) {
    self.loop = loop
    let statements = StatementTable()
    let work = WorkPool(on: loop, configuration: configuration, statements: statements)
    let waiting = WaitingLanes(on: loop, pool: work, configuration: configuration)
    self.work = work
    self.waiting = waiting
    func lane(_ rules: LaneRules) -> Lane {
      var rules = rules
      rules.checkoutDeadline = configuration.checkoutDeadline
      rules.answerDeadline = configuration.answerDeadline
      rules.maxQueued = configuration.maxQueued
      rules.maxBatch = rules.isForWrites ? configuration.maxBatch : configuration.maxReadBatch
      return Lane(
        rules: rules, on: loop, configuration: configuration, statements: statements,
        waitForLock: { waiting.add($0) })
    }
    reads = (0..<max(1, configuration.readLanes)).map { _ in lane(.reads) }
    writes = lane(.writes)
  }

  /// Connects the lanes and starts the clock. On the loop.
  func start() {
    guard !isStarted else { return }
    isStarted = true
    tick()
    loop.every(Self.tickInterval) { [weak self] in
      guard let self, !isClosed else { return false }
      tick()
      return true
    }
  }

  /// Shared reads have the first lane, so that as many as can be share; where there are others, these take what may last
  /// longer.
  func read(_ ticket: Ticket) {
    let others = reads.dropFirst()
    if ticket.kind != 0 || others.isEmpty {
      reads[0].submit(ticket)
    } else {
      leastBusy(others).submit(ticket)
    }
  }

  func write(_ ticket: Ticket) { writes.submit(ticket) }

  var isIdle: Bool {
    reads.allSatisfy(\.isEmpty) && writes.isEmpty && waiting.isEmpty && work.isUnused
  }

  func close() {
    isClosed = true
    for lane in reads { lane.close() }
    writes.close()
    work.close()
  }

  private func tick() {
    for lane in reads { lane.tick() }
    writes.tick()
    work.tick()
  }

  /// - Parameter lanes: at least one.
  private func leastBusy(_ lanes: ArraySlice<Lane>) -> Lane {
    var best = lanes[lanes.startIndex]
    guard lanes.count > 1 else { return best }
    var least = best.load
    for lane in lanes where lane !== best {
      let load = lane.load
      if load < least { (best, least) = (lane, load) }
    }
    return best
  }
}
