internal import HTTPCore

/// A limit of so many acts in a time, kept for each of many keys in bounded memory; a pure value.
///
/// The generic cell rate algorithm: a key's state is one number, the time at which its whole
/// allowance is there again. A key whose time is past is the same as an unknown one. Keys live in
/// two generations, and a full one replaces the older: what is forgotten first is what was not
/// seen for longest.
struct RateLimiter: Sendable {
  /// So many acts at once, and one more after each `refillNanoseconds`.
  struct Policy: Sendable {
    let burst: Int64
    let refillNanoseconds: Int64
  }

  /// What became of one act.
  struct Decision: Equatable {
    let isAllowed: Bool
    /// Acts that are left now.
    let remaining: Int64
    /// Until one more is there, rounded up; at least 1 where none is left.
    let retryAfterSeconds: Int64
  }

  let policy: Policy
  private let maxKeysInGeneration: Int
  private var current: [String: Int64] = [:]
  private var previous: [String: Int64] = [:]

  /// - Parameter maxKeys: how many keys are remembered at most.
  init(_ policy: Policy, maxKeys: Int = 20_000) {
    self.policy = policy
    maxKeysInGeneration = max(1, maxKeys / 2)
  }

  var keyCount: Int { current.count + previous.count }

  /// Takes one act from the key's allowance, if there is one.
  ///
  /// - Parameter now: nanoseconds of a clock that does not go back.
  mutating func take(_ key: String, now: Int64) -> Decision {
    let fullAgainAt = max(current[key] ?? previous[key] ?? now, now)
    let next = fullAgainAt + policy.refillNanoseconds
    let allowance = policy.burst * policy.refillNanoseconds
    let isAllowed = next - now <= allowance
    if isAllowed { remember(key, next) }
    let used = (isAllowed ? next : fullAgainAt) - now
    let left = (allowance - used) / policy.refillNanoseconds
    let wait = left > 0 ? 0 : used - (allowance - policy.refillNanoseconds)
    return Decision(
      isAllowed: isAllowed, remaining: left,
      retryAfterSeconds: (wait + 999_999_999) / 1_000_000_000)
  }

  private mutating func remember(_ key: String, _ fullAgainAt: Int64) {
    if current[key] == nil && current.count >= maxKeysInGeneration {
      previous = current
      current = [:]
    }
    current[key] = fullAgainAt
  }

  /// What stands for an address: an IPv6 client commands a whole /64.
  static func key(ofAddress text: String) -> String {
    guard let address = IPAddress(text) else { return text }
    if address.isIPv4 { return String(UInt32(truncatingIfNeeded: address.bits), radix: 16) }
    return String(UInt64(truncatingIfNeeded: address.bits >> 64), radix: 16) + "/64"
  }
}
