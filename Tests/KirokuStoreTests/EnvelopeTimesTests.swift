import KirokuCore
import Testing

@testable import KirokuStore

@Suite("The times of an envelope")
struct EnvelopeTimesTests {
  private static let now = 1_000_000

  /// Times in microseconds, and what becomes of them.
  struct Case: Sendable, CustomTestStringConvertible {
    let given: [Int?]
    let result: [Int?]
    var shift = 0
    var testDescription: String { "\(given)" }
  }

  @Test(
    "Order is kept, equal times are spaced, and nothing stays in the future",
    arguments: [
      Case(given: [], result: []),
      Case(given: [nil, 5], result: [nil, 5]),
      Case(given: [5, 3, 5], result: [5, 3, 6]),
      Case(given: [5, 5, 6], result: [5, 6, 7]),
      Case(given: [1_000_000, 1_000_000], result: [999_999, 1_000_000], shift: 1),
      Case(
        given: [2_000_000, nil, 1_500_000], result: [1_000_000, nil, 500_000], shift: 1_000_000),
    ])
  func times(_ one: Case) {
    let acts = one.given.map { Self.act(.fresh(), $0) }
    let times = EnvelopeTimes(acts, now: Instant(unixMicroseconds: Int64(Self.now)))
    #expect(times.actedAt.map { $0.map { Int($0.unixMicroseconds) } } == one.result)
    #expect(times.shiftMicroseconds == one.shift)
  }

  @Test("The same operation twice is one act, and moves no other")
  func twice() {
    let (first, second) = (UUIDBytes.fresh(), UUIDBytes.fresh())
    let acts = [Self.act(first, 5), Self.act(first, 5), Self.act(second, 6)]
    let times = EnvelopeTimes(acts, now: Instant(unixMicroseconds: Int64(Self.now)))
    #expect(times.actedAt.map { $0?.unixMicroseconds } == [5, 5, 6])
  }

  private static func act(_ id: UUIDBytes, _ time: Int?) -> Act {
    var act = Act(operationID: id, request: [])
    act.actedAt = time.map { Instant(unixMicroseconds: Int64($0)) }
    return act
  }
}
