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
  /// For ids that sort by time; never for what is stored as a time, which the database's clock says.
  public let now: @Sendable () -> Instant
  /// Cryptographically secure: token secrets come from it.
  public let random: @Sendable () -> any RandomNumberGenerator
  /// Learns what went wrong on the server's side, for the log.
  public let report: @Sendable (APIFailure) -> Void

  /// - Parameters:
  ///   - signUpLimit: accounts that one address may make; nil for any number.
  ///   - codeLimit: recovery and pairing codes that one address may try; nil for any number.
  ///   - monotonicNanoseconds: a clock that never goes back, for limits.
  public init(
    store: Store, timeZones: TimeZoneNames, signUp: SignUp = .open,
    signUpLimit: AddressLimit? = AddressLimit(burst: 10, refillSeconds: 360),
    codeLimit: AddressLimit? = AddressLimit(burst: 10, refillSeconds: 30),
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

  /// Values below 1 are taken as 1.
  public init(burst: Int, refillSeconds: Int) {
    self.burst = max(1, burst)
    self.refillSeconds = max(1, refillSeconds)
  }
}

/// What went wrong on the server's side while it answered a request.
public struct APIFailure: Sendable {
  /// Also in the answer, so that a report can be matched with the log.
  public let requestID: String
  /// Never holds a stored or a bound value.
  public let description: String
}
