/// A response: status, fields, content. Framing, `Date` and `Connection` are the encoder's.
public struct Response: Sendable {
  public var status: Status
  public var headers: HeaderBlock
  public var body: ResponseBody
  /// Whether the connection is to be closed after it.
  public var closesConnection = false
  /// The pattern of the route that made it, the label for logs and metrics; nil when no route matched.
  public var route: String?

  public init(_ status: Status, headers: HeaderBlock = HeaderBlock(), body: ResponseBody = .none) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A response with content of the given media type.
  public init(_ status: Status, contentType: String, body: [UInt8]) {
    self.init(status, body: .bytes(body))
    headers.append(.contentType, contentType)
  }

  /// Plain text in UTF-8.
  public static func text(_ text: String, status: Status = .ok) -> Response {
    Response(status, contentType: "text/plain; charset=utf-8", body: Array(text.utf8))
  }
}

public enum ResponseBody: Sendable {
  case none
  case bytes([UInt8])
  /// Written piece by piece while the client reads; returning ends it, throwing cuts the connection
  /// so that the client knows that something is missing. Not called for HEAD, 204 and 304.
  case stream(@Sendable (any BodySink) async throws -> Void)
}

/// Where a streamed body is written.
public protocol BodySink: AnyObject {
  /// Sends a piece, waiting while the client does not read.
  ///
  /// - Throws: when the client is gone or does not read for too long.
  func write(_ bytes: [UInt8]) async throws(SinkError)

  /// Waits until ``wake`` is called or the time has passed. Meanwhile the stream costs no buffer.
  ///
  /// - Throws: when the client is gone.
  func pause(upTo duration: Duration) async throws(SinkError) -> PauseEnd

  /// Ends the present pause, or else the next one. From any thread, as often as one likes.
  var wake: @Sendable () -> Void { get }
}

/// Why a pause of a streamed body ended.
public enum PauseEnd: Sendable {
  case woken
  /// The time has passed.
  case elapsed
  /// The server is being stopped: end the body.
  case stopping
}

public enum SinkError: Error, Hashable, Sendable {
  /// The client closed the connection, or the server is being stopped.
  case disconnected
  /// The client did not read within the write deadline.
  case timedOut
}
