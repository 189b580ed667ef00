internal import AsyncSockets

/// What a listener hears (`LISTEN`, PostgreSQL's manual).
public enum ChannelEvent: Sendable, Equatable {
  /// Listening has begun, or begun again: what was sent before may have been missed, so look.
  case listening
  case notification(payload: String)
}

extension Database {
  /// Listens on a channel, over a connection of its own that is made again when it breaks.
  ///
  /// Subscribe first and read second; and read again at each ``ChannelEvent/listening``.
  public func events(on channel: String) -> AsyncStream<ChannelEvent> {
    // Who is slower than this is told to look again: see `ChannelListener.yield`.
    AsyncStream(bufferingPolicy: .bufferingNewest(1024)) { continuation in
      let listener = ChannelListener(
        channel: channel, loop: notificationLoop, configuration: configuration,
        continuation: continuation)
      continuation.onTermination = { _ in listener.stop() }
      listener.start()
    }
  }
}

/// One connection that listens on one channel until it is stopped.
///
/// `@unchecked Sendable`: touched only on its loop's thread; `start` and `stop` hop there.
final class ChannelListener: @unchecked Sendable {
  private let command: String
  private let loop: EventLoop
  private let configuration: DatabaseConfiguration
  private let continuation: AsyncStream<ChannelEvent>.Continuation
  private var connection: Connection?
  private var backOff = BackOff(first: .milliseconds(50), longest: .seconds(1), seed: 1)
  private var isStopped = false

  init(
    channel: String, loop: EventLoop, configuration: DatabaseConfiguration,
    continuation: AsyncStream<ChannelEvent>.Continuation
  ) {
    command = "listen \"\(channel.replacing("\"", with: "\"\""))\""
    self.loop = loop
    self.configuration = configuration
    self.continuation = continuation
  }

  func start() {
    loop.execute { [self] in connect() }
  }

  func stop() {
    loop.execute { [self] in
      isStopped = true
      connection?.close()
      connection = nil
    }
  }

  private func connect() {
    guard !isStopped else { return }
    let options = configuration.connectionOptions(
      statementTimeout: configuration.laneStatementTimeout)
    let deadline = loop.now + configuration.connectDeadline
    loop.spawn { [self] in
      do throws(PostgresError) {
        let connection = try await Connection.open(
          options, on: loop, statements: StatementTable(), deadline: deadline)
        guard !isStopped else { return connection.close() }
        connection.owner = self
        self.connection = connection
        connection.sendScript(command, tag: 0)
      } catch {
        configuration.observe(.connectFailed(error))
        connectLater()
      }
    }
  }

  private func connectLater() {
    connection = nil
    guard !isStopped else { return }
    loop.schedule(at: loop.now + backOff.failed()) { [self] in connect() }
  }

  private func yield(_ event: ChannelEvent) {
    // The stream has dropped its oldest event: the newest must be one that says to look again.
    if case .dropped = continuation.yield(event), event != .listening {
      continuation.yield(.listening)
    }
  }
}

extension ChannelListener: ConnectionOwner {
  func connection(
    _ connection: Connection, received: Received, step: Connection.Step, tag: Int32
  ) {
    switch received {
    case .rows:
      backOff.succeeded()
      yield(.listening)
    case .failed(let error):
      configuration.observe(.statementFailed(error))
      connection.close()
      connectLater()
    case .aborted, .synced: break
    }
  }

  func connectionLost(_ connection: Connection) {
    configuration.observe(.connectionLost)
    connectLater()
  }

  func connection(_ connection: Connection, notifiedOn channel: String, payload: String) {
    yield(.notification(payload: payload))
  }
}
