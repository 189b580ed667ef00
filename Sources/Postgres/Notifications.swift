internal import AsyncSockets
internal import Synchronization

/// What a channel hears (`LISTEN`, PostgreSQL's manual).
public enum ChannelEvent: Sendable, Equatable {
  /// Listening has begun, or begun again: what was sent before may have been missed, so look.
  case listening
  case notification(payload: String)
}

extension Database {
  /// Opens a channel over a connection of its own, which is made again when it breaks.
  ///
  /// ```swift
  /// let channel = database.openChannel("changes", collect: { queue.takeAll() }) { event in … }
  /// queue.add("something"); channel.requestPost()
  /// ```
  /// Subscribe first and read second; and read again at each ``ChannelEvent/listening``.
  ///
  /// - Parameters:
  ///   - collect: the payloads to send now, each below 8,000 bytes. Called on the channel's loop, some time after
  ///     ``NotificationChannel/requestPost()``, at most once in each ``NotificationChannel/postSpacing``.
  ///   - hear: called on the channel's loop; must not block. It hears what this program sends, too.
  public func openChannel(
    _ name: String, collect: @escaping @Sendable () -> [String] = { [] },
    hear: @escaping @Sendable (ChannelEvent) -> Void
  ) -> NotificationChannel {
    let channel = NotificationChannel(
      name: name, loop: notificationLoop, configuration: configuration, collect: collect, hear: hear
    )
    channel.start()
    return channel
  }
}

/// One connection that listens on one channel, and speaks on it, until it is closed.
///
/// A NOTIFY within a write would have all commits of the cluster wait for one another; so what is to be said is gathered
/// for a moment and said here, in a transaction of its own.
///
/// `@unchecked Sendable`: touched only on its loop's thread; `start`, `close` and `requestPost` hop there.
public final class NotificationChannel: @unchecked Sendable {
  /// The least time from one post to the next: what comes meanwhile is said together.
  public static let postSpacing: Duration = .milliseconds(10)

  private let name: String
  private let loop: EventLoop
  private let configuration: DatabaseConfiguration
  private let collect: @Sendable () -> [String]
  private let hear: @Sendable (ChannelEvent) -> Void
  private var connection: Connection?
  private var backOff = BackOff(first: .milliseconds(50), longest: .seconds(1), seed: 1)
  private var isListening = false
  private var isClosed = false

  /// Whether somebody has asked for a post since the last one was collected.
  private let isRequested = Atomic(false)
  /// Sent, and not yet known to be committed.
  private var unconfirmed: [String] = []
  private var isPosting = false
  private var isScheduled = false
  private var nextPost = MonotonicTime(nanoseconds: 0)

  init(
    name: String, loop: EventLoop, configuration: DatabaseConfiguration,
    collect: @escaping @Sendable () -> [String], hear: @escaping @Sendable (ChannelEvent) -> Void
  ) {
    self.name = name
    self.loop = loop
    self.configuration = configuration
    self.collect = collect
    self.hear = hear
  }

  func start() {
    loop.execute { [self] in connect() }
  }

  /// Hears and says nothing more.
  public func close() {
    loop.execute { [self] in
      isClosed = true
      connection?.close()
      connection = nil
    }
  }

  /// Has what `collect` gives sent soon: at once when nothing was sent within ``postSpacing``. From any thread.
  public func requestPost() {
    guard !isRequested.exchange(true, ordering: .acquiringAndReleasing) else { return }
    if loop.isCurrent { schedulePost() } else { loop.execute { [self] in schedulePost() } }
  }

  // MARK: The connection

  private func connect() {
    guard !isClosed else { return }
    let options = configuration.connectionOptions(
      statementTimeout: configuration.laneStatementTimeout)
    let deadline = loop.now + configuration.connectDeadline
    loop.spawn { [self] in
      do throws(PostgresError) {
        let connection = try await Connection.open(
          options, on: loop, statements: StatementTable(), deadline: deadline)
        guard !isClosed else { return connection.close() }
        connection.owner = self
        self.connection = connection
        connection.sendScript("listen \"\(name.replacing("\"", with: "\"\""))\"", tag: 0)
      } catch {
        configuration.observe(.connectFailed(error))
        connectLater()
      }
    }
  }

  private func connectLater() {
    connection = nil
    isListening = false
    isPosting = false
    guard !isClosed else { return }
    loop.schedule(at: loop.now + backOff.failed()) { [self] in connect() }
  }

  // MARK: Posting

  private func schedulePost() {
    guard isListening, !isPosting, !isScheduled else { return }
    guard loop.now < nextPost else { return post() }
    isScheduled = true
    loop.schedule(at: nextPost) { [self] in
      isScheduled = false
      if isListening, !isPosting { post() }
    }
  }

  private func post() {
    // Before collecting: what is added after it asks again.
    isRequested.store(false, ordering: .sequentiallyConsistent)
    unconfirmed += collect()
    guard !unconfirmed.isEmpty, let connection else { return }
    isPosting = true
    nextPost = loop.now + Self.postSpacing
    let statement: SQL =
      "select pg_notify(\(name), said.payload) from unnest(\(unconfirmed)) as said (payload)"
    connection.send(statement, step: .statement, tag: 0)
    connection.sync(tag: 0)
    connection.flush()
  }

  private func posted() {
    isPosting = false
    unconfirmed = []
    if isRequested.load(ordering: .acquiring) { schedulePost() }
  }
}

extension NotificationChannel: ConnectionOwner {
  func connection(
    _ connection: Connection, received: Received, step: Connection.Step, tag: Int32
  ) {
    switch (received, step) {
    case (.rows, .script):
      backOff.succeeded()
    case (.synced, .script):
      isListening = true
      hear(.listening)
      // What was under way when the last connection broke may not have been said.
      if !unconfirmed.isEmpty || isRequested.load(ordering: .acquiring) { post() }
    case (.synced, _): posted()
    case (.failed(let error), _):
      configuration.observe(.statementFailed(error))
      connection.close()
      connectLater()
    default: break
    }
  }

  func connectionLost(_ connection: Connection) {
    configuration.observe(.connectionLost)
    connectLater()
  }

  func connection(_ connection: Connection, notifiedOn channel: String, payload: String) {
    hear(.notification(payload: payload))
  }
}
