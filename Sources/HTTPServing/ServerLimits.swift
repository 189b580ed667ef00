public import HTTPCore

/// Every limit and deadline of the server, in one place.
///
/// The defaults suit a phone's API behind a proxy; research on other servers' values is in `docs/http.md`.
public struct ServerLimits: Sendable {
  /// Sizes of the parts of one request.
  public var message = MessageLimits()
  /// From the first byte of a request until its header block must be complete. Then: 408.
  public var headerTime: Duration = .seconds(10)
  /// How long a body may take before its rate is looked at.
  public var bodyGrace: Duration = .seconds(5)
  /// The rate a body must keep after ``bodyGrace``, in bytes a second. Slower: 408.
  public var minBodyBytesPerSecond = 1_024
  /// How long the peer may take no byte of an answer before the connection is dropped.
  public var writeStallTime: Duration = .seconds(30)
  /// How long a connection may lie without a request. Keep it above the proxy's own idle time (130 s behind Caddy).
  public var idleTime: Duration = .seconds(75)
  /// How long a connection without a request keeps the task of its last one.
  public var taskKeepTime: Duration = .seconds(1)
  /// Connections of one loop that may do so at the same time; an idle connection is cheap only without a task.
  public var maxWaitingTasksPerLoop = 256
  /// How long a responder may take, not counting the wait for a body. Then: 503. A route may have its own
  /// (``HTTPServer/Configuration/responderTime``).
  public var responderTime: Duration = .seconds(30)
  /// After a refusal: how long the peer's rest is read and thrown away, so that it gets to read the answer.
  public var lingerTime: Duration = .seconds(10)
  /// After a refusal: the longest pause in what the peer sends.
  public var lingerPause: Duration = .seconds(2)
  /// A body that the responder left unread is read and thrown away up to this size; a longer one closes the connection.
  public var maxDiscardedBodyBytes = 64 * 1_024
  /// Open connections of the whole server; further ones are answered 503.
  public var maxConnections = 10_000
  /// Refusals beyond ``maxConnections`` under way on one loop; while there are more, nothing is accepted.
  public var maxRefusalsPerLoop = 64
  /// After accepting failed for want of descriptors or memory: when it is tried again.
  public var acceptRetryTime: Duration = .milliseconds(100)
  /// Graceful stop: how long requests under way may take to finish.
  public var stopTime: Duration = .seconds(10)

  public init() {}
}
