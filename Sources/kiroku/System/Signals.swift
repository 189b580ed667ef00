import Glibc

/// Signals, taken one at a time by the main thread instead of interrupting others.
enum Signals {
  enum Event: Equatable {
    /// SIGTERM, SIGINT, or the terminal is gone.
    case stop
    /// A child ended, or another thread asks to look again.
    case look
    case timeout
  }

  /// A closed terminal (SIGHUP) stops the program too, unless it was started with that ignored (nohup(1)).
  private static let waited: [Int32] = {
    let signals = [SIGTERM, SIGINT, SIGCHLD, SIGUSR1]
    let before = signal(SIGHUP, SIG_DFL)
    let ignored: __sighandler_t? = SIG_IGN
    guard unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(ignored, to: Int.self) else {
      return signals + [SIGHUP]
    }
    _ = signal(SIGHUP, SIG_IGN)
    return signals
  }()

  /// Must run before any other thread starts: they inherit the mask.
  static func takeOver() {
    signal(SIGPIPE, SIG_IGN)
    var set = waitedSet()
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Waits on the main thread.
  static func next(withinMilliseconds milliseconds: Int) -> Event {
    var set = waitedSet()
    var limit = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
    switch unsafe sigtimedwait(&set, nil, &limit) {
    case SIGTERM, SIGINT, SIGHUP: return .stop
    case SIGCHLD, SIGUSR1: return .look
    default: return .timeout
    }
  }

  /// Wakes `next` from any thread.
  static func askToLook() { kill(getpid(), SIGUSR1) }

  private static func waitedSet() -> sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in waited { unsafe sigaddset(&set, signal) }
    return set
  }
}
