/// The patterns of a router as a tree of segments. Not generic, so that matching is compiled once.
@usableFromInline
struct RouteTree: Sendable {
  private struct Node {
    var literals: [(segment: [UInt8], node: Int)] = []
    var parameter: Int?
    var endpoint: Int?
  }

  private struct Endpoint {
    let pattern: String
    let names: [String]
    var routes: [(method: HTTPMethod, route: Int)] = []
    /// Sorted; with HEAD where GET is, and OPTIONS.
    var allow = ""

    func route(for method: HTTPMethod) -> Int? {
      for entry in routes where entry.method == method { return entry.route }
      if method == .head {
        for entry in routes where entry.method == .get { return entry.route }
      }
      return nil
    }
  }

  private var nodes = [Node()]
  private var endpoints: [Endpoint] = []
  private(set) var table: [(method: HTTPMethod, pattern: String)] = []

  /// The methods that some path takes.
  @usableFromInline private(set) var allow = "OPTIONS"

  @usableFromInline init() {}

  @usableFromInline
  mutating func add(_ method: HTTPMethod, _ pattern: String, route: Int) {
    precondition(pattern.utf8.first == .slash, "a pattern starts with a slash: \(pattern)")
    var node = 0
    var names: [String] = []
    let path = pattern.dropFirst()
    let segments =
      path.isEmpty ? [] : path.split(separator: "/", omittingEmptySubsequences: false)
    for segment in segments {
      precondition(!segment.isEmpty, "a pattern has no empty segment: \(pattern)")
      if segment.first == "{", segment.last == "}" {
        names.append(String(segment.dropFirst().dropLast()))
        node = parameterChild(of: node)
      } else {
        node = literalChild(of: node, Array(segment.utf8))
      }
    }
    let endpoint = endpoint(at: node, pattern: pattern, names: names)
    precondition(
      !endpoints[endpoint].routes.contains { $0.method == method }, "a route twice: \(pattern)")
    endpoints[endpoint].routes.append((method, route))
    endpoints[endpoint].allow = Self.allow(endpoints[endpoint].routes.map(\.method))
    table.append((method, pattern))
    allow = Self.allow(table.map(\.method))
  }

  private static func allow(_ methods: [HTTPMethod]) -> String {
    var allowed = Set(methods.map(\.name))
    if allowed.contains("GET") { allowed.insert("HEAD") }
    allowed.insert("OPTIONS")
    return allowed.sorted().joined(separator: ", ")
  }

  private mutating func parameterChild(of node: Int) -> Int {
    if let child = nodes[node].parameter { return child }
    nodes.append(Node())
    nodes[node].parameter = nodes.count - 1
    return nodes.count - 1
  }

  private mutating func literalChild(of node: Int, _ segment: [UInt8]) -> Int {
    if let child = nodes[node].literals.first(where: { $0.segment == segment }) {
      return child.node
    }
    nodes.append(Node())
    nodes[node].literals.append((segment, nodes.count - 1))
    return nodes.count - 1
  }

  private mutating func endpoint(at node: Int, pattern: String, names: [String]) -> Int {
    if let endpoint = nodes[node].endpoint {
      precondition(
        endpoints[endpoint].pattern == pattern,
        "one place, two patterns: \(endpoints[endpoint].pattern), \(pattern)")
      return endpoint
    }
    endpoints.append(Endpoint(pattern: pattern, names: names))
    nodes[node].endpoint = endpoints.count - 1
    return endpoints.count - 1
  }

  @usableFromInline
  func match(_ method: HTTPMethod, _ path: Span<UInt8>) -> RouteMatch<Int> {
    guard !path.isEmpty, path[0] == .slash else { return .notFound }
    var captures: [Range<Int>] = []
    let found = path.count == 1 ? nodes[0].endpoint : descend(0, from: 1, path, &captures)
    guard let found else { return .notFound }
    let endpoint = endpoints[found]
    guard let route = endpoint.route(for: method) else {
      if method == .options { return .options(allow: endpoint.allow) }
      return .methodNotAllowed(allow: endpoint.allow)
    }
    if captures.isEmpty { return .found(route, PathParameters(), pattern: endpoint.pattern) }

    var values: [String] = []
    values.reserveCapacity(captures.count)
    for capture in captures {
      guard let value = Self.decoded(path.extracting(capture)) else { return .notFound }
      values.append(value)
    }
    return .found(
      route, PathParameters(names: endpoint.names, values: values), pattern: endpoint.pattern)
  }

  /// The text of a segment; nil for a broken escape or ill-formed UTF-8.
  private static func decoded(_ segment: Span<UInt8>) -> String? {
    for index in 0..<segment.count where segment[index] == .percent {
      return percentDecoded(segment).flatMap { validText($0.span) }
    }
    return validText(segment)
  }

  /// The endpoint below `node` for the segments from `start` on. As deep as the deepest pattern.
  private func descend(
    _ node: Int, from start: Int, _ path: Span<UInt8>, _ captures: inout [Range<Int>]
  ) -> Int? {
    var end = start
    var hasEscape = false
    while end < path.count, path[end] != .slash {
      if path[end] == .percent { hasEscape = true }
      end &+= 1
    }
    guard end > start else { return nil }

    if let child = literalChild(of: node, path.extracting(start..<end), hasEscape: hasEscape),
      let endpoint = endpoint(below: child, after: end, path, &captures)
    {
      return endpoint
    }
    guard let child = nodes[node].parameter else { return nil }
    captures.append(start..<end)
    if let endpoint = endpoint(below: child, after: end, path, &captures) { return endpoint }
    captures.removeLast()
    return nil
  }

  private func endpoint(
    below child: Int, after end: Int, _ path: Span<UInt8>, _ captures: inout [Range<Int>]
  ) -> Int? {
    end == path.count
      ? nodes[child].endpoint : descend(child, from: end &+ 1, path, &captures)
  }

  private func literalChild(of node: Int, _ segment: Span<UInt8>, hasEscape: Bool) -> Int? {
    if hasEscape {
      guard let decoded = percentDecoded(segment) else { return nil }
      return nodes[node].literals.first { $0.segment == decoded }?.node
    }
    for literal in nodes[node].literals where segment.equals(literal.segment) {
      return literal.node
    }
    return nil
  }
}
