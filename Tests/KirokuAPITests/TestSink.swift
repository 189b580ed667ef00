import HTTPCore
import Synchronization

/// Where a test has a streamed body written, in place of a connection. Time passes in it only when the test says so.
final class TestSink: BodySink, Sendable {
  private struct State {
    var text = ""
    var isGone = false
    /// Stays: a server that is being stopped does not go on.
    var isStopping = false
    var next: PauseEnd?
    var paused: CheckedContinuation<PauseEnd, Never>?
    var pauses: [Duration] = []
  }
  private let state = Mutex(State())

  /// What was written.
  var text: String { state.withLock { $0.text } }
  /// How long the body has wanted to pause, each time.
  var pauses: [Duration] { state.withLock { $0.pauses } }
  var isPaused: Bool { state.withLock { $0.paused != nil } }

  func write(_ bytes: [UInt8]) async throws(SinkError) {
    let isGone = state.withLock { state in
      state.text += String(decoding: bytes, as: UTF8.self)
      return state.isGone
    }
    if isGone { throw .disconnected }
  }

  func pause(upTo duration: Duration) async throws(SinkError) -> PauseEnd {
    let end = await withCheckedContinuation { continuation in
      let next = state.withLock { state -> PauseEnd? in
        state.pauses.append(duration)
        if state.isStopping { return .stopping }
        defer { state.next = nil }
        if state.next == nil { state.paused = continuation }
        return state.next
      }
      if let next { continuation.resume(returning: next) }
    }
    if state.withLock({ $0.isGone }) { throw .disconnected }
    return end
  }

  var wake: @Sendable () -> Void { { [self] in endPause(.woken) } }

  /// The time of the pause passes.
  func elapse() { endPause(.elapsed) }
  func stop() {
    state.withLock { $0.isStopping = true }
    endPause(.stopping)
  }
  /// The client closes the connection.
  func hangUp() {
    state.withLock { $0.isGone = true }
    endPause(.woken)
  }

  private func endPause(_ end: PauseEnd) {
    let paused = state.withLock { state in
      defer { state.paused = nil }
      if state.paused == nil { state.next = end }
      return state.paused
    }
    paused?.resume(returning: end)
  }
}
