/// What went wrong between the program and PostgreSQL.
///
/// The description never shows a bound value or a stored one: PostgreSQL's `DETAIL` is not kept, and
/// of its message only what PostgreSQL itself wrote is (see `init(serverMessage:…)`).
public struct PostgresError: Error, Sendable {
  public enum Kind: Hashable, Sendable {
    /// PostgreSQL refused the statement; see `sqlState` and `constraint`.
    case refused
    /// No connection could be had in time, or it was lost and retrying did not help. Try later.
    case unavailable
    /// Too much is waiting already. Try later.
    case overloaded
    /// A row stayed locked by somebody else for too long. Try later.
    case locked
    /// The statement ran longer than `statement_timeout`.
    case timedOut
    /// The connection broke while an exclusive connection was in use; what was committed is unknown.
    case connectionLost
    /// The database is being shut down by this program.
    case shutDown
    /// A column does not hold what the program expected there.
    case mismatch
    /// The connection string cannot be used.
    case configuration
    /// A migration that has been applied has other content now.
    case migrationChanged(number: Int)
    /// The database has a migration which this program does not know: it was made by a newer one.
    case migrationUnknown(number: Int)
    /// The migrations given are not numbered upwards.
    case migrationOrder(number: Int)
  }

  /// Kept on the heap: an error is rare, and a small type keeps every `throws` cheap.
  private final class Contents: Sendable {
    let kind: Kind
    let sqlState: SQLState?
    let constraint: String?
    let table: String?
    let routine: String?
    let message: String

    init(
      kind: Kind, sqlState: SQLState?, constraint: String?, table: String?, routine: String?,
      message: String
    ) {
      self.kind = kind
      self.sqlState = sqlState
      self.constraint = constraint
      self.table = table
      self.routine = routine
      self.message = message
    }
  }

  private let contents: Contents

  public var kind: Kind { contents.kind }
  /// PostgreSQL's code, when the error came from there.
  public var sqlState: SQLState? { contents.sqlState }
  /// The constraint that was violated.
  public var constraint: String? { contents.constraint }
  /// The table that the error is about, when PostgreSQL named it.
  public var table: String? { contents.table }
  /// The function of PostgreSQL's source that reported it.
  var routine: String? { contents.routine }

  /// - Parameter message: said by us, without values.
  public init(_ kind: Kind, _ message: String) {
    contents = Contents(
      kind: kind, sqlState: nil, constraint: nil, table: nil, routine: nil, message: message)
  }

  /// - Parameter message: what PostgreSQL said, already redacted.
  init(
    _ kind: Kind, sqlState: SQLState, constraint: String? = nil, table: String? = nil,
    routine: String? = nil, message: String
  ) {
    contents = Contents(
      kind: kind, sqlState: sqlState, constraint: constraint, table: table, routine: routine,
      message: message)
  }

  /// How long to wait before trying again, in seconds; nil when trying again would not help.
  public var retryAfterSeconds: Int? {
    switch kind {
    case .unavailable, .overloaded, .locked, .connectionLost, .shutDown: 1
    default: nil
    }
  }
}

extension PostgresError: CustomStringConvertible {
  public var description: String {
    var text = contents.message
    if let sqlState { text += " (SQLSTATE \(sqlState))" }
    if let constraint { text += " [constraint \(constraint)]" }
    return text
  }
}

extension PostgresError {
  /// What PostgreSQL's message may say in a log.
  ///
  /// Values appear in messages of class 22 (data) in particular: `invalid input syntax for type
  /// uuid: "…"`. Of those, and of any message with double quotes outside the classes that quote names
  /// only, what stands in quotes is left out.
  static func redact(_ message: String, sqlState: SQLState) -> String {
    // Integrity (23), syntax and access (42), transaction states, shutdown: quotes hold names only.
    switch sqlState.errorClass {
    case "23", "25", "26", "28", "3D", "3F", "40", "53", "55", "57": return message
    default: break
    }
    if sqlState == .undefinedTable || sqlState == .featureNotSupported { return message }
    var redacted = ""
    var isInsideQuotes = false
    for character in message {
      if character == "\"" {
        if !isInsideQuotes { redacted += "\"…\"" }
        isInsideQuotes.toggle()
      } else if !isInsideQuotes {
        redacted.append(character)
      }
    }
    return redacted
  }
}
