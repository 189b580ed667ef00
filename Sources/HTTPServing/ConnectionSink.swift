internal import AsyncSockets
internal import HTTPCore

/// Where a streamed body goes: each piece is written when the peer takes it.
///
/// `@unchecked Sendable` by way of its connection: touched only on the connection's loop.
final class ConnectionSink: BodySink, @unchecked Sendable {
  private let connection: Connection
  private let encoder: ResponseEncoder
  private(set) var writtenBytes = 0
  private var isPaused = false
  /// Woken while it was not paused: the next pause ends at once.
  private var isWoken = false

  init(_ connection: Connection, encoder: ResponseEncoder) {
    self.connection = connection
    self.encoder = encoder
  }

  func write(_ bytes: [UInt8]) async throws(SinkError) {
    guard connection.phase != .closed, !Task.isCancelled else { throw .disconnected }
    connection.appendOutput { encoder.encodePiece(bytes, into: &$0) }
    try await send()
  }

  var wake: @Sendable () -> Void {
    { [weak self, loop = connection.loop] in
      guard let sink = self else { return }
      if loop.isCurrent { sink.endPause() } else { loop.execute { sink.endPause() } }
    }
  }

  func pause(upTo duration: Duration) async throws(SinkError) -> PauseEnd {
    guard connection.phase != .closed, !connection.descriptor.isHungUp, !Task.isCancelled else {
      throw .disconnected
    }
    if connection.server.isStopping { return .stopping }
    if !isWoken, await !waits(until: connection.loop.now + duration) { throw .disconnected }
    if connection.server.isStopping { return .stopping }
    defer { isWoken = false }
    return isWoken ? .woken : .elapsed
  }

  /// False when the client is gone.
  private func waits(until deadline: MonotonicTime) async -> Bool {
    connection.giveBuffersBack()
    connection.pausedSink = self
    isPaused = true
    defer {
      isPaused = false
      connection.pausedSink = nil
    }
    do throws(WaitError) {
      // Neither readable nor writable: it ends by itself only when the peer hangs up.
      try await connection.descriptor.wait(for: [], until: deadline)
      return false
    } catch {
      return error != .closed
    }
  }

  /// Ends the present pause or the next one. On the connection's loop.
  func endPause() {
    isWoken = true
    if isPaused { connection.descriptor.cancelWait() }
  }

  /// Runs the body's writer to its end. False when the connection must be cut: the peer then knows that something is
  /// missing (RFC 9112 §8).
  func run(_ write: @Sendable (any BodySink) async throws -> Void) async -> Bool {
    do {
      try await write(self)
      connection.appendOutput { encoder.encodeEnd(into: &$0) }
      try await send()
      return true
    } catch {
      return false
    }
  }

  private func send() async throws(SinkError) {
    writtenBytes += connection.output.count
    guard await connection.flush() else { throw .disconnected }
  }
}
