internal import AsyncSockets

/// A connection that one caller has to itself, for transactions and long work.
///
/// Usable from any thread, one call after another.
///
/// `@unchecked Sendable`: its state is touched only on its loop's thread; calls from elsewhere hop.
public final class WorkConnection: @unchecked Sendable {
  /// Statements sent as one unit, and what was received for them.
  private final class Operation: @unchecked Sendable {
    let statements: [SQL]
    let script: String?
    let continuation: UnsafeContinuation<Result<[Rows], PostgresError>, Never>
    var rows: [Rows] = []
    var error: PostgresError?

    init(
      statements: [SQL], script: String? = nil,
      _ continuation: UnsafeContinuation<Result<[Rows], PostgresError>, Never>
    ) {
      self.statements = statements
      self.script = script
      self.continuation = continuation
    }

    func finish() {
      continuation.resume(returning: error.map { .failure($0) } ?? .success(rows))
    }
  }

  let loop: EventLoop
  let connection: Connection
  private var current: Operation?
  private var operationStart = MonotonicTime(nanoseconds: 0)
  /// How long an operation may take; nil when there is no limit.
  private var answerDeadline: Duration?
  /// Set by whoever wants the connection closed and not used by others afterwards.
  private var mustClose = false
  /// How far the caller's transaction is.
  private enum Transaction { case none, unsent, sent, begun, committed }
  private var transaction = Transaction.none
  /// Whether the last transaction's first statements were answered: without that nothing was done.
  private(set) var hasBegun = false
  /// Whether somebody has it. On the loop.
  var isCheckedOut = false
  /// Called when the connection breaks between two calls.
  var onIdleLoss: (() -> Void)?

  init(_ connection: Connection, on loop: EventLoop, answerDeadline: Duration) {
    self.loop = loop
    self.answerDeadline = answerDeadline
    self.connection = connection
    connection.owner = self
  }

  /// The process that serves this connection, as in `pg_stat_activity.pid`.
  public var backendProcess: Int32 { connection.backendProcess }

  /// Whether the next caller may have it. On the loop.
  var isReusable: Bool {
    connection.isOpen && connection.isIdle && current == nil && !mustClose
      && !connection.isInTransaction
  }

  /// Runs one statement; outside a transaction it is one of its own.
  public func query(_ sql: SQL) async throws(PostgresError) -> Rows {
    let rows = try await pipeline([sql])
    guard let first = rows.first else {
      throw PostgresError(.mismatch, "the statement had no result")
    }
    return first
  }

  /// Runs statements in one round trip, and outside a transaction as one: all of them or none.
  public func pipeline(_ statements: [SQL]) async throws(PostgresError) -> [Rows] {
    for statement in statements { try statement.checkSize() }
    var attempts = 0
    while true {
      do throws(PostgresError) {
        return try await run(statements, script: nil)
      } catch {
        attempts += 1
        // Inside a transaction it has been rolled back already, and only its owner can repeat it.
        guard error.isStaleStatement, attempts < 3, transaction == .none else { throw error }
      }
    }
  }

  /// Runs text of the program that may hold several statements, such as a migration.
  public func script(_ text: String) async throws(PostgresError) {
    _ = try await run([], script: text)
  }

  /// Runs `body` in a transaction: committed when it returns, rolled back when it throws.
  ///
  /// It begins with the first statements of `body`, which spares a round trip, and ends with the last ones where those
  /// are sent by ``commit(after:)``.
  public func transaction<Value>(
    _ body: (WorkConnection) async throws(PostgresError) -> Value
  ) async throws(PostgresError) -> Value {
    hasBegun = false
    transaction = .unsent
    let value: Value
    do throws(PostgresError) {
      value = try await body(self)
    } catch {
      let isOpen = transaction == .sent || transaction == .begun
      transaction = .none
      // When this fails too, the connection is closed: see `isReusable`.
      if isOpen { _ = try? await query("rollback") }
      throw error
    }
    let isOpen = transaction == .begun
    transaction = .none
    if isOpen { _ = try await query("commit") }
    return value
  }

  /// Runs the last statements of a transaction and commits it, in one round trip.
  public func commit(after statements: [SQL]) async throws(PostgresError) -> [Rows] {
    let rows = try await pipeline(statements + ["commit"])
    transaction = .committed
    return Array(rows.dropLast())
  }

  /// Lets statements of this connection take as long as they need; nobody else gets it afterwards.
  public func liftTimeouts() async throws(PostgresError) {
    onLoop {
      self.mustClose = true
      self.answerDeadline = nil
    }
    try await script("set statement_timeout = 0; set lock_timeout = 0")
  }

  /// Gives the connection up when the server has not answered for longer than any statement may run:
  /// its own timeout should have ended it. On the loop.
  func closeIfOverdue() {
    guard current != nil, let answerDeadline, operationStart + answerDeadline <= loop.now else {
      return
    }
    connection.close()
    connectionLost(connection)
  }

  private func run(_ statements: [SQL], script: String?) async throws(PostgresError) -> [Rows] {
    guard transaction == .unsent else { return try await send(statements, script: script) }
    // A script goes by itself.
    let first = script == nil ? statements : []
    transaction = .sent
    let rows = try await send(["begin"] + first, script: nil)
    transaction = .begun
    hasBegun = true
    guard script != nil else { return Array(rows.dropFirst()) }
    return try await send(statements, script: script)
  }

  private func send(_ statements: [SQL], script: String?) async throws(PostgresError) -> [Rows] {
    let result: Result<[Rows], PostgresError> = await withUnsafeContinuation { continuation in
      let operation = Operation(statements: statements, script: script, continuation)
      onLoop { self.start(operation) }
    }
    return try result.get()
  }

  private func onLoop(_ work: @escaping @Sendable () -> Void) {
    if loop.isCurrent { work() } else { loop.execute(work) }
  }

  private func start(_ operation: Operation) {
    guard connection.isOpen else {
      operation.error = PostgresError(.connectionLost, "the connection to the database is lost")
      return operation.finish()
    }
    guard current == nil else {
      operation.error = PostgresError(.mismatch, "the connection is used twice at the same time")
      return operation.finish()
    }
    current = operation
    operationStart = loop.now
    if let script = operation.script {
      connection.sendScript(script, tag: 0)
      return
    }
    for statement in operation.statements { connection.send(statement, step: .statement, tag: 0) }
    connection.sync(tag: 0)
    connection.flush()
  }

  private func finishCurrent() {
    guard let operation = current else { return }
    current = nil
    operation.finish()
  }
}

extension WorkConnection: ConnectionOwner {
  func connection(
    _ connection: Connection, received: Received, step: Connection.Step, tag: Int32
  ) {
    switch received {
    case .rows(let rows):
      if step == .statement || step == .script { current?.rows.append(rows) }
    case .failed(let error):
      if let current, current.error == nil { current.error = error }
      // Perhaps another server is the primary now: the next caller gets a new connection.
      if error.sqlState == .readOnlyTransaction { mustClose = true }
    case .aborted: break
    case .synced: finishCurrent()
    }
  }

  func connectionLost(_ connection: Connection) {
    if let current {
      if current.error == nil {
        current.error = PostgresError(.connectionLost, "the connection to the database was lost")
      }
      finishCurrent()
    } else {
      onIdleLoss?()
    }
  }
}
