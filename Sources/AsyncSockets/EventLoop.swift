internal import CLinux
internal import Glibc
internal import Synchronization

/// One thread that waits for descriptors and deadlines with epoll and runs `async` code.
///
/// Start one a core. Code started with ``spawn(_:)`` stays on the loop's thread over every `await`: the loop is the
/// task's preferred executor, and functions that belong to no actor run where their caller runs. State that belongs to
/// a loop is therefore touched by one thread only and needs no lock.
///
/// Each round: take what epoll reports, run the jobs that became ready, then the work left for the round's end
/// (``atRoundEnd(_:)``), so that whatever a round produced for one connection leaves in one system call.
///
/// Sources: `epoll(7)`, `eventfd(2)`; Swift Evolution SE-0417 (task executor preference).
///
/// `@unchecked Sendable`: everything but `inbox` is touched only on the loop's own thread, and `inbox` is
/// behind a mutex.
public final class EventLoop: TaskExecutor, @unchecked Sendable {
  /// How often deadlines of descriptors are looked at; a wait ends at most this much late.
  public static let deadlineResolution: Duration = .milliseconds(50)
  /// Events taken from the kernel in one round.
  static let maxEventsPerRound = 256
  /// Rounds of jobs that may follow one another before the loop looks at its descriptors again.
  static let maxJobPassesPerRound = 64

  /// The loop's number, for logs and for tables with one place a loop.
  public let index: Int
  /// The time at which this round began. On the loop's thread only.
  public var now: MonotonicTime { roundStart }
  // Private, with the accessor above: what only this module touches needs no check of exclusive access at run time.
  private var roundStart = MonotonicTime.now()

  let epoll: Int32
  private let wakeUp: Int32
  private var thread = pthread_t()
  private var isStopping = false

  private struct Inbox {
    var jobs: [UnownedJob] = []
    var work: [@Sendable () -> Void] = []
    var isStopped = false
    var isEmpty: Bool { jobs.isEmpty && work.isEmpty }
  }
  private let inbox = Mutex(Inbox())

  private var readyJobs: [UnownedJob] = []
  private var runningJobs: [UnownedJob] = []
  private var roundEndWork: [() -> Void] = []
  var registry = DescriptorTable()
  private var timers = TimerQueue()

  private init(index: Int, epoll: Int32, wakeUp: Int32) {
    self.index = index
    self.epoll = epoll
    self.wakeUp = wakeUp
  }

  /// Starts a loop on a thread of its own. Ignores SIGPIPE for the process.
  ///
  /// - Throws: ``SocketError`` when the system refuses a descriptor or a thread.
  public static func start(index: Int = 0, name: String = "loop") throws(SocketError) -> EventLoop {
    signal(SIGPIPE, SIG_IGN)
    let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard epoll >= 0 else { throw SocketError("epoll_create1") }
    let wakeUp = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    guard wakeUp >= 0 else {
      let error = SocketError("eventfd")
      close(epoll)
      throw error
    }
    let loop = EventLoop(index: index, epoll: epoll, wakeUp: wakeUp)
    var event = epoll_event()
    event.events = EPOLLIN.rawValue
    event.data.u64 = DescriptorTable.wakeUpKey
    epoll_ctl(epoll, EPOLL_CTL_ADD, wakeUp, &event)

    let box = Unmanaged.passRetained(loop)
    let status = pthread_create(&loop.thread, nil, runLoopThread, box.toOpaque())
    guard status == 0 else {
      box.release()
      close(epoll)
      close(wakeUp)
      throw SocketError(call: "pthread_create", code: status)
    }
    pthread_setname_np(loop.thread, String((name + "-\(index)").prefix(15)))
    return loop
  }

  // MARK: Running code on the loop

  /// The loop whose thread this is, if it is one's.
  public static var current: EventLoop? {
    guard let pointer = pthread_getspecific(currentLoopKey) else { return nil }
    return Unmanaged<EventLoop>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Whether the caller runs on this loop's thread.
  public var isCurrent: Bool {
    pthread_getspecific(currentLoopKey) == Unmanaged.passUnretained(self).toOpaque()
  }

  /// Starts a task whose code runs on this loop. May be called from any thread.
  @discardableResult
  public func spawn(_ work: sending @escaping () async -> Void) -> Task<Void, Never> {
    Task(executorPreference: self, operation: work)
  }

  /// Runs `work` on the loop, soon. May be called from any thread. Dropped when the loop has stopped.
  public func execute(_ work: @escaping @Sendable () -> Void) {
    let wakes = inbox.withLock { inbox in
      let wasEmpty = inbox.isEmpty
      inbox.work.append(work)
      return wasEmpty
    }
    if wakes { wake() }
  }

  /// Runs `work` once when the jobs of this round have run. On the loop's thread only.
  public func atRoundEnd(_ work: @escaping () -> Void) {
    assert(isCurrent)
    roundEndWork.append(work)
  }

  /// Runs `work` once at or shortly after `time`. On the loop's thread only.
  @discardableResult
  public func schedule(at time: MonotonicTime, _ work: @escaping () -> Void) -> LoopTimer {
    assert(isCurrent)
    return timers.add(at: time, work)
  }

  /// Runs `work` each `interval`, first after one interval, until it answers false. On the loop's thread only.
  public func every(_ interval: Duration, _ work: @escaping () -> Bool) {
    schedule(at: now + interval) { [unowned self] in
      if work() { every(interval, work) }
    }
  }

  /// Waits until `time`. May be called from any thread.
  public func sleep(until time: MonotonicTime) async {
    await withUnsafeContinuation { continuation in
      if isCurrent {
        schedule(at: time) { continuation.resume() }
      } else {
        execute { [self] in schedule(at: time) { continuation.resume() } }
      }
    }
  }

  /// Called by the Swift runtime: a job of one of the loop's tasks became ready.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if isCurrent {
      readyJobs.append(job)
      return
    }
    let wakes = inbox.withLock { inbox in
      let wasEmpty = inbox.isEmpty
      inbox.jobs.append(job)
      return wasEmpty
    }
    if wakes { wake() }
  }

  /// Asks the loop to end after its present round. Waiting tasks are resumed with ``WaitError/closed`` first.
  public func stop() {
    execute { [self] in isStopping = true }
  }

  /// Waits until the loop's thread has ended. Not from the loop itself.
  public func join() {
    pthread_join(thread, nil)
  }

  private func wake() {
    var one: UInt64 = 1
    _ = write(wakeUp, &one, 8)
  }

  // MARK: The rounds

  fileprivate func run() {
    pthread_setspecific(currentLoopKey, Unmanaged.passUnretained(self).toOpaque())
    let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: Self.maxEventsPerRound)
    defer { events.deallocate() }
    var nextSweep = MonotonicTime.now() + Self.deadlineResolution

    while !isStopping {
      let hasWork = !readyJobs.isEmpty || !roundEndWork.isEmpty
      let timeout = hasWork ? 0 : millisecondsToSleep(nextSweep: nextSweep)
      let count = epoll_wait(epoll, events, Int32(Self.maxEventsPerRound), timeout)
      roundStart = .now()
      for position in 0..<max(0, Int(count)) {
        dispatch(events[position])
      }
      for timer in timers.takeDue(now) { timer.fire() }
      if now >= nextSweep {
        for descriptor in registry.takeDue(now) { descriptor.deadlinePassed() }
        nextSweep = now + Self.deadlineResolution
      }
      runJobs()
      runRoundEnd()
    }
    shutDown()
  }

  private func millisecondsToSleep(nextSweep: MonotonicTime) -> Int32 {
    var until = timers.next ?? .distantFuture
    if registry.armedDeadlines > 0 { until = min(until, nextSweep) }
    guard until != .distantFuture else { return -1 }
    let nanoseconds = until.nanoseconds(since: .now())
    return Int32(clamping: (nanoseconds + 999_999) / 1_000_000)
  }

  private func dispatch(_ event: epoll_event) {
    if event.data.u64 == DescriptorTable.wakeUpKey {
      takeInbox()
    } else if let descriptor = registry.descriptor(for: event.data.u64) {
      descriptor.take(Readiness(epollEvents: event.events))
    }
  }

  private func takeInbox() {
    var counter: UInt64 = 0
    _ = read(wakeUp, &counter, 8)
    let work = inbox.withLock { inbox in
      readyJobs.append(contentsOf: inbox.jobs)
      inbox.jobs.removeAll(keepingCapacity: true)
      defer { inbox.work.removeAll() }
      return inbox.work
    }
    for item in work { item() }
  }

  private func runJobs() {
    var passes = 0
    while !readyJobs.isEmpty, passes < Self.maxJobPassesPerRound {
      swap(&readyJobs, &runningJobs)
      for job in runningJobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
      runningJobs.removeAll(keepingCapacity: true)
      passes += 1
    }
  }

  private func runRoundEnd() {
    guard !roundEndWork.isEmpty else { return }
    let work = roundEndWork
    roundEndWork = []
    for item in work { item() }
  }

  /// Resumes everything that waits, runs what that makes ready, and gives the descriptors back.
  private func shutDown() {
    for descriptor in registry.takeAll() { descriptor.loopStopped() }
    for timer in timers.takeDue(.distantFuture) { timer.fire() }
    for _ in 0..<Self.maxJobPassesPerRound where !readyJobs.isEmpty || !roundEndWork.isEmpty {
      runJobs()
      runRoundEnd()
    }
    close(wakeUp)
    close(epoll)
  }
}

/// Finds the loop of the current thread; `pthread_key_create(3)` fails only when a process has over 1,024 keys.
private let currentLoopKey: pthread_key_t = {
  var key = pthread_key_t()
  pthread_key_create(&key, nil)
  return key
}()

private func runLoopThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  Unmanaged<EventLoop>.fromOpaque(argument).takeRetainedValue().run()
  return nil
}
