internal import AsyncSockets

/// A read or a write on its way through a lane.
///
/// `@unchecked Sendable`: made by the caller and then handed over to one loop, which alone touches it.
final class Ticket: @unchecked Sendable {
  typealias Continuation<Value> = UnsafeContinuation<Result<Value, PostgresError>, Never>

  enum Request {
    case read(SQL, Continuation<Rows>)
    case sharedRead(SharedRead, Continuation<Row?>)
    case write(Write, Continuation<MemberAnswer>)
  }

  let request: Request

  /// What a read that is not shared was answered.
  var rows: Rows?
  /// What a shared read or a write was answered.
  var answer: MemberAnswer?
  var error: PostgresError?
  /// Until when it may wait for its account's lock, once it does.
  var waitingDeadline = MonotonicTime.distantFuture

  init(_ request: Request) { self.request = request }

  /// Nil for a read.
  var write: Write? {
    if case .write(let write, _) = request { write } else { nil }
  }

  var sharedRead: SharedRead? {
    if case .sharedRead(let read, _) = request { read } else { nil }
  }

  /// Which others it shares its statements with; 0: none.
  var kind: LaneState.Kind {
    switch request {
    case .read: 0
    case .sharedRead(let read, _): read.kind.id
    case .write(let write, _): write.kind.id
    }
  }

  /// Forgets what an earlier attempt received.
  func reset() {
    rows = nil
    answer = nil
    error = nil
  }

  /// Whether somebody else holds the account's lock.
  var wasSkipped: Bool {
    guard let lock = answer?.lock, let isHeld = try? lock.boolOrNil(1) else { return false }
    return !isHeld
  }

  func refuse(_ error: PostgresError) {
    switch request {
    case .read(_, let continuation): continuation.resume(returning: .failure(error))
    case .sharedRead(_, let continuation): continuation.resume(returning: .failure(error))
    case .write(_, let continuation): continuation.resume(returning: .failure(error))
    }
  }

  /// Answers with what was received.
  func deliver() {
    if let error { return refuse(error) }
    switch request {
    case .read(_, let continuation):
      guard let rows else { return refuseUnrun() }
      continuation.resume(returning: .success(rows))
    case .sharedRead(_, let continuation):
      guard let answer else { return refuseUnrun() }
      continuation.resume(returning: .success(answer.row))
    case .write(_, let continuation):
      guard let answer else { return refuseUnrun() }
      continuation.resume(returning: .success(answer))
    }
  }

  private func refuseUnrun() {
    refuse(PostgresError(.unavailable, "the statement was not run"))
  }
}
