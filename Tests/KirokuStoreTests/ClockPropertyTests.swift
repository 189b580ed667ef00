import KirokuCore
import TestSupport
import Testing

@testable import KirokuStore

/// Random envelopes of phones whose clocks are wrong by up to three days: spacing, shift and `seen`.
@Suite("Random clocks")
struct ClockPropertyTests {
  private static let now: Int64 = 1_790_000_000_000_000
  private static let day: Int64 = 86_400_000_000

  /// What a phone did and how wrong it was, in microseconds.
  private struct Envelope {
    /// When the person really acted, in the envelope's order.
    let acted: [Int64]
    /// By what the phone's clock was ahead.
    let skew: Int64
    /// Whether the phone said so (`clockOffsetMs`).
    let isTold: Bool

    init(_ random: inout SeededGenerator) {
      let count = Int.random(in: 1...6, using: &random)
      // Often of one minute, or of now; sometimes uploaded days late.
      let unit: Int64 = [1, 60_000_000, 3_600_000_000].randomElement(using: &random) ?? 1
      acted = (0..<count).map { _ in
        ClockPropertyTests.now - unit * Int64.random(in: 0...4, using: &random)
      }
      let milliseconds = Int64.random(in: -259_200_000...259_200_000, using: &random)
      skew = Bool.random(using: &random) ? milliseconds * 1_000 : 0
      isTold = Bool.random(using: &random)
    }

    /// The times as the server takes them: as sent, corrected by what the phone said.
    var corrected: [Int64] { acted.map { isTold ? $0 : $0 + skew } }
  }

  @Test("An envelope keeps its order and its gaps, never lies in the future, and is else as it was")
  func envelopes() {
    var random = SeededGenerator(state: 0x636c_6f63_6b73)
    var (shifted, kept) = (0, 0)
    let now = Instant(unixMicroseconds: Self.now)
    for _ in 0..<propertyCases(20_000) {
      let envelope = Envelope(&random)
      let times = EnvelopeTimes(
        envelope.corrected.map { Instant(unixMicroseconds: $0) }, now: now)
      let expected = Self.expected(envelope.corrected)
      guard times.actedAt.map({ $0?.unixMicroseconds }) == expected.times,
        times.shiftMicroseconds == expected.shift
      else {
        Issue.record("\(envelope): \(times)")
        return
      }
      if expected.shift > 0 { shifted += 1 } else { kept += 1 }
      // A clock that is told, however wrong and however late the upload, moves an act by no more than the spacing.
      if envelope.isTold || envelope.skew == 0 {
        for (was, time) in zip(envelope.acted, expected.times) where abs(time - was) >= 6 {
          Issue.record("\(envelope): \(times)")
        }
      }
    }
    #expect(shifted > 0 && kept > 0)
  }

  /// The same by a formula: the k-th of the sorted times comes at least k - m µs after the m-th.
  private static func expected(_ given: [Int64]) -> (times: [Int64], shift: Int64) {
    var times = given
    var newest = Int64.min
    for index in given.indices {
      var least = given[index]
      for other in given.indices {
        let isBefore = (given[other], other) < (given[index], index)
        guard isBefore else { continue }
        // How many come between the other one and this one, this one included.
        let steps = given.indices.count {
          (given[other], other) < (given[$0], $0) && (given[$0], $0) <= (given[index], index)
        }
        least = max(least, given[other] + Int64(steps))
      }
      times[index] = least
      newest = max(newest, least)
    }
    let shift = max(0, newest - now)
    return (times.map { $0 - shift }, shift)
  }

  @Test("Who acts on what they see wins over it, and nobody over a later act")
  func seen() {
    var random = SeededGenerator(state: 0x7365_656e)
    let now = Instant(unixMicroseconds: Self.now)
    for _ in 0..<propertyCases(20_000) {
      let envelope = Envelope(&random)
      let times = EnvelopeTimes(
        envelope.corrected.map { Instant(unixMicroseconds: $0) }, now: now)
      let version = now.advanced(byMicroseconds: -Int64.random(in: 0...Self.day, using: &random))
      let stored = OperationKey(
        actedAt: version, clientID: .random(using: &random), operationID: .random(using: &random))
      // A claim to have seen more than there is counts as now.
      let claim = now.advanced(
        byMicroseconds: Int64.random(in: -3 * Self.day...3 * Self.day, using: &random))
      let later = OperationKey(
        actedAt: now.advanced(byMicroseconds: 2), clientID: .random(using: &random),
        operationID: .random(using: &random))
      for case let time? in times.actedAt {
        func key(seen: Instant?) -> OperationKey {
          OperationKey(
            actedAt: time, seenVersion: seen.map { min($0, now) }, clientID: .none,
            operationID: .none)
        }
        let holds =
          key(seen: version) > stored && key(seen: claim) < later && key(seen: nil) < later
          && (time >= version || key(seen: nil) < stored)
          && (claim < version || key(seen: claim) > stored)
        guard holds else {
          Issue.record("\(envelope), \(version), \(claim): \(times)")
          return
        }
      }
    }
  }
}
