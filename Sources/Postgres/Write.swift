internal import AsyncSockets

/// A write that shares its transaction with others: two statements in one round trip.
///
/// PostgreSQL takes a statement's snapshot when it starts, before it waits for a row lock. So the
/// first statement only locks the account's row (and checks the token), and the second sees everything
/// that was committed before.
///
/// The first column of `lock`'s first row is a boolean: whether the lock is held now. NULL, or no row,
/// means that it is not and that waiting would not help (an unknown token, say). The second statement runs
/// in every case and must do nothing by itself when the lock is not its own.
public struct Write: Sendable {
  /// Batches are sorted by it, so that two of them never lock in opposite orders.
  public var account: PGUUID
  /// Locks with `for update skip locked`.
  public var lock: SQL
  /// The same, but waits; used when somebody else has held the lock twice, and only then made.
  public var waitingLock: @Sendable () -> SQL
  public var statement: SQL

  public init(
    account: PGUUID, lock: SQL, waitingLock: @autoclosure @escaping @Sendable () -> SQL,
    statement: SQL
  ) {
    self.account = account
    self.lock = lock
    self.waitingLock = waitingLock
    self.statement = statement
  }
}

/// What a request is answered with: the lock's rows (writes only) and the statement's.
struct Answer: Sendable {
  var lock: Rows?
  var rows: Rows
}

/// A read or a write on its way through a lane.
///
/// `@unchecked Sendable`: made by the caller and then handed over to one loop, which alone touches it.
final class Ticket: @unchecked Sendable {
  let account: PGUUID
  let lock: SQL?
  let waitingLock: (@Sendable () -> SQL)?
  let statement: SQL
  private let continuation: UnsafeContinuation<Result<Answer, PostgresError>, Never>

  var lockRows: Rows?
  var rows: Rows?
  var error: PostgresError?
  /// Until when it may wait for its account's lock, once it does.
  var waitingDeadline = MonotonicTime.distantFuture

  init(
    read statement: SQL,
    _ continuation: UnsafeContinuation<Result<Answer, PostgresError>, Never>
  ) {
    account = PGUUID(high: 0, low: 0)
    lock = nil
    waitingLock = nil
    self.statement = statement
    self.continuation = continuation
  }

  init(
    _ write: Write, _ continuation: UnsafeContinuation<Result<Answer, PostgresError>, Never>
  ) {
    account = write.account
    lock = write.lock
    waitingLock = write.waitingLock
    statement = write.statement
    self.continuation = continuation
  }

  /// Forgets what an earlier attempt received.
  func reset() {
    lockRows = nil
    rows = nil
    error = nil
  }

  /// Whether somebody else holds the account's lock.
  var wasSkipped: Bool {
    guard let row = lockRows?.first, let held = try? row.boolOrNil(0) else { return false }
    return !held
  }

  func refuse(_ error: PostgresError) {
    continuation.resume(returning: .failure(error))
  }

  /// Answers with what was received.
  func deliver() {
    if let error {
      continuation.resume(returning: .failure(error))
    } else if let rows {
      continuation.resume(returning: .success(Answer(lock: lockRows, rows: rows)))
    } else {
      refuse(PostgresError(.unavailable, "the statement was not run"))
    }
  }
}
