/// A request, or an attempt at one, that the server itself answers, since no responder does.
public struct RefusedRequest: Sendable {
  public enum Cause: Hashable, Sendable {
    /// Its head can't be read.
    case malformed(Refusal)
    /// Its head took too long to arrive.
    case headTimeout
    /// The client ended the connection within the head.
    case truncatedHead
    /// There are as many connections as there may be.
    case tooManyConnections
    /// The responder took too long.
    case responderTimeout
  }

  public let cause: Cause
  public let requestID: String
  /// What had come of the head, as it came.
  public let received: [UInt8]

  public init(_ cause: Cause, requestID: String, received: [UInt8]) {
    self.cause = cause
    self.requestID = requestID
    self.received = received
  }
}

/// Answers in a responder's place. The connection is closed after it.
public typealias Refuser = @Sendable (RefusedRequest) -> Response

extension RefusedRequest.Cause {
  /// A stable code for logs and problem documents.
  public var code: String {
    switch self {
    case .malformed(let refusal): refusal.rawValue
    case .headTimeout: "request-timeout"
    case .truncatedHead: "truncated-request"
    case .tooManyConnections: "too-many-connections"
    case .responderTimeout: "responder-timeout"
    }
  }

  public var status: Status {
    switch self {
    case .malformed(let refusal): refusal.status
    case .headTimeout: .requestTimeout
    case .truncatedHead: .badRequest
    case .tooManyConnections, .responderTimeout: .serviceUnavailable
    }
  }

  /// When the same may be tried again, where that may help.
  public var retryAfterSeconds: Int? { status == .serviceUnavailable ? 1 : nil }

  public static let all: [RefusedRequest.Cause] =
    Refusal.allCases.map { .malformed($0) }
    + [.headTimeout, .truncatedHead, .tooManyConnections, .responderTimeout]
}

extension RefusedRequest {
  /// The value of a line of the head that begins with a field's name: what can be made out of bytes that are no head.
  public func value(of name: FieldName) -> String? {
    for line in received.split(separator: .lineFeed) {
      guard let colon = line.firstIndex(of: .colon),
        line[..<colon].elementsEqual(name.lowercase, by: { $0.lowercased == $1 })
      else { continue }
      let value = line[(colon + 1)...].drop { $0.isWhitespace }
      let end = value.lastIndex { !$0.isWhitespace && $0 != .carriageReturn }
      return String(decoding: end.map { value[...$0] } ?? [], as: UTF8.self)
    }
    return nil
  }

  /// A problem document (RFC 9457) in the protocol's own words: what a server says that was not told better.
  public static func plainAnswer(to refused: RefusedRequest) -> Response {
    let cause = refused.cause
    // Codes and reasons hold no character that JSON escapes.
    let body = """
      {"type":"about:blank","title":"\(cause.status.reason)","status":\(cause.status.code),\
      "code":"\(cause.code)","requestId":"\(refused.requestID)"}

      """
    var response = Response(
      cause.status, contentType: "application/problem+json", body: Array(body.utf8))
    if let seconds = cause.retryAfterSeconds {
      response.headers.append(.retryAfter, String(seconds))
    }
    return response
  }
}
