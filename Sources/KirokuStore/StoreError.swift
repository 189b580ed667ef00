internal import Postgres

/// Why the store could not answer. What good clients may meet is an outcome, never an error.
public struct StoreError: Error, Sendable, CustomStringConvertible {
  /// How many seconds to wait before trying again; nil when that would not help.
  public let retryAfterSeconds: Int?
  /// For the log: never holds a stored or a bound value.
  public let description: String

  init(_ error: PostgresError) {
    retryAfterSeconds = error.retryAfterSeconds
    description = error.description
  }

  /// - Parameter description: said by us, without values.
  init(_ description: String) {
    retryAfterSeconds = nil
    self.description = description
  }
}
