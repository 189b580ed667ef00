/// A piece of work that waits for its time; ``cancel()`` keeps it from running.
public final class LoopTimer {
  fileprivate let time: MonotonicTime
  fileprivate var work: (() -> Void)?

  fileprivate init(time: MonotonicTime, work: @escaping () -> Void) {
    self.time = time
    self.work = work
  }

  /// Runs the work, unless it was cancelled or has run.
  func fire() {
    let work = work
    self.work = nil
    work?()
  }

  /// Forgets the work. On the loop's thread only.
  public func cancel() {
    work = nil
  }
}

/// The timers of one loop, soonest last. A loop has few: what waits for a descriptor has its deadline in the
/// ``DescriptorTable``.
struct TimerQueue {
  private var timers: [LoopTimer] = []

  var next: MonotonicTime? { timers.last?.time }

  mutating func add(at time: MonotonicTime, _ work: @escaping () -> Void) -> LoopTimer {
    let timer = LoopTimer(time: time, work: work)
    // Behind those of the same time, so that equal times run in the order in which they were added.
    let position = timers.firstIndex { $0.time <= time } ?? timers.endIndex
    timers.insert(timer, at: position)
    return timer
  }

  /// Removes the timers whose time has come. The caller fires them: their work may add others.
  mutating func takeDue(_ now: MonotonicTime) -> [LoopTimer] {
    guard let last = timers.last, last.time <= now else { return [] }
    var due: [LoopTimer] = []
    while let timer = timers.last, timer.time <= now {
      due.append(timers.removeLast())
    }
    return due
  }
}
