internal import CLinux
internal import Glibc

/// Listening TCP sockets on one address: one a loop, among which the kernel shares out the connections.
///
/// Sources: `socket(7)` `SO_REUSEPORT`, `tcp(7)`, `accept4(2)`.
public struct ListeningSockets: Sendable {
  /// One non-blocking file descriptor a loop; whoever registers one closes it.
  public let fileDescriptors: [Int32]
  /// The port that they listen on; the one the system chose when 0 was asked for.
  public let port: UInt16

  /// Connections that may wait to be accepted, for each socket.
  public static let backlog: Int32 = 1_024

  /// Binds `count` sockets to `host` and `port`.
  ///
  /// `SO_REUSEPORT` would let a second server share the port unseen, so the port is first bound alone.
  ///
  /// - Throws: ``SocketError``; ``SocketError/isAddressInUse`` when another program listens there.
  public static func bind(
    host: String, port: UInt16, count: Int
  ) throws(SocketError) -> ListeningSockets {
    let address = try SocketAddress.resolve(host: host, port: port)
    let probe = try open(address, sharesPort: false)
    let actual = address.with(port: probe.boundPort)
    close(probe.fileDescriptor)

    var descriptors: [Int32] = []
    do throws(SocketError) {
      for _ in 0..<max(1, count) {
        let socket = try open(actual, sharesPort: true)
        descriptors.append(socket.fileDescriptor)
        guard listen(socket.fileDescriptor, backlog) == 0 else { throw SocketError("listen") }
      }
    } catch {
      for descriptor in descriptors { close(descriptor) }
      throw error
    }
    return ListeningSockets(fileDescriptors: descriptors, port: probe.boundPort)
  }

  private static func open(
    _ address: SocketAddress, sharesPort: Bool
  ) throws(SocketError) -> (fileDescriptor: Int32, boundPort: UInt16) {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(address.family, type, 0)
    guard descriptor >= 0 else { throw SocketError("socket") }
    do throws(SocketError) {
      try setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
      if sharesPort { try setOption(descriptor, SOL_SOCKET, SO_REUSEPORT, 1) }
      let status = address.withPointer { pointer, length in
        Glibc.bind(descriptor, pointer, length)
      }
      guard status == 0 else { throw SocketError("bind") }
      return (descriptor, SocketAddress.local(of: descriptor)?.port ?? 0)
    } catch {
      close(descriptor)
      throw error
    }
  }
}

/// What one attempt to accept a connection gave.
public enum AcceptOutcome: Sendable {
  /// A non-blocking socket with `TCP_NODELAY`, owned by the caller, and the peer's numeric address.
  case accepted(Int32, peer: String)
  /// No connection waits.
  case wouldBlock
  /// The process or the system has no descriptor or memory left; try again later.
  case exhausted
  /// This connection broke before it was accepted; others may wait.
  case skipped
}

extension Descriptor {
  /// Accepts one connection from a listening socket (`accept4(2)`).
  public func accept() -> AcceptOutcome {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        accept4(fileDescriptor, $0, &length, flags)
      }
    }
    if descriptor >= 0 {
      try? setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
      return .accepted(descriptor, peer: SocketAddress(storage: storage, length: length).host)
    }
    switch errno {
    case EAGAIN: return .wouldBlock
    case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
    default: return .skipped
    }
  }
}

/// Sets an integer socket option (`setsockopt(2)`).
func setOption(
  _ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Int32
) throws(SocketError) {
  var value = value
  let size = socklen_t(MemoryLayout<Int32>.size)
  guard setsockopt(descriptor, level, name, &value, size) == 0 else {
    throw SocketError("setsockopt")
  }
}

/// Closes an accepted socket that is not going to be served.
public func closeSocket(_ descriptor: Int32) {
  close(descriptor)
}
