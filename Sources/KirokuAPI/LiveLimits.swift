/// How long and how many may wait for changes.
public struct LiveLimits: Sendable {
  /// Streams and long polls of one account on one replica that are open at the same time. A person has a few devices; a
  /// client that opens more has forgotten to close some.
  public var maxWaitingPerAccount = 32
  /// The longest that `wait` may ask for, in seconds.
  public var maxWaitSeconds = 30
  /// The longest silence of a stream. Then it looks again by itself, and says something, which keeps proxies from
  /// closing it.
  public var heartbeat: Duration = .seconds(25)
  /// After something may have been missed, those who wait look again within this time, each at a moment of its own.
  public var lookSpread: Duration = .seconds(2)

  public init() {}
}
