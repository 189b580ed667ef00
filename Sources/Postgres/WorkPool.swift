internal import AsyncSockets

/// The exclusive connections of one loop. It does what ``CheckoutState`` decides.
///
/// `@unchecked Sendable`: touched only on its loop's thread.
final class WorkPool: @unchecked Sendable {
  typealias Continuation = UnsafeContinuation<Result<WorkConnection, PostgresError>, Never>

  /// `@unchecked Sendable`: handed over to the loop once.
  final class Request: @unchecked Sendable {
    let continuation: Continuation
    init(_ continuation: Continuation) { self.continuation = continuation }
  }

  private let loop: EventLoop
  let configuration: DatabaseConfiguration
  private let statements: StatementTable
  private var state: CheckoutState
  private var requests: [CheckoutState.RequestID: Request] = [:]
  private var connections: [CheckoutState.ConnectionID: WorkConnection] = [:]
  private var nextID = 0
  private var lastError: PostgresError?
  private var isClosed = false

  init(on loop: EventLoop, configuration: DatabaseConfiguration, statements: StatementTable) {
    self.loop = loop
    self.configuration = configuration
    self.statements = statements
    var generator = SystemRandomNumberGenerator()
    state = CheckoutState(
      maxConnections: configuration.maxWorkConnections,
      maxWaiting: configuration.maxWaitingForWork, deadline: configuration.checkoutDeadline,
      seed: generator.next())
  }

  var isUnused: Bool { state.isUnused }

  func request(_ request: Request) {
    assert(loop.isCurrent)
    guard !isClosed else {
      request.continuation.resume(
        returning: .failure(PostgresError(.shutDown, "the database is being shut down")))
      return
    }
    nextID += 1
    requests[nextID] = request
    handle(.requested(nextID))
  }

  func release(_ connection: WorkConnection) {
    assert(loop.isCurrent)
    connection.isCheckedOut = false
    guard let id = connections.first(where: { $0.value === connection })?.key else { return }
    handle(.released(id, isUsable: connection.isReusable && !isClosed))
  }

  func tick() {
    for connection in connections.values { connection.closeIfOverdue() }
    handle(.ticked)
  }

  /// Refuses who waits and closes every connection, also those in use.
  func close() {
    isClosed = true
    for request in requests.values {
      request.continuation.resume(
        returning: .failure(PostgresError(.shutDown, "the database is being shut down")))
    }
    requests = [:]
    for connection in connections.values {
      connection.connection.close()
      connection.connectionLost(connection.connection)
    }
    connections = [:]
  }

  private func handle(_ event: CheckoutState.Event) {
    var decisions: [CheckoutState.Decision] = []
    state.handle(event, at: loop.now, into: &decisions)
    for decision in decisions { carryOut(decision) }
  }

  private func carryOut(_ decision: CheckoutState.Decision) {
    switch decision {
    case .grant(let request, let connection):
      guard let connection = connections[connection] else { return }
      connection.isCheckedOut = true
      requests.removeValue(forKey: request)?.continuation.resume(returning: .success(connection))
    case .refuse(let request, let refusal):
      let error =
        refusal == .overloaded
        ? PostgresError(.overloaded, "too many requests wait for a connection")
        : lastError ?? PostgresError(.unavailable, "no connection became free in time")
      requests.removeValue(forKey: request)?.continuation.resume(returning: .failure(error))
    case .connect: connect()
    case .close(let id): connections.removeValue(forKey: id)?.connection.close()
    }
  }

  private func connect() {
    let options = configuration.connectionOptions(
      statementTimeout: configuration.workStatementTimeout)
    let deadline = loop.now + configuration.connectDeadline
    loop.spawn { [self] in
      do throws(PostgresError) {
        let connection = try await Connection.open(
          options, on: loop, statements: statements, deadline: deadline)
        guard !isClosed else { return connection.close() }
        lastError = nil
        add(
          WorkConnection(
            connection, on: loop,
            answerDeadline: configuration.workStatementTimeout + configuration.workAnswerGrace))
      } catch {
        lastError = error
        handle(.connectFailed)
      }
    }
  }

  private func add(_ connection: WorkConnection) {
    nextID += 1
    let id = nextID
    connections[id] = connection
    connection.onIdleLoss = { [weak self, weak connection] in
      // While somebody has it, its release will tell.
      guard let self, let connection, !connection.isCheckedOut else { return }
      handle(.lostWhileIdle(id))
    }
    handle(.connected(id))
  }
}
