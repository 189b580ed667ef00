internal import AsyncSockets
internal import Glibc

/// Finds the addresses of hosts on a thread of its own: libpq would block its caller's thread, an event
/// loop, for as long as a name server takes.
enum HostLookup {
  /// The hosts, addresses and ports to try, as three lists beside one another, in which a name comes
  /// once for each of its addresses (PostgreSQL's manual, 34.1.1.3); nil when nothing is a name.
  ///
  /// - Parameters: `host` and `port` as in a connection string: lists separated by commas.
  /// - Throws: `unavailable` when a name has no address.
  static func resolve(
    hosts: String, ports: String?
  ) async throws(PostgresError) -> [(keyword: String, value: String)]? {
    let names = hosts.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard names.contains(where: needsLookup) else { return nil }
    let ports = (ports ?? "").split(separator: ",", omittingEmptySubsequences: false)
    var targets: [(host: String, address: String, port: String)] = []
    for (index, name) in names.enumerated() {
      let port = ports.count == names.count ? String(ports[index]) : String(ports.first ?? "")
      let addresses = needsLookup(name) ? await addresses(of: name) : [""]
      for address in addresses { targets.append((name, address, port)) }
    }
    guard !targets.isEmpty else {
      throw PostgresError(.unavailable, "the database's host \"\(hosts)\" is not known")
    }
    return [
      (keyword: "host", value: targets.map(\.host).joined(separator: ",")),
      (keyword: "hostaddr", value: targets.map(\.address).joined(separator: ",")),
      (keyword: "port", value: targets.map(\.port).joined(separator: ",")),
    ]
  }

  /// Neither a folder with a socket nor an address already.
  private static func needsLookup(_ host: String) -> Bool {
    if host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || host.contains(":") {
      return false
    }
    return !host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (48...57).contains($0) }
  }

  private final class Lookup: Sendable {
    let name: String
    let continuation: UnsafeContinuation<[String], Never>
    init(name: String, continuation: UnsafeContinuation<[String], Never>) {
      self.name = name
      self.continuation = continuation
    }
  }

  private static func addresses(of name: String) async -> [String] {
    await withUnsafeContinuation { continuation in
      let lookup = Unmanaged.passRetained(Lookup(name: name, continuation: continuation))
      var thread = pthread_t()
      let status = pthread_create(&thread, nil, runLookup, lookup.toOpaque())
      if status == 0 {
        pthread_detach(thread)
      } else {
        lookup.release()
        continuation.resume(returning: [])
      }
    }
  }

  fileprivate static func run(_ pointer: UnsafeMutableRawPointer) {
    let lookup = Unmanaged<Lookup>.fromOpaque(pointer).takeRetainedValue()
    lookup.continuation.resume(returning: addressesNow(of: lookup.name))
  }

  /// The addresses of `name`, numeric; blocks (`getaddrinfo(3)`, `getnameinfo(3)`).
  private static func addressesNow(of name: String) -> [String] {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(name, nil, &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    var addresses: [String] = []
    var entry = list
    while let current = entry?.pointee {
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      let status = getnameinfo(
        current.ai_addr, current.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
      if status == 0 {
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        addresses.append(String(decoding: bytes, as: UTF8.self))
      }
      entry = current.ai_next
    }
    return addresses
  }
}

private func runLookup(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let pointer { HostLookup.run(pointer) }
  return nil
}
