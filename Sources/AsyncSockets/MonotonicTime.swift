internal import CLinux
internal import Glibc

/// A point on the machine's monotonic clock, in nanoseconds since an unspecified start.
///
/// Deadlines are compared a few times a request, so this is one integer; `ContinuousClock.Instant` carries 128 bits
/// and costs a library call for each sum. Source: `clock_gettime(2)`, `CLOCK_MONOTONIC`.
public struct MonotonicTime: Comparable, Hashable, Sendable {
  public var nanoseconds: UInt64

  public init(nanoseconds: UInt64) {
    self.nanoseconds = nanoseconds
  }

  /// The deadline of a wait that has none.
  public static let distantFuture = MonotonicTime(nanoseconds: .max)

  /// The clock's reading at this moment.
  public static func now() -> MonotonicTime {
    var reading = timespec()
    clock_gettime(CLOCK_MONOTONIC, &reading)
    return MonotonicTime(
      nanoseconds: UInt64(reading.tv_sec) &* 1_000_000_000 &+ UInt64(reading.tv_nsec))
  }

  public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The time `duration` later; sums that would overflow saturate to ``distantFuture``, negative durations add nothing.
  public static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
    let (sum, overflow) = time.nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
    return overflow ? .distantFuture : MonotonicTime(nanoseconds: sum)
  }

  /// How long it is from `start` to this time, in nanoseconds; zero when `start` is later.
  public func nanoseconds(since start: MonotonicTime) -> UInt64 {
    nanoseconds > start.nanoseconds ? nanoseconds - start.nanoseconds : 0
  }
}

extension Duration {
  /// This duration in nanoseconds, clamped to 0…`UInt64.max`.
  package var wholeNanoseconds: UInt64 {
    let attoseconds = attoseconds
    // Up to 18 s, as most durations here are, one word holds them: no library call.
    if let word = UInt64(exactly: attoseconds) { return word / 1_000_000_000 }
    return UInt64(clamping: attoseconds / 1_000_000_000)
  }
}

/// The machine's wall clock (`CLOCK_REALTIME`).
public enum WallClock {
  /// Whole seconds since 1970-01-01T00:00:00Z.
  public static func unixSeconds() -> Int64 {
    var reading = timespec()
    clock_gettime(CLOCK_REALTIME, &reading)
    return Int64(reading.tv_sec)
  }

  /// Microseconds since 1970-01-01T00:00:00Z.
  public static func unixMicroseconds() -> Int64 {
    var reading = timespec()
    clock_gettime(CLOCK_REALTIME, &reading)
    return Int64(reading.tv_sec) * 1_000_000 + Int64(reading.tv_nsec) / 1_000
  }
}
