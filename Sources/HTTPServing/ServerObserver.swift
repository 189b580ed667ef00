public import HTTPCore

/// What became of one request; the material of a log line and of metrics.
///
/// Holds no header, no body and no query: nothing that could be secret.
public struct RequestRecord: Sendable {
  public var requestID: String
  /// Nil when the request was refused before its method was known.
  public var method: HTTPMethod?
  /// The pattern of the route that answered, for example `/v1/entries/{id}`; nil when there was none.
  public var route: String?
  public var status: Int
  /// Bytes written for this request, head and body.
  public var responseBytes: Int
  /// From the arrival of the request's head until its answer was handed to the kernel.
  public var microseconds: UInt64
}

/// Learns what the server does. Called on the loops' threads, so it must return quickly and never block.
public protocol ServerObserver: Sendable {
  func requestFinished(_ record: RequestRecord)
  /// Something that an operator may want to know.
  func serverEvent(_ event: ServerEvent)
}

public enum ServerEvent: Sendable, Equatable {
  /// Accepting failed for want of descriptors or memory; it is tried again shortly.
  case acceptExhausted(loop: Int)
  /// The limit of open connections was reached; further ones are refused.
  case connectionLimitReached(limit: Int)
  /// A responder exceeded its time; the client was answered 503.
  case responderTimedOut(route: String?, requestID: String)
}
