internal import HTTPCore
internal import Synchronization

/// How often an address may do what needs no token: the limiter's state, its clock, and its words in
/// headers.
final class AddressLimiter: Sendable {
  private let limiter: Mutex<RateLimiter>
  private let clock: @Sendable () -> Int64
  private let name: String
  private let limit: AddressLimit

  /// - Parameter name: of the policy, as clients are told it.
  init(_ name: String, _ limit: AddressLimit, clock: @escaping @Sendable () -> Int64) {
    self.name = name
    self.limit = limit
    self.clock = clock
    let policy = RateLimiter.Policy(
      burst: Int64(limit.burst), refillNanoseconds: Int64(limit.refillSeconds) * 1_000_000_000)
    limiter = Mutex(RateLimiter(policy))
  }

  /// Takes one from the allowance of the address that a request came from. To be asked for when all that can be
  /// told from the request alone was found right: what is refused for that, nobody can gain by.
  ///
  /// - Returns: the fields that tell the client what is left (draft-ietf-httpapi-ratelimit-headers).
  /// - Throws: 429 when nothing was left.
  func take(_ call: Call) throws(Problem) -> [(name: FieldName, value: String)] {
    try call.checkNoted()
    let now = clock()
    let address = call.environment.trustedProxies.clientAddress(of: call.request)
    let decision = limiter.withLock { $0.take(RateLimiter.key(ofAddress: address), now: now) }
    let seconds = decision.retryAfterSeconds
    let headers: [(name: FieldName, value: String)] = [
      (.rateLimitPolicy, "\"\(name)\";q=\(limit.burst);w=\(limit.burst * limit.refillSeconds)"),
      (.rateLimit, "\"\(name)\";r=\(decision.remaining);t=\(seconds)"),
    ]
    if decision.isAllowed { return headers }
    var problem = Problem(.rateLimited).with(.retryAfter, String(seconds))
    problem.headers += headers
    throw problem
  }
}
