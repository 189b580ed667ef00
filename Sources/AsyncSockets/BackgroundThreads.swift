internal import CLinux
internal import Glibc

/// Threads for long computations, which would keep all other connections of a loop waiting.
///
/// They give way: their priority is lower than that of the loops. Jobs begin in the order in which they became ready; a
/// task goes on with whichever thread is free.
///
/// Sources: Swift Evolution SE-0417 (task executor preference); `setpriority(2)`, which on Linux holds for one thread.
///
/// `@unchecked Sendable`: `jobs` and `isStopping` are touched behind the mutex only; `threads` is filled before anyone else
/// has the executor, and read by whoever stops it; the two pointers never change.
public final class BackgroundThreads: TaskExecutor, @unchecked Sendable {
  /// How much their priority is lower: a third of a loop's share of a processor that both want (`sched(7)`, nice).
  public static let niceness: Int32 = 5

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var jobs: [UnownedJob] = []
  private var isStopping = false
  private var threads: [pthread_t] = []

  private init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// - Parameter count: at least 1.
  /// - Throws: ``SocketError`` when the system refuses a thread.
  public static func start(count: Int) throws(SocketError) -> BackgroundThreads {
    let executor = BackgroundThreads()
    for number in 0..<max(1, count) {
      var thread = pthread_t()
      let box = Unmanaged.passRetained(executor)
      let status = pthread_create(&thread, nil, runBackgroundThread, box.toOpaque())
      guard status == 0 else {
        box.release()
        executor.stop()
        throw SocketError(call: "pthread_create", code: status)
      }
      pthread_setname_np(thread, "background-\(number)")
      executor.threads.append(thread)
    }
    return executor
  }

  /// Called by the Swift runtime: a job of a task that prefers these threads became ready.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    pthread_mutex_lock(mutex)
    jobs.append(job)
    pthread_cond_signal(changed)
    pthread_mutex_unlock(mutex)
  }

  /// Ends the threads once no job is ready, and waits for them. Not from one of them; nothing may be started on them
  /// afterwards.
  public func stop() {
    pthread_mutex_lock(mutex)
    isStopping = true
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(mutex)
    for thread in threads { pthread_join(thread, nil) }
    threads = []
  }

  fileprivate func run() {
    // Of this thread; that it is refused changes nothing but who gives way.
    setpriority(
      __priority_which_t(PRIO_PROCESS.rawValue), 0,
      getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) + Self.niceness)
    while let job = nextJob() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  /// Waits for the oldest job; nil when the threads are to end.
  private func nextJob() -> UnownedJob? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while jobs.isEmpty {
      if isStopping { return nil }
      pthread_cond_wait(changed, mutex)
    }
    return jobs.removeFirst()
  }
}

private func runBackgroundThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  Unmanaged<BackgroundThreads>.fromOpaque(argument).takeRetainedValue().run()
  return nil
}
