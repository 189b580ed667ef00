/// When a server that ended may be started again: at once the first time, then after 0.1 s, 0.2 s … 5 s, until one
/// has run for 10 s. A pure value; times are milliseconds of any steady clock.
struct RestartBackoff: Equatable {
  static let firstMilliseconds = 100
  static let maxMilliseconds = 5_000
  static let steadyMilliseconds = 10_000

  private var delay = 0
  private var nextTry = 0
  private var upSince: Int?

  mutating func failed(at now: Int) {
    if let upSince, now - upSince >= Self.steadyMilliseconds { delay = 0 }
    upSince = nil
    nextTry = now + delay
    delay = delay == 0 ? Self.firstMilliseconds : min(delay * 2, Self.maxMilliseconds)
  }

  mutating func succeeded(at now: Int) {
    if upSince == nil { upSince = now }
  }

  func mayTry(at now: Int) -> Bool { now >= nextTry }
}
