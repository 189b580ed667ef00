internal import CLinux
internal import Glibc

/// An IPv4 or IPv6 address with a port (`ip(7)`, `ipv6(7)`).
struct SocketAddress: Sendable {
  private var storage: sockaddr_storage
  private let length: socklen_t

  init(storage: sockaddr_storage, length: socklen_t) {
    self.storage = storage
    self.length = length
  }

  var family: Int32 { Int32(storage.ss_family) }

  /// Looks `host` up; may block, so it is for start-up only (`getaddrinfo(3)`).
  static func resolve(host: String, port: UInt16) throws(SocketError) -> SocketAddress {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_PASSIVE
    var list: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, String(port), &hints, &list)
    guard status == 0 else { throw SocketError(call: "getaddrinfo", code: status) }
    defer { freeaddrinfo(list) }
    guard let first = list?.pointee, let address = first.ai_addr else {
      throw SocketError(call: "getaddrinfo", code: EAI_NONAME)
    }
    var storage = sockaddr_storage()
    withUnsafeMutableBytes(of: &storage) { target in
      target.copyMemory(from: UnsafeRawBufferPointer(start: address, count: Int(first.ai_addrlen)))
    }
    return SocketAddress(storage: storage, length: first.ai_addrlen)
  }

  /// The address to which `descriptor` is bound.
  static func local(of descriptor: Int32) -> SocketAddress? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let status = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
    }
    return status == 0 ? SocketAddress(storage: storage, length: length) : nil
  }

  /// The port in host order. It lies at the same place for both families.
  var port: UInt16 {
    withUnsafeBytes(of: storage) { bytes in
      UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
    }
  }

  func with(port: UInt16) -> SocketAddress {
    var copy = self
    withUnsafeMutableBytes(of: &copy.storage) { bytes in
      bytes.storeBytes(of: port.bigEndian, toByteOffset: 2, as: UInt16.self)
    }
    return copy
  }

  /// The numeric address, for example `127.0.0.1` or `::1`.
  var host: String {
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let status = withPointer { pointer, length in
      getnameinfo(pointer, length, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
    }
    guard status == 0 else { return "" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }
}
