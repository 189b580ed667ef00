internal import AsyncSockets
internal import CLibpq
internal import Glibc

/// What became of one statement, or of a Sync, that was sent over a ``Connection``.
enum Received {
  case rows(Rows)
  case failed(PostgresError)
  /// Not run, because a statement before it in the same unit failed.
  case aborted
  /// The Sync (or the script) is done: the transaction has been committed, or rolled back if anything
  /// in it had failed.
  case synced
}

/// Hears what a connection receives, in the order in which it was sent. On the loop's thread.
protocol ConnectionOwner: AnyObject {
  func connection(
    _ connection: Connection, received: Received, step: Connection.Step, tag: Int32)
  /// The connection is closed; nothing more will be received for what is still unanswered.
  func connectionLost(_ connection: Connection)
  func connection(_ connection: Connection, notifiedOn channel: String, payload: String)
}

extension ConnectionOwner {
  func connection(_ connection: Connection, notifiedOn channel: String, payload: String) {}
}

/// One connection to PostgreSQL in libpq's pipeline mode (PostgreSQL's manual, 34.5), driven by its
/// loop: statements are sent without waiting, and their answers are handed to the owner.
///
/// `@unchecked Sendable`: touched only on its loop's thread.
final class Connection: @unchecked Sendable {
  /// What an answer belongs to.
  enum Step: UInt8 {
    case prepare, lock, statement, sync, script
  }

  private struct Pending {
    var step: Step
    var tag: Int32
    var statement: Int32 = -1
    /// Under which name the statement was sent.
    var name: Int32 = -1
    var hasResult = false
  }

  let loop: EventLoop
  weak var owner: (any ConnectionOwner)?
  private let statements: StatementTable
  private var handle: OpaquePointer?
  private var descriptor: Descriptor?

  /// What was sent and not yet answered, oldest first, from `head` on.
  private var pending: [Pending] = []
  private var head = 0
  /// By statement number, the name under which it is prepared here; negative: it is not.
  private var preparedNames: [Int32] = []
  private var nameCount: Int32 = 0
  private var parameters = ParameterArrays()
  private var wantsToWrite = false
  private(set) var isBroken = false
  /// Whether a server that takes no writes is taken for a broken connection.
  var leavesReadOnlyServer = false
  /// The backend's process, for tests and logs.
  let backendProcess: Int32

  /// - Parameter handle: an open connection, which this takes over.
  init(
    taking handle: OpaquePointer, on loop: EventLoop, statements: StatementTable
  ) throws(PostgresError) {
    self.loop = loop
    self.statements = statements
    self.handle = handle
    backendProcess = PQbackendPID(handle)
    // Notices are for people at a terminal; libpq would print them.
    PQsetNoticeReceiver(handle, { _, _ in }, nil)
    guard PQsetnonblocking(handle, 1) == 0, PQenterPipelineMode(handle) == 1 else {
      close()
      throw PostgresError(.unavailable, "the connection cannot be used in pipeline mode")
    }
    do {
      // Level-triggered: libpq may leave bytes in the socket after PQconsumeInput.
      let descriptor = try Descriptor(
        PQsocket(handle), on: loop, trigger: .level, interest: .readable)
      descriptor.onReady = { [weak self] readiness in self?.becameReady(readiness) }
      self.descriptor = descriptor
    } catch {
      close()
      throw PostgresError(.unavailable, "the connection cannot be watched")
    }
  }

  deinit {
    descriptor?.deregister()
    if let handle { PQfinish(handle) }
  }

  /// Nothing that was sent is unanswered.
  var isIdle: Bool { head == pending.count }
  var isOpen: Bool { handle != nil && !isBroken }
  /// Whether the session is inside a transaction, or in one that failed.
  var isInTransaction: Bool {
    guard let handle else { return false }
    return PQtransactionStatus(handle) != PQTRANS_IDLE
  }

  /// Closes the connection at once, without telling the owner.
  func close() {
    descriptor?.deregister()
    descriptor = nil
    isBroken = true
    if let handle { PQfinish(handle) }
    handle = nil
  }

  // MARK: Sending

  /// Sends a statement; it is prepared first if this connection has not met it. ``sync(tag:)`` and
  /// ``flush()`` must follow.
  func send(_ sql: SQL, step: Step, tag: Int32) {
    guard let handle, !isBroken else { return }
    guard let number = statements.number(of: sql) else {
      sendUnprepared(sql, step, tag, handle)
      return
    }
    while preparedNames.count <= number { preparedNames.append(-1) }
    if preparedNames[number] < 0 { prepare(sql, number, tag, handle) }
    let name = preparedNames[number]
    let status = withStatementName(name) { name in
      parameters.fill(from: sql) { values, lengths, formats in
        PQsendQueryPrepared(
          handle, name, Int32(truncatingIfNeeded: sql.parameters.count), values, lengths, formats,
          1)
      }
    }
    guard status == 1 else { return isBroken = true }
    pending.append(Pending(step: step, tag: tag, statement: Int32(number), name: name))
  }

  private func prepare(_ sql: SQL, _ number: Int, _ tag: Int32, _ handle: OpaquePointer) {
    // Always a new name: the old one may still exist on the server, with an outdated plan.
    nameCount += 1
    let name = nameCount
    let types = sql.parameters.map(\.type.rawValue)
    let status = withStatementName(name) { name in
      PQsendPrepare(handle, name, sql.text, Int32(truncatingIfNeeded: types.count), types)
    }
    guard status == 1 else { return isBroken = true }
    preparedNames[number] = name
    pending.append(Pending(step: .prepare, tag: tag, statement: Int32(number), name: name))
  }

  private func sendUnprepared(_ sql: SQL, _ step: Step, _ tag: Int32, _ handle: OpaquePointer) {
    let types = sql.parameters.map(\.type.rawValue)
    let status = parameters.fill(from: sql) { values, lengths, formats in
      PQsendQueryParams(
        handle, sql.text, Int32(truncatingIfNeeded: types.count), types, values, lengths, formats,
        1)
    }
    guard status == 1 else { return isBroken = true }
    pending.append(Pending(step: step, tag: tag))
  }

  /// Ends a unit: what was sent since the last Sync is one transaction.
  func sync(tag: Int32) {
    guard let handle, !isBroken else { return }
    guard PQpipelineSync(handle) == 1 else { return isBroken = true }
    pending.append(Pending(step: .sync, tag: tag))
  }

  /// Sends text that may hold several statements and bind nothing (the simple protocol). Only while
  /// nothing is unanswered.
  func sendScript(_ text: String, tag: Int32) {
    guard let handle, !isBroken else { return }
    guard isIdle, PQexitPipelineMode(handle) == 1, PQsendQuery(handle, text) == 1 else {
      return isBroken = true
    }
    pending.append(Pending(step: .script, tag: tag))
    flush()
  }

  /// Hands what was sent to the kernel; the rest follows when the socket takes it.
  func flush() {
    guard let handle else { return }
    let status = isBroken ? -1 : PQflush(handle)
    if status < 0 {
      isBroken = true
      // Not from here: the owner is in the middle of sending.
      loop.atRoundEnd { [weak self] in self?.reportLoss() }
      return
    }
    let wantsToWrite = status == 1
    guard wantsToWrite != self.wantsToWrite else { return }
    self.wantsToWrite = wantsToWrite
    do {
      try descriptor?.setInterest(wantsToWrite ? [.readable, .writable] : .readable)
    } catch {
      isBroken = true
      loop.atRoundEnd { [weak self] in self?.reportLoss() }
    }
  }

  // MARK: Receiving

  private func becameReady(_ readiness: Readiness) {
    guard let handle else { return }
    if wantsToWrite { flush() }
    // It fails when the peer has closed, which is also how a connection that broke while idle shows;
    // what had arrived before is in libpq's buffer all the same.
    let isAlive = PQconsumeInput(handle) == 1
    receiveAll()
    takeNotifications()
    if !isAlive { isBroken = true }
    reportLoss()
  }

  private func reportLoss() {
    guard isBroken, handle != nil else { return }
    close()
    owner?.connectionLost(self)
  }

  /// Hands on every answer that has arrived whole.
  private func receiveAll() {
    var endings = 0
    while head < pending.count, let handle, PQisBusy(handle) == 0 {
      if let result = PQgetResult(handle) {
        endings = 0
        receive(result)
      } else {
        // A statement's results end with a NULL; a Sync's do not, but an error in it does.
        endings += 1
        endStatement()
        if endings > 2 { return isBroken = true }
      }
    }
    compactPending()
  }

  private func endStatement() {
    let answered = pending[head]
    switch answered.step {
    case .sync: break
    case .script:
      head += 1
      if let handle, PQenterPipelineMode(handle) != 1 { isBroken = true }
      owner?.connection(self, received: .synced, step: .script, tag: answered.tag)
    default:
      if answered.hasResult { head += 1 } else { isBroken = true }
    }
  }

  private func receive(_ result: OpaquePointer) {
    pending[head].hasResult = true
    let answered = pending[head]
    let received: Received
    switch PQresultStatus(result) {
    case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
      received = .rows(Rows(taking: result))
    case PGRES_PIPELINE_SYNC:
      PQclear(result)
      head += 1
      received = .synced
    case PGRES_PIPELINE_ABORTED:
      PQclear(result)
      if answered.step == .prepare { forget(answered) }
      received = .aborted
    default:
      defer { PQclear(result) }
      guard let error = PostgresError(reportedIn: result) else {
        isBroken = true
        return
      }
      if answered.step == .prepare { forget(answered) }
      if error.isStaleStatement { forgetAll(after: answered) }
      // After a fail-over, the server that this connection reaches is no longer the primary.
      let isDemoted = leavesReadOnlyServer && error.sqlState == .readOnlyTransaction
      if error.endsConnection || isDemoted {
        // Its members are sent again by the rules for a lost connection, not for a failed statement.
        isBroken = true
        return
      }
      received = .failed(error)
    }
    owner?.connection(self, received: received, step: answered.step, tag: answered.tag)
  }

  private func forget(_ answered: Pending) {
    let number = Int(answered.statement)
    guard number >= 0, preparedNames[number] == answered.name else { return }
    preparedNames[number] = -1
  }

  /// One statement is stale, so the others are likely to be: after DISCARD ALL, all are. One that was
  /// prepared again since is left alone.
  private func forgetAll(after answered: Pending) {
    let number = Int(answered.statement)
    guard number >= 0, preparedNames[number] == answered.name else { return }
    for index in preparedNames.indices { preparedNames[index] = -1 }
  }

  private func compactPending() {
    if head == pending.count {
      pending.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 1024 {
      pending.removeFirst(head)
      head = 0
    }
  }

  private func takeNotifications() {
    while let handle, let notification = PQnotifies(handle) {
      let channel = String(cString: notification.pointee.relname)
      let payload = String(cString: notification.pointee.extra)
      PQfreemem(notification)
      owner?.connection(self, notifiedOn: channel, payload: payload)
    }
  }
}
