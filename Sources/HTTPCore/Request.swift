/// A request as a responder sees it. A class, so that what hands it on copies one reference.
public final class Request: Sendable {
  public let head: RequestHead
  public let body: RequestBody
  /// Taken over from `X-Request-Id` or made.
  public let requestID: String
  /// The peer's address without its port.
  public let peerAddress: String
  /// What the route's `{name}` segments matched; empty before routing.
  public let parameters: PathParameters

  public init(
    head: RequestHead, body: RequestBody, requestID: String, peerAddress: String,
    parameters: PathParameters = PathParameters()
  ) {
    self.head = head
    self.body = body
    self.requestID = requestID
    self.peerAddress = peerAddress
    self.parameters = parameters
  }

  /// The same request with what its route matched.
  public func with(_ parameters: PathParameters) -> Request {
    Request(
      head: head, body: body, requestID: requestID, peerAddress: peerAddress,
      parameters: parameters)
  }
}

/// Answers one request. It never fails: what went wrong is a response too.
public typealias Responder = @Sendable (Request) async -> Response

extension RequestHead {
  /// Parses a whole head written out as text, for tests and for calling a responder in process.
  ///
  /// - Throws: the refusal; `malformedRequestLine` when the text is no complete head.
  public convenience init(parsing text: String) throws(Refusal) {
    var parser = RequestParser()
    switch parser.parse(Array(text.utf8).span) {
    case .head(let head, _):
      self.init(bytes: head.bytes, line: head.line, facts: head.facts, fields: head.fields)
    case .refused(let refusal): throw refusal
    case .incomplete: throw .malformedRequestLine
    }
  }
}
