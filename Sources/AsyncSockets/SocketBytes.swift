internal import CLinux
internal import Glibc

/// What a non-blocking read from a socket gave.
public enum ReceiveOutcome: Equatable, Sendable {
  /// So many bytes; `drained` when the kernel had no more at that moment.
  case received(Int, drained: Bool)
  /// Nothing now; wait until the descriptor is readable.
  case wouldBlock
  /// The peer has ended its side.
  case endOfStream
  /// The connection is broken; the value of `errno`.
  case failed(Int32)
}

/// What a non-blocking write to a socket gave.
public enum SendOutcome: Equatable, Sendable {
  case sent(Int)
  /// Nothing now; wait until the descriptor is writable.
  case wouldBlock
  /// The connection is broken; the value of `errno`.
  case failed(Int32)
}

extension Descriptor {
  /// Reads into `buffer` from `offset` to its end, once (`recv(2)`).
  ///
  /// A short read from an edge-triggered socket means that it is drained, unless the peer has hung up
  /// (`epoll(7)`, questions and answers 9).
  public func receive(into buffer: inout [UInt8], at offset: Int) -> ReceiveOutcome {
    let space = buffer.count - offset
    guard space > 0, offset >= 0 else { return .received(0, drained: false) }
    while true {
      let count = buffer.withUnsafeMutableBytes { bytes in
        recv(fileDescriptor, bytes.baseAddress?.advanced(by: offset), space, 0)
      }
      if count > 0 { return .received(count, drained: count < space && !isHungUp) }
      if count == 0 { return .endOfStream }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .wouldBlock
      default: return .failed(errno)
      }
    }
  }

  /// Writes `bytes` from `offset` to their end, once (`send(2)` with `MSG_NOSIGNAL`).
  public func send(_ bytes: [UInt8], from offset: Int) -> SendOutcome {
    let rest = bytes.count - offset
    guard rest > 0, offset >= 0 else { return .sent(0) }
    while true {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.send(
          fileDescriptor, buffer.baseAddress?.advanced(by: offset), rest, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 { return .sent(count) }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .wouldBlock
      default: return .failed(errno)
      }
    }
  }

  /// Ends the sending side; the peer sees an end of stream after what was sent (`shutdown(2)`).
  public func shutdownSending() {
    _ = shutdown(fileDescriptor, Int32(SHUT_WR))
  }
}
