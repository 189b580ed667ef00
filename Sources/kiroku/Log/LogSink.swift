internal import AsyncSockets
import Glibc
internal import Synchronization

/// Takes log lines from any thread and writes them on a thread of its own, so that a reader of the log who
/// stops reading stops nobody but the log.
///
/// What waits is bounded: further lines are dropped, counted, and the count is logged once there is room.
final class LogSink: Sendable {
  /// What may wait to be written.
  static let maxPendingBytes = 4 << 20
  /// How long lines are gathered before they are written together.
  static let gatherTime: Duration = .milliseconds(25)

  private struct State {
    var pending: [UInt8] = []
    var spare: [UInt8] = []
    var isWriting = false
    var droppedLines = 0
    var clock = LogClock()
  }

  private let state = Mutex(State())
  /// Its thread may block: nothing else runs there.
  private let loop: EventLoop
  private let descriptor: Int32

  init(descriptor: Int32) throws(SocketError) {
    self.descriptor = descriptor
    loop = try EventLoop.start(name: "log")
  }

  /// Adds one line.
  /// - Parameter render: Appends the line, with its end, to the bytes; the clock renders the time.
  func append(_ render: (inout [UInt8], inout LogClock) -> Void) {
    let isFirst = state.withLock { state in
      guard state.pending.count < Self.maxPendingBytes else {
        state.droppedLines += 1
        return false
      }
      let isFirst = state.pending.isEmpty
      render(&state.pending, &state.clock)
      return isFirst
    }
    guard isFirst else { return }
    loop.execute { [self] in
      _ = loop.schedule(at: .now() + Self.gatherTime) { [self] in writePending() }
    }
  }

  /// Writes what waits, for up to half a second: a log that nobody reads does not keep the program from ending.
  func flush() {
    loop.execute { [self] in writePending() }
    for _ in 0..<100 {
      if state.withLock({ $0.pending.isEmpty && !$0.isWriting }) { return }
      var pause = timespec(tv_sec: 0, tv_nsec: 5_000_000)
      unsafe nanosleep(&pause, nil)
    }
  }

  private func writePending() {
    let lines = state.withLock { state in
      if state.droppedLines > 0 {
        LogLine.event("lines dropped", ["count": "\(state.droppedLines)"])(
          &state.pending, &state.clock)
        state.droppedLines = 0
      }
      state.isWriting = true
      let lines = state.pending
      state.pending = state.spare
      state.spare = []
      return lines
    }
    write(lines)
    state.withLock { state in
      state.spare = lines
      state.spare.removeAll(keepingCapacity: lines.count < 1 << 20)
      state.isWriting = false
    }
  }

  private func write(_ bytes: [UInt8]) {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done)
      }
      if count > 0 {
        done += count
      } else if errno == EAGAIN {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        unsafe poll(&wanted, 1, 1_000)
      } else if errno != EINTR {
        // Nobody will ever read it.
        return
      }
    }
  }
}
