/// Why a body could not be read to its end.
public enum BodyError: Error, Hashable, Sendable {
  /// More than `limit` bytes, announced or sent.
  case tooLarge(limit: Int)
  /// The framing is broken, or the client ended the connection within the body.
  case malformed(Refusal)
  /// The body came too slowly.
  case timedOut
  /// The connection is gone; nobody reads an answer.
  case disconnected

  /// The status that answers it.
  public var status: Status {
    switch self {
    case .tooLarge: .contentTooLarge
    case .malformed(let refusal): refusal.status
    case .timedOut: .requestTimeout
    case .disconnected: .badRequest
    }
  }
}

/// A request's content, pulled piece by piece: nothing is read from the socket until it is asked
/// for, so a slow consumer slows its client down.
///
/// `@unchecked Sendable`: handed to the one task that serves the request and read by it alone, one
/// pull after the other.
public final class RequestBody: @unchecked Sendable {
  /// Gives the next piece, nil at the end. `allowance` is how many more bytes are wanted at most:
  /// what announces more fails with `tooLarge` or `malformed(.bodyTooLarge)`.
  public typealias Pull = (_ allowance: Int) async throws(BodyError) -> [UInt8]?

  /// What `Content-Length` said; 0 without a body, nil for chunks.
  public let announcedBytes: Int?
  /// What has been pulled so far.
  public private(set) var receivedBytes = 0
  /// The limit of `next()`. A route that takes more, or less, sets it before the first pull.
  public var maxBytes: Int
  private var pull: Pull?

  public init(framing: BodyFraming, maxBytes: Int, pull: @escaping Pull) {
    self.maxBytes = maxBytes
    self.pull = pull
    announcedBytes =
      switch framing {
      case .none: 0
      case .length(let count): count
      case .chunked: nil
      }
    if framing == .none { self.pull = nil }
  }

  /// No content.
  public static var empty: RequestBody { RequestBody(framing: .none, maxBytes: 0) { _ in nil } }

  /// Content that is already there: for tests and for calling a responder in process.
  public static func bytes(_ bytes: [UInt8], maxBytes: Int = 1 << 20) -> RequestBody {
    if bytes.isEmpty { return .empty }
    var rest: [UInt8]? = bytes
    return RequestBody(framing: .length(bytes.count), maxBytes: maxBytes) { _ in
      defer { rest = nil }
      return rest
    }
  }

  /// Whether the end has been reached.
  public var isFinished: Bool { pull == nil }

  /// The next piece; nil at the end.
  ///
  /// - Throws: `tooLarge` before anything is pulled when the announced size is above `maxBytes`.
  public func next() async throws(BodyError) -> [UInt8]? {
    guard let pull else { return nil }
    if let announcedBytes, announcedBytes > maxBytes { throw .tooLarge(limit: maxBytes) }
    let piece: [UInt8]?
    do throws(BodyError) {
      piece = try await pull(maxBytes - receivedBytes)
    } catch .malformed(.bodyTooLarge) {
      throw .tooLarge(limit: maxBytes)
    }
    guard let piece else {
      self.pull = nil
      return nil
    }
    receivedBytes += piece.count
    if receivedBytes > maxBytes { throw .tooLarge(limit: maxBytes) }
    return piece
  }

  /// All of it.
  ///
  /// - Throws: `tooLarge` when there is more than `maxBytes`, announced or sent.
  public func collect(upTo maxBytes: Int) async throws(BodyError) -> [UInt8] {
    self.maxBytes = maxBytes
    guard var all = try await next() else { return [] }
    while let piece = try await next() { all += piece }
    return all
  }
}
