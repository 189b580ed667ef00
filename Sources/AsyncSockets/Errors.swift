internal import CLinux
internal import Glibc

/// A system call on a socket or an event loop that failed.
public struct SocketError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The system call, for example `bind`.
  public let call: String
  /// The value of `errno`, or a `getaddrinfo(3)` code where `call` is `getaddrinfo`.
  public let code: Int32

  public init(call: String, code: Int32) {
    self.call = call
    self.code = code
  }

  /// Reads `errno`, which the failed call has just set.
  init(_ call: String) {
    self.init(call: call, code: errno)
  }

  public var isAddressInUse: Bool { call == "bind" && code == EADDRINUSE }

  public var description: String {
    let text = call == "getaddrinfo" ? gai_strerror(code) : UnsafePointer(strerror(code))
    return "\(call): \(text.map { String(cString: $0) } ?? "error \(code)")"
  }
}

/// Why a wait for a descriptor ended without the descriptor being ready.
public enum WaitError: Error, Equatable, Sendable {
  /// The deadline passed.
  case timedOut
  /// ``Descriptor/cancelWait()`` was called.
  case cancelled
  /// The descriptor was deregistered, or its loop has stopped.
  case closed
}
