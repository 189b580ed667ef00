internal import AsyncSockets
internal import HTTPCore

/// Where a streamed body goes: each piece is written when the peer takes it.
///
/// `@unchecked Sendable` by way of its connection: touched only on the connection's loop.
final class ConnectionSink: BodySink, @unchecked Sendable {
  private let connection: Connection
  private let encoder: ResponseEncoder
  private(set) var writtenBytes = 0

  init(_ connection: Connection, encoder: ResponseEncoder) {
    self.connection = connection
    self.encoder = encoder
  }

  func write(_ bytes: [UInt8]) async throws(SinkError) {
    guard connection.phase != .closed, !Task.isCancelled else { throw .disconnected }
    connection.appendOutput { encoder.encodePiece(bytes, into: &$0) }
    try await send()
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
