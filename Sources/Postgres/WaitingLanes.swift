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
  static let maxAttempts = 3

  private let loop: EventLoop
  private let pool: WorkPool
  private let lockTimeoutMilliseconds: Int64
  /// How long a write may wait for its turn in its account's lane.
  private let waitingLimit: Duration
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
    waitingLimit = configuration.waitingLockTimeout
    maxRunning = max(1, configuration.maxWorkConnections / 2)
  }

  var isEmpty: Bool { waitingCount == 0 }

  func add(_ ticket: Ticket) {
    assert(loop.isCurrent)
    guard let write = ticket.write else { return }
    guard waitingCount < Self.maxWaiting else {
      ticket.refuse(PostgresError(.locked, "too many writes wait for a lock"))
      return
    }
    waitingCount += 1
    ticket.waitingDeadline = loop.now + waitingLimit
    if queues[write.account] == nil {
      queues[write.account] = [ticket]
      accounts.append(write.account)
      startNext()
    } else {
      queues[write.account]?.append(ticket)
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
    while let ticket = next(account) {
      guard ticket.waitingDeadline > loop.now else {
        ticket.refuse(PostgresError(.locked, "the account stayed locked"))
        continue
      }
      await run(ticket)
    }
  }

  /// Sends a write until it is answered; again on another connection when one breaks, since it has one
  /// effect however often it runs.
  private func run(_ ticket: Ticket) async {
    for attempt in 1...Self.maxAttempts {
      switch await withUnsafeContinuation({ pool.request(WorkPool.Request($0)) }) {
      case .success(let connection):
        await run(ticket, on: connection)
        pool.release(connection)
      case .failure(let error):
        ticket.error = error
      }
      let mayRetry =
        ticket.error.map { $0.kind == .connectionLost || $0.isTransient } ?? false
      guard mayRetry, attempt < Self.maxAttempts else { break }
    }
    ticket.deliver()
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
    ticket.reset()
    guard let write = ticket.write else { return }
    do throws(PostgresError) {
      // The three are one transaction, for which alone the timeout holds.
      let rows = try await connection.pipeline([
        "select set_config('lock_timeout', \("\(lockTimeoutMilliseconds)"), true)",
        write.kind.waitingLock.statement(for: [write.row]),
        write.kind.statement.statement(for: [write.row]),
      ])
      guard rows.count == 3 else {
        throw PostgresError(.mismatch, "a write had \(rows.count) results")
      }
      ticket.answer = MemberAnswer(lock: rows[1].first, row: rows[2].first)
    } catch {
      ticket.error = error
    }
  }
}
