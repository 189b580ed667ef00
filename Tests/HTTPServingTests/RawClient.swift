import AsyncSockets
import Glibc

/// A client that sends whatever bytes it is given and keeps whatever comes back.
///
/// Runs on a loop of its own, so that a test waits without blocking a thread.
final class RawClient {
  private let descriptor: Descriptor
  private let loop: EventLoop
  private var buffer = [UInt8](repeating: 0, count: 64 * 1_024)
  /// Everything that has come, including what `read` has not yet returned.
  private(set) var received = ""
  private(set) var isEnded = false

  /// Connects to a port on this machine.
  init(port: UInt16, on loop: EventLoop, receiveBufferBytes: Int32? = nil) throws {
    self.loop = loop
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    if var receiveBufferBytes {
      setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &receiveBufferBytes, 4)
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else {
      let code = errno
      closeSocket(socket)
      throw SocketError(call: "connect", code: code)
    }
    _ = fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK)
    descriptor = try Descriptor(socket, on: loop)
  }

  func send(_ text: String) async throws {
    try await send(Array(text.utf8))
  }

  func send(_ bytes: [UInt8]) async throws {
    var sent = 0
    while sent < bytes.count {
      switch descriptor.send(bytes, from: sent) {
      case .sent(let count): sent += count
      case .wouldBlock: try await descriptor.wait(for: .writable, until: .now() + .seconds(10))
      case .failed(let code): throw SocketError(call: "send", code: code)
      }
    }
  }

  /// Reads until `condition` holds for all that has come, the peer ends, or ten seconds have passed.
  @discardableResult
  func read(until condition: (String) -> Bool) async -> String {
    let deadline = MonotonicTime.now() + .seconds(10)
    while !isEnded, !condition(received) {
      switch descriptor.receive(into: &buffer, at: 0) {
      case .received(let count, _): received += String(decoding: buffer[..<count], as: UTF8.self)
      case .endOfStream, .failed: isEnded = true
      case .wouldBlock:
        do {
          try await descriptor.wait(for: .readable, until: deadline)
        } catch {
          return received
        }
      }
    }
    return received
  }

  /// Reads until the peer ends.
  func readToEnd() async -> String {
    await read { _ in false }
  }

  /// Reads until as many answers have begun as `count` says, and the last of them is whole.
  func readAnswers(_ count: Int) async -> [Int] {
    await read { text in Self.statuses(text).count >= count && Self.lastIsWhole(text) }
    return Self.statuses(received)
  }

  func endSending() { descriptor.shutdownSending() }
  func close() { descriptor.close() }

  /// The statuses of the answers in `text`, interim ones included.
  static func statuses(_ text: String) -> [Int] {
    text.split(separator: "HTTP/1.1 ", omittingEmptySubsequences: true).compactMap {
      Int($0.prefix(3))
    }
  }

  private static func lastIsWhole(_ text: String) -> Bool {
    guard let headEnd = text.lastRange(of: "\r\n\r\n") else { return false }
    let head = text[..<headEnd.lowerBound]
    let body = text[headEnd.upperBound...]
    guard let field = head.lastRange(of: "Content-Length: ") else {
      return text.hasSuffix("0\r\n\r\n") || !head.contains("Transfer-Encoding")
    }
    let length = Int(head[field.upperBound...].prefix { $0.isNumber }) ?? 0
    return body.utf8.count >= length
  }
}

extension StringProtocol {
  func lastRange(of needle: String) -> Range<String.Index>? {
    var found: Range<String.Index>?
    var from = startIndex
    while let start = self[from...].utf8.firstRange(of: needle.utf8)?.lowerBound,
      let end = utf8.index(start, offsetBy: needle.utf8.count, limitedBy: endIndex)
    {
      found = start..<end
      from = end
    }
    return found
  }
}
