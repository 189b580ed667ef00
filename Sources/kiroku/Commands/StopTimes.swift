internal import AsyncSockets

/// How long a graceful stop takes at most, whatever hangs: whoever sent the signal sends SIGKILL after a while, and
/// containers wait for as little as ten seconds.
enum StopTimes {
  /// From the signal to the program's end.
  static let all: Duration = .milliseconds(9_500)
  /// Of it, for requests under way.
  static let requests: Duration = .seconds(7)
  /// Of it, for statements that nobody waits for any more.
  static let statements: Duration = .milliseconds(500)
}
