internal import HTTPCore
internal import KirokuCore
internal import Synchronization

/// How many requests an account may make: what keeps one client's fault from taking the server from
/// everybody else. A token bucket an account, as in `RateLimiter`, but without a lock and in memory of
/// a fixed size, since every request passes here.
///
/// Accounts share slots by a hash that nobody can foresee. Two in one slot share its allowance, which
/// is far above what a person's devices ask for. Two loops that take at the same time may count as one.
final class AccountLimiter: Sendable {
  private static let slotCount = 4096

  /// A slot's time at which its whole allowance is there again, in nanoseconds.
  private let slots = InlineArray<4096, Atomic<Int64>> { _ in Atomic(.min) }
  private let limit: AccountLimit
  private let refillNanoseconds: Int64
  private let allowance: Int64
  private let seed: UInt64

  init(_ limit: AccountLimit, seed: UInt64) {
    self.limit = limit
    self.seed = seed
    refillNanoseconds = 1_000_000_000 / Int64(limit.perSecond)
    allowance = refillNanoseconds * Int64(limit.burst)
  }

  /// Refuses a request of an account that has used up its allowance.
  ///
  /// - Parameter now: nanoseconds of a clock that does not go back.
  /// - Throws: 429.
  func check(_ account: UUIDBytes, now: Int64) throws(Problem) {
    let fullAgainAt = slots[slot(of: account)].load(ordering: .relaxed)
    // Written so that nothing overflows for a slot that was never used.
    guard fullAgainAt > now, fullAgainAt &- now &+ refillNanoseconds > allowance else { return }
    throw problem(nanoseconds: fullAgainAt - now + refillNanoseconds - allowance)
  }

  /// Counts a request, once its token was found valid: a stranger who knows an account's id can't use
  /// up what is the account's.
  func count(_ account: UUIDBytes, now: Int64) {
    let slot = slot(of: account)
    let fullAgainAt = max(slots[slot].load(ordering: .relaxed), now)
    slots[slot].store(fullAgainAt &+ refillNanoseconds, ordering: .relaxed)
  }

  private func slot(of account: UUIDBytes) -> Int {
    let mixed = (account.high ^ account.low &* 0x9E37_79B9_7F4A_7C15 ^ seed)
      .multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return Int(truncatingIfNeeded: (mixed.high ^ mixed.low) % UInt64(Self.slotCount))
  }

  private func problem(nanoseconds: Int64) -> Problem {
    let seconds = (nanoseconds + 999_999_999) / 1_000_000_000
    let window = max(1, limit.burst / limit.perSecond)
    var problem = Problem(.rateLimited)
      .with(.retryAfter, String(seconds))
      .with(.rateLimitPolicy, "\"account\";q=\(limit.burst);w=\(window)")
      .with(.rateLimit, "\"account\";r=0;t=\(seconds)")
    // What is refused here costs nothing, so the token isn't looked up either.
    problem.isTokenChecked = true
    return problem
  }
}
