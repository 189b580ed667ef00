internal import AsyncSockets
internal import CLibpq
internal import Glibc

/// One connection to PostgreSQL in libpq's pipeline mode (PostgreSQL's manual, 34.5), driven by its
/// loop: statements are sent without waiting, and their answers are handed to the owner.
///
/// `@unchecked Sendable`: touched only on its loop's thread.
final class Connection: @unchecked Sendable {
  /// What an answer belongs to.
  enum Step: UInt8 {
    case prepare, lock, statement, sync, script
  }

  struct Pending {
    var step: Step
    var tag: Int32
    var statement: Int32 = -1
    /// Under which name the statement was sent.
    var name: Int32 = -1
    var hasResult = false
  }

  let loop: EventLoop
  weak var owner: (any ConnectionOwner)?
  let statements: StatementTable
  var handle: OpaquePointer?
  var descriptor: Descriptor?

  /// What was sent and not yet answered, oldest first, from `head` on.
  var pending: [Pending] = []
  var head = 0
  /// By statement number, the name under which it is prepared here; negative: it is not.
  var preparedNames: [Int32] = []
  var nameCount: Int32 = 0
  private var parameters = ParameterArrays()
  var wantsToWrite = false
  var isBroken = false
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
    guard !isBroken else { return }
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
    if isIdle, PQexitPipelineMode(handle) == 1, PQsendQuery(handle, text) == 1 {
      pending.append(Pending(step: .script, tag: tag))
    } else {
      isBroken = true
    }
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
}
