internal import CLinux

/// What a descriptor is ready for, or is asked to report.
public struct Readiness: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Bytes, a connection or an end of stream can be read.
  public static let readable = Readiness(rawValue: 1)
  /// Bytes can be written.
  public static let writable = Readiness(rawValue: 2)
  /// The peer has closed its sending side, or the whole connection (`EPOLLRDHUP`, `EPOLLHUP`). Always reported.
  public static let hangup = Readiness(rawValue: 4)
  /// The socket has a pending error (`EPOLLERR`). Always reported.
  public static let error = Readiness(rawValue: 8)

  init(epollEvents events: UInt32) {
    var value: Readiness = []
    if events & EPOLLIN.rawValue != 0 { value.insert(.readable) }
    if events & EPOLLOUT.rawValue != 0 { value.insert(.writable) }
    if events & (EPOLLRDHUP.rawValue | EPOLLHUP.rawValue) != 0 { value.insert(.hangup) }
    if events & EPOLLERR.rawValue != 0 { value.insert(.error) }
    self = value
  }

  var epollEvents: UInt32 {
    var events = EPOLLRDHUP.rawValue
    if contains(.readable) { events |= EPOLLIN.rawValue }
    if contains(.writable) { events |= EPOLLOUT.rawValue }
    return events
  }
}
