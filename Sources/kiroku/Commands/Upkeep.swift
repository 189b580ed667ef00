internal import AsyncSockets
internal import KirokuStore
internal import Synchronization

/// What a server does beside answering: it counts what was done for the measures, and makes the partitions of events
/// ahead. Replicas may all do it: each step is one's at a time, and a second finds it done.
final class Upkeep: Sendable {
  private let store: Store
  private let loop: EventLoop
  private let log: LogSink
  private let isStopped = Atomic<Bool>(false)

  /// How long after one count the next one begins. A measure that is asked for counts by itself.
  private static let countInterval: Duration = .seconds(60)
  private static let partitionInterval: Duration = .seconds(86_400)
  /// How often it looks whether it is to stop.
  private static let tick: Duration = .milliseconds(500)

  init(store: Store, loop: EventLoop, log: LogSink) {
    self.store = store
    self.loop = loop
    self.log = log
  }

  func start() {
    loop.spawn { [self] in
      var partitionsDue = loop.now
      while !isStopped.load(ordering: .relaxed) {
        do throws(StoreError) {
          if loop.now >= partitionsDue {
            try await store.events.makePartitions()
            partitionsDue = loop.now + Self.partitionInterval
          }
          try await store.measures.rollUpGently { [self] time in await wait(time) }
        } catch {
          log.append(
            LogLine.event("upkeep failed", level: "warning", ["reason": error.description]))
        }
        _ = await wait(Self.countInterval)
      }
    }
  }

  func stop() { isStopped.store(true, ordering: .relaxed) }

  /// - Returns: false once it is to stop.
  private func wait(_ time: Duration) async -> Bool {
    let end = loop.now + time
    while loop.now < end && !isStopped.load(ordering: .relaxed) {
      await loop.sleep(until: min(end, loop.now + Self.tick))
    }
    return !isStopped.load(ordering: .relaxed)
  }
}
