import Glibc

/// One HTTP/1.1 request over a connection of its own, blocking: for `kiroku health`, which has nothing else to do.
struct HTTPExchange {
  let status: Int
  /// The header block as received, without the status line.
  let header: String
  let body: String

  enum Failure: Error, Equatable {
    /// Nothing answers there: the call that failed, and why.
    case unreachable(String)
    /// The connection ended, or its time was up, before a whole answer.
    case noAnswer
  }

  /// - Parameters:
  ///   - head: Further header lines, each ended by CR LF.
  ///   - seconds: The longest pause in the answer.
  static func perform(
    _ method: String, _ target: String, host: String, port: UInt16, head: String = "",
    body: String = "", seconds: Int = 3
  ) throws(Failure) -> HTTPExchange {
    let connection = try connect(host: host, port: port, seconds: seconds)
    defer { close(connection) }
    Console.write(
      "\(method) \(target) HTTP/1.1\r\nHost: \(host):\(port)\r\nConnection: close\r\n\(head)"
        + (body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n") + "\r\n\(body)",
      to: connection)
    guard let exchange = HTTPExchange(FileSystem.readAll(connection, maxBytes: 4 << 20)) else {
      throw .noAnswer
    }
    return exchange
  }

  /// Reads a whole answer; interim (1xx) ones before it are skipped.
  init?(_ text: String) {
    var text = Substring(text)
    while true {
      guard let split = Self.split(text, at: "\r\n\r\n") else { return nil }
      let (statusLine, header) = Self.split(split.before, at: "\r\n") ?? (split.before, "")
      guard let code = statusLine.split(separator: " ").dropFirst().first, let status = Int(code)
      else { return nil }
      text = split.after
      guard status < 200 else {
        self.status = status
        self.header = String(header)
        body = String(split.after)
        return
      }
    }
  }

  private static func split(
    _ text: Substring, at separator: String
  ) -> (before: Substring, after: Substring)? {
    let pattern = Array(separator.utf8)
    let bytes = text.utf8
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index...].starts(with: pattern) {
        return (text[..<index], text[bytes.index(index, offsetBy: pattern.count)...])
      }
      bytes.formIndex(after: &index)
    }
    return nil
  }

  /// - Returns: a blocking socket that the caller closes.
  static func connect(
    host: String, port: UInt16, seconds: Int
  ) throws(Failure) -> Int32 {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, "\(port)", &hints, &found) == 0, let first = unsafe found else {
      throw .unreachable("\(host) is no address that can be found")
    }
    defer { unsafe freeaddrinfo(first) }
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = unsafe socket(first.pointee.ai_family, kind, 0)
    guard descriptor >= 0 else { throw .unreachable("socket: \(HostSystem.reason())") }
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    guard
      unsafe Glibc.connect(descriptor, first.pointee.ai_addr, first.pointee.ai_addrlen) == 0
    else {
      let reason = HostSystem.reason()
      close(descriptor)
      throw .unreachable("connect to \(host) port \(port): \(reason)")
    }
    return descriptor
  }
}
