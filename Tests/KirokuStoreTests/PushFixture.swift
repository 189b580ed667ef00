import KirokuCore
import KirokuStore
import TestSupport

/// How tests push: operations with little said about them, and what came of each.
extension StoreFixture {
  /// Pushes operations at once.
  func push(
    _ operations: [PushedOperation], for secret: TokenSecret,
    _ permission: Permission = .writeDays
  ) async throws -> PushAnswer {
    guard let answer = try await store.pushes.push(operations, for: secret, permission).value
    else { throw Unexpected("the token was refused") }
    return answer
  }

  /// Pushes one change.
  func push(
    _ change: RecordChange, at actedAt: Instant? = nil, operation: UUIDBytes = .fresh(),
    for secret: TokenSecret
  ) async throws -> PushResult {
    let pushed = PushedOperation(change, at: actedAt, operation: operation)
    guard let result = try await push([pushed], for: secret).results.first else {
      throw Unexpected("a push had no result")
    }
    return result
  }

  /// A habit that is there.
  func makeHabit(
    _ kind: HabitKind = .count, id: UUIDBytes = .fresh(), at actedAt: Instant? = nil,
    for secret: TokenSecret
  ) async throws -> UUIDBytes {
    let result = try await push(.putHabit(id, .test(kind)), at: actedAt, for: secret)
    guard result.outcome == .stored(.created) else { throw Unexpected("\(result.outcome)") }
    return id
  }
}

extension PushedOperation {
  init(
    _ change: RecordChange, at actedAt: Instant? = nil, operation: UUIDBytes = .fresh(),
    seen: Instant? = nil, timeZone: String? = nil
  ) {
    var act = Act(operationID: operation, request: Array("\(change)".utf8))
    act.actedAt = actedAt
    act.seen = seen
    act.timeZone = timeZone
    self.init(change, act)
  }
}

extension HabitFields {
  static func test(_ kind: HabitKind, name: String = "Read") -> HabitFields {
    HabitFields(
      kind: kind, name: name, target: kind == .count ? HabitTarget(thousandths: 3000) : nil,
      schedules: [ScheduleVersion(from: LocalDay(unixDays: 0), .daily)])
  }
}

extension PushResult {
  /// What is recorded for the day that was meant; nil where it is not seen.
  var day: HabitDay? {
    if case .day(let day, _) = record { day } else { nil }
  }
}

extension Instant {
  func after(minutes: Int64) -> Instant { advanced(byMicroseconds: minutes * 60_000_000) }
}
