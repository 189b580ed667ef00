public import HTTPCore
public import KirokuCore
public import KirokuStore

/// What the API works with. Clock and randomness are values, so that tests can set them.
///
/// A class, so that each request holds it with one reference.
public final class Environment: Sendable {
  public let store: Store
  public let timeZones: TimeZoneNames
  public let signUp: SignUp
  let signUpLimit: AddressLimiter?
  let codeLimit: AddressLimiter?
  let accountLimit: AccountLimiter?
  let trustedProxies: TrustedProxies
  let live: LiveLimits
  /// Where computations run that take long; nil where they may keep others waiting.
  let background: (any TaskExecutor)?
  let monotonicNanoseconds: @Sendable () -> Int64
  /// For ids that sort by time; never for what is stored as a time, which the database's clock says.
  public let now: @Sendable () -> Instant
  /// Cryptographically secure: token secrets come from it.
  public let random: @Sendable () -> any RandomNumberGenerator
  /// Learns what went wrong on the server's side, for the log.
  public let report: @Sendable (APIFailure) -> Void

  /// - Parameters:
  ///   - signUpLimit: accounts that one address may make; nil for any number.
  ///   - codeLimit: recovery and pairing codes that one address may try; nil for any number.
  ///   - accountLimit: requests that one account may make; nil for any number.
  ///   - trustedProxies: whose word is taken on which address a request came from.
  ///   - live: how long and how many may wait for changes.
  ///   - background: threads for what computes for milliseconds; nil runs it where the request came in.
  ///   - monotonicNanoseconds: a clock that never goes back, for limits.
  public init(
    store: Store, timeZones: TimeZoneNames, signUp: SignUp = .open,
    signUpLimit: AddressLimit? = AddressLimit(perHour: 10),
    codeLimit: AddressLimit? = AddressLimit(perHour: 120),
    accountLimit: AccountLimit? = AccountLimit.usual, trustedProxies: TrustedProxies = .none,
    live: LiveLimits = LiveLimits(), background: (any TaskExecutor)? = nil,
    now: @escaping @Sendable () -> Instant,
    monotonicNanoseconds: @escaping @Sendable () -> Int64,
    random: @escaping @Sendable () -> any RandomNumberGenerator = { SystemRandomNumberGenerator() },
    report: @escaping @Sendable (APIFailure) -> Void = { _ in }
  ) {
    self.store = store
    self.timeZones = timeZones
    self.signUp = signUp
    self.signUpLimit = signUpLimit.map {
      AddressLimiter("sign-up", $0, clock: monotonicNanoseconds)
    }
    self.codeLimit = codeLimit.map { AddressLimiter("codes", $0, clock: monotonicNanoseconds) }
    var words = random()
    self.accountLimit = accountLimit.map { AccountLimiter($0, seed: words.next()) }
    self.trustedProxies = trustedProxies
    self.live = live
    self.background = background
    self.monotonicNanoseconds = monotonicNanoseconds
    self.now = now
    self.random = random
    self.report = report
  }
}

/// Who may make an account.
public enum SignUp: Sendable {
  case open
  /// Whoever knows the code, sent as `inviteCode`.
  case invite(code: String)
  /// Nobody but the command line.
  case closed
}

/// So many at once from one address, and one more after each `refillSeconds`.
public struct AddressLimit: Sendable {
  public let burst: Int
  public let refillSeconds: Int

  /// Up to ten at once, and so many in an hour for as long as it likes.
  ///
  /// - Parameter perHour: 1…3,600; what is outside is taken as the nearest.
  public init(perHour: Int) {
    let perHour = min(max(1, perHour), 3_600)
    self.init(burst: min(perHour, 10), refillSeconds: 3_600 / perHour)
  }

  /// Values below 1 are taken as 1.
  public init(burst: Int, refillSeconds: Int) {
    self.burst = max(1, burst)
    self.refillSeconds = max(1, refillSeconds)
  }
}

/// So many requests of one account in a second for as long as it likes, and `burst` at once.
public struct AccountLimit: Sendable, Equatable {
  public let perSecond: Int
  public let burst: Int

  /// Far above what a person's devices ask for, and far below what a server can do.
  public static let usual = AccountLimit(perSecond: 100)

  /// - Parameter perSecond: 1…1,000,000; what is outside is taken as the nearest.
  public init(perSecond: Int) {
    self.perSecond = min(max(1, perSecond), 1_000_000)
    // A client that was long offline sends all it has at once.
    burst = self.perSecond * 20
  }
}

/// What went wrong on the server's side while it answered a request.
public struct APIFailure: Sendable {
  /// Also in the answer, so that a report can be matched with the log.
  public let requestID: String
  /// Never holds a stored or a bound value.
  public let description: String
}
