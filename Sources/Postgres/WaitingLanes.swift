internal import AsyncSockets

/// The writes whose account somebody else keeps locked: one lane an account, so that they hold up
/// nobody but each other.
///
/// Each runs alone on an exclusive connection with the locking statement that waits.
///
/// `@unchecked Sendable`: touched only on its loop's thread.
final class WaitingLanes: @unchecked Sendable {
  /// Writes that may wait here; one more is refused as locked.
  static let maxWaiting = 512

  private let loop: EventLoop
  private let pool: WorkPool
  private let lockTimeoutMilliseconds: Int64
  /// Lanes that may hold a connection at once; the others of the pool stay free for other work.
  private let maxRunning: Int
  private var queues: [PGUUID: [Ticket]] = [:]
  /// Accounts whose lane has no connection yet, in order.
  private var accounts: [PGUUID] = []
  private var waitingCount = 0
  private var runningCount = 0

  init(on loop: EventLoop, pool: WorkPool, configuration: DatabaseConfiguration) {
    self.loop = loop
    self.pool = pool
    lockTimeoutMilliseconds = configuration.waitingLockTimeout.wholeMilliseconds
    maxRunning = max(1, configuration.maxWorkConnections / 2)
  }

  var isEmpty: Bool { waitingCount == 0 }

  func add(_ ticket: Ticket) {
    assert(loop.isCurrent)
    guard waitingCount < Self.maxWaiting else {
      ticket.refuse(PostgresError(.locked, "too many writes wait for a lock"))
      return
    }
    waitingCount += 1
    if queues[ticket.account] == nil {
      queues[ticket.account] = [ticket]
      accounts.append(ticket.account)
      startNext()
    } else {
      queues[ticket.account]?.append(ticket)
    }
  }

  private func startNext() {
    while runningCount < maxRunning, !accounts.isEmpty {
      runningCount += 1
      let account = accounts.removeFirst()
      loop.spawn { [self] in
        await run(account)
        runningCount -= 1
        startNext()
      }
    }
  }

  private func run(_ account: PGUUID) async {
    let result = await withUnsafeContinuation { pool.request(WorkPool.Request($0)) }
    switch result {
    case .success(let connection):
      while let ticket = next(account) { await run(ticket, on: connection) }
      pool.release(connection)
    case .failure(let error):
      while let ticket = next(account) { ticket.refuse(error) }
    }
  }

  /// The next ticket of the account; when there is none, the lane is gone.
  private func next(_ account: PGUUID) -> Ticket? {
    guard let ticket = queues[account]?.first else {
      queues[account] = nil
      return nil
    }
    queues[account]?.removeFirst()
    waitingCount -= 1
    return ticket
  }

  private func run(_ ticket: Ticket, on connection: WorkConnection) async {
    guard let lock = ticket.waitingLock else { return ticket.deliver() }
    ticket.reset()
    do throws(PostgresError) {
      // The three are one transaction, for which alone the timeout holds.
      let rows = try await connection.pipeline([
        "select set_config('lock_timeout', \("\(lockTimeoutMilliseconds)"), true)",
        lock, ticket.statement,
      ])
      guard rows.count == 3 else {
        throw PostgresError(.mismatch, "a write had \(rows.count) results")
      }
      ticket.lockRows = rows[1]
      ticket.rows = rows[2]
    } catch {
      ticket.error = error
    }
    ticket.deliver()
  }
}
