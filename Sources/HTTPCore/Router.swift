/// What a router makes of a method and a path.
public enum RouteMatch<Route: Sendable>: Sendable {
  /// `pattern` is the label for logs and metrics, since it holds nothing of the client's.
  case found(Route, PathParameters, pattern: String)
  /// `OPTIONS` on a known path that no route takes, or on the server: 204 with this `Allow`.
  case options(allow: String)
  /// A known path, another method: 405 with this `Allow`.
  case methodNotAllowed(allow: String)
  case notFound
}

/// A table of routes.
///
/// A pattern is made of literal segments and `{name}` segments: `/v1/entries/{id}`. Paths are split
/// at their slashes first and each segment is decoded afterwards, so `%2F` is data. A literal wins
/// over a name. Paths are case-sensitive; an empty segment (`//`, a trailing slash), a broken escape
/// and ill-formed UTF-8 match nothing. `GET` serves `HEAD`.
public struct Router<Route: Sendable>: Sendable {
  @usableFromInline var routes: [Route] = []
  @usableFromInline var tree = RouteTree()

  public init() {}

  /// - Precondition: the pattern starts with `/`, has no empty segment and is not taken.
  public mutating func add(_ method: HTTPMethod, _ pattern: String, _ route: Route) {
    tree.add(method, pattern, route: routes.count)
    routes.append(route)
  }

  /// Every route's method and pattern, in the order added: for comparing with a contract.
  public var table: [(method: HTTPMethod, pattern: String)] { tree.table }

  @inlinable
  public func match(_ head: RequestHead) -> RouteMatch<Route> {
    if head.isAsteriskForm { return .options(allow: tree.allow) }
    return head.withPath { match(head.method, $0) }
  }

  /// - Parameter path: still percent-encoded, without the query.
  @inlinable
  public func match(_ method: HTTPMethod, _ path: Span<UInt8>) -> RouteMatch<Route> {
    switch tree.match(method, path) {
    case .found(let route, let parameters, let pattern):
      .found(routes[route], parameters, pattern: pattern)
    case .options(let allow): .options(allow: allow)
    case .methodNotAllowed(let allow): .methodNotAllowed(allow: allow)
    case .notFound: .notFound
    }
  }

  public func match(_ method: HTTPMethod, _ path: String) -> RouteMatch<Route> {
    match(method, Array(path.utf8).span)
  }
}

extension RequestHead {
  /// `OPTIONS *` asks about the server as a whole (RFC 9110 §9.3.7): it is told every method that some path takes.
  @usableFromInline var isAsteriskForm: Bool {
    pathRange.count == 1 && bytes[pathRange.lowerBound] == .asterisk
  }
}
