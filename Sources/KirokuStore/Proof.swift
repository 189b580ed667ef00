public import KirokuCore
internal import Postgres

/// By what a caller shows who they are.
public enum Proof: Sendable, Hashable {
  /// A client, with its token.
  case token(TokenSecret)
  /// A browser in which a token was pasted, for as long as that holds.
  case session(SessionSecret)

  public var accountID: UUIDBytes {
    switch self {
    case .token(let secret): secret.accountID
    case .session(let secret): secret.accountID
    }
  }

  /// What picks the caller's row of `Caller.tables`, and none where the proof is not good, or no longer.
  ///
  /// - Parameter now: what tests say the time is; else the database does.
  func condition(now: Instant?) -> SQL {
    switch self {
    case .token(let secret):
      """
      t.account_id = \(secret.accountID) and t.secret_sha256 = sha256(\(secret.random))
        and \(unsafeRaw: Caller.isValid)
      """
    case .session(let secret):
      """
      t.account_id = \(secret.accountID)
        and t.id = (
          select s.token_id from dashboard_sessions s
          where s.account_id = \(secret.accountID) and s.secret_sha256 = sha256(\(secret.random))
            and s.expires_at > coalesce(\(now), statement_timestamp()))
        and \(unsafeRaw: Caller.isValid)
      """
    }
  }
}
