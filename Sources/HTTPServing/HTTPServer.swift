public import AsyncSockets
public import HTTPCore
internal import Synchronization

/// An HTTP/1.1 server on event loops of its own.
///
/// ```swift
/// let loops = [try EventLoop.start()]
/// let server = HTTPServer(configuration: .init(host: "127.0.0.1", port: 8080), loops: loops) { request in
///   Response(status: .ok, text: "hello\n")
/// }
/// try await server.start()
/// ```
/// Every refusal is answered before the connection closes, every wait has a deadline, and every buffer a limit
/// (``ServerLimits``). RFC 9112, RFC 9110.
public final class HTTPServer: Sendable {
  public struct Configuration: Sendable {
    /// A numeric address or a name that resolves to one.
    public var host: String
    /// 0 lets the system choose; see ``HTTPServer/port``.
    public var port: UInt16
    public var limits: ServerLimits
    /// Routes whose responder may take longer (or less long) than ``ServerLimits/responderTime``; nil for the others.
    public var responderTime: @Sendable (RequestHead) -> Duration?
    /// Says what was wrong with a request that no responder answers, and sets the answer's status.
    public var refuser: Refuser

    public init(
      host: String = "127.0.0.1", port: UInt16 = 8080, limits: ServerLimits = .init(),
      responderTime: @escaping @Sendable (RequestHead) -> Duration? = { _ in nil },
      refuser: @escaping Refuser = RefusedRequest.plainAnswer(to:)
    ) {
      self.host = host
      self.port = port
      self.limits = limits
      self.responderTime = responderTime
      self.refuser = refuser
    }
  }

  private struct State {
    var port: UInt16 = 0
    var servers: [LoopServer] = []
  }

  private let configuration: Configuration
  private let loops: [EventLoop]
  private let observer: (any ServerObserver)?
  private let responder: Responder
  private let state = Mutex(State())

  public init(
    configuration: Configuration, loops: [EventLoop], observer: (any ServerObserver)? = nil,
    responder: @escaping Responder
  ) {
    self.configuration = configuration
    self.loops = loops
    self.observer = observer
    self.responder = responder
  }

  /// The port on which the server listens; 0 before ``start()``.
  public var port: UInt16 { state.withLock { $0.port } }

  /// Binds, listens and begins to accept.
  ///
  /// - Throws: ``SocketError``; its `isAddressInUse` when another program listens on the port.
  public func start() async throws(SocketError) {
    let sockets = try ListeningSockets.bind(
      host: configuration.host, port: configuration.port, count: loops.count)
    let openConnections = ConnectionCount()
    var servers: [LoopServer] = []
    for (loop, fileDescriptor) in zip(loops, sockets.fileDescriptors) {
      let server = LoopServer(
        loop: loop, configuration: configuration, openConnections: openConnections,
        observer: observer, responder: responder)
      servers.append(server)
      let failure = await withCheckedContinuation { done in
        loop.execute { done.resume(returning: server.listen(on: fileDescriptor)) }
      }
      if let failure { throw failure }
    }
    state.withLock { [servers] state in
      state.port = sockets.port
      state.servers = servers
    }
  }

  /// Stops accepting, lets requests under way finish for up to ``ServerLimits/stopTime``, closes everything.
  public func stop() async {
    let servers = state.withLock { state in
      defer { state.servers = [] }
      return state.servers
    }
    await withTaskGroup(of: Void.self) { group in
      for server in servers {
        group.addTask { await server.loop.spawn { await server.stop() }.value }
      }
    }
  }
}
