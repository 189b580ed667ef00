/// A request method (RFC 9110 §9). Methods are case-sensitive: `get` is `.other("get")`.
public enum HTTPMethod: Hashable, Sendable {
  case get, head, post, put, patch, delete, options, trace, connect
  /// A well-formed token that is none of the above.
  case other(String)

  public var name: String {
    switch self {
    case .get: "GET"
    case .head: "HEAD"
    case .post: "POST"
    case .put: "PUT"
    case .patch: "PATCH"
    case .delete: "DELETE"
    case .options: "OPTIONS"
    case .trace: "TRACE"
    case .connect: "CONNECT"
    case .other(let name): name
    }
  }

  /// The method of a token's bytes; nil when a byte is no token byte or there is none.
  init?(_ token: Span<UInt8>) {
    // Up to seven bytes packed into a word compare at once.
    var packed: UInt64 = 0
    guard !token.isEmpty else { return nil }
    for index in 0..<token.count {
      guard token[index].isTokenByte else { return nil }
      packed = packed &<< 8 | UInt64(token[index])
    }
    switch (token.count, packed) {
    case (3, 0x47_4554): self = .get
    case (4, 0x504F_5354): self = .post
    case (3, 0x50_5554): self = .put
    case (4, 0x4845_4144): self = .head
    case (5, 0x50_4154_4348): self = .patch
    case (6, 0x4445_4C45_5445): self = .delete
    case (7, 0x4F_5054_494F_4E53): self = .options
    case (5, 0x54_5241_4345): self = .trace
    case (7, 0x43_4F4E_4E45_4354): self = .connect
    default: self = .other(text(token))
    }
  }
}

/// The versions that are spoken here. Minor versions above 1 are served as 1.1 (RFC 9112 §2.3).
public enum HTTPVersion: Hashable, Sendable {
  case http10, http11
}
