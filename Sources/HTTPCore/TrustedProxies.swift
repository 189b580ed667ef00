/// The proxies whose word is taken on where a request came from. Nobody's, unless they are named: a
/// client can send any field it likes.
public struct TrustedProxies: Hashable, Sendable {
  private let networks: [IPNetwork]

  public static let none = TrustedProxies(networks: [])

  private init(networks: [IPNetwork]) { self.networks = networks }

  /// - Parameter list: addresses and networks, comma-separated. Nil when an element is neither.
  public init?(_ list: String) {
    var networks: [IPNetwork] = []
    for element in list.split(separator: ",", omittingEmptySubsequences: false) {
      guard let network = IPNetwork(element.filter { $0 != " " }) else { return nil }
      networks.append(network)
    }
    self.init(networks: networks)
  }

  /// Whose request it is: the peer, or, where that is a trusted proxy, the last element of
  /// `X-Forwarded-For` that is none. Each proxy appends what it saw, so all to the right of that element
  /// was written by proxies that are trusted, and nothing to its left is believed.
  public func clientAddress(of request: Request) -> String {
    guard !networks.isEmpty, trusts(request.peerAddress) else { return request.peerAddress }
    var client = request.peerAddress
    for value in request.head.values(of: .forwardedFor).reversed() {
      for element in value.split(separator: ",", omittingEmptySubsequences: false).reversed() {
        // "unknown", or anything else that is no address: only its proxy is known.
        guard let address = Self.host(element) else { return client }
        client = address
        if !trusts(address) { return client }
      }
    }
    return client
  }

  /// Whether the client spoke TLS with a trusted proxy, as that says in `X-Forwarded-Proto`. Its own word is the last one.
  public func isSecure(_ request: Request) -> Bool {
    guard !networks.isEmpty, trusts(request.peerAddress) else { return false }
    let last = request.head.values(of: .forwardedProto).last?.split(separator: ",").last
    return last?.filter { $0 != " " }.lowercased() == "https"
  }

  private func trusts(_ address: String) -> Bool {
    guard let address = IPAddress(address) else { return false }
    return networks.contains { $0.contains(address) }
  }

  /// The address of an element, which some proxies write with the port: `192.0.2.1:80`, `[2001:db8::1]:80`.
  private static func host(_ element: Substring) -> String? {
    var host = element.filter { $0 != " " && $0 != "\t" && $0 != "\"" }
    if host.first == "[", let end = host.firstIndex(of: "]") {
      host = String(host[host.index(after: host.startIndex)..<end])
    } else if host.filter({ $0 == ":" }).count == 1, let colon = host.firstIndex(of: ":") {
      host = String(host[..<colon])
    }
    return IPAddress(host) == nil ? nil : host
  }
}
