/// A request as a responder sees it.
public struct Request: Sendable {
  public let head: RequestHead
  public let body: RequestBody
  /// Taken over from `X-Request-Id` or made.
  public let requestID: String
  /// The peer's address without its port.
  public let peerAddress: String
  /// What the route's `{name}` segments matched; empty before routing.
  public var parameters = PathParameters()

  public init(head: RequestHead, body: RequestBody, requestID: String, peerAddress: String) {
    self.head = head
    self.body = body
    self.requestID = requestID
    self.peerAddress = peerAddress
  }
}

/// Answers one request. It never fails: what went wrong is a response too.
public typealias Responder = @Sendable (Request) async -> Response

extension RequestHead {
  /// Parses a whole head written out as text, for tests and for calling a responder in process.
  ///
  /// - Throws: the refusal; `malformedRequestLine` when the text is no complete head.
  public init(parsing text: String) throws(Refusal) {
    var parser = RequestParser()
    switch parser.parse(Array(text.utf8).span) {
    case .head(let head, _): self = head
    case .refused(let refusal): throw refusal
    case .incomplete: throw .malformedRequestLine
    }
  }
}
