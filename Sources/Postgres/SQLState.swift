/// PostgreSQL's five-character error code (its manual, appendix A), packed into one word.
public struct SQLState: Hashable, Sendable {
  private var packed: UInt64

  init(packed: UInt64) { self.packed = packed }

  /// - Parameter code: five characters; shorter or longer text makes a code equal to no other.
  public init(_ code: some StringProtocol) {
    packed = code.utf8.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The first two characters, which name the class of errors.
  public var errorClass: String { String(code.prefix(2)) }

  public var code: String {
    var bytes: [UInt8] = []
    var shift = 56
    while shift >= 0 {
      let byte = UInt8(truncatingIfNeeded: packed >> UInt64(shift))
      if byte != 0 { bytes.append(byte) }
      shift -= 8
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  public static let uniqueViolation = SQLState("23505")
  public static let foreignKeyViolation = SQLState("23503")
  public static let checkViolation = SQLState("23514")
  public static let notNullViolation = SQLState("23502")
  public static let readOnlyTransaction = SQLState("25006")
  public static let abortedTransaction = SQLState("25P02")
  public static let invalidStatementName = SQLState("26000")
  public static let duplicateStatementName = SQLState("42P05")
  public static let undefinedTable = SQLState("42P01")
  public static let serializationFailure = SQLState("40001")
  public static let deadlockDetected = SQLState("40P01")
  public static let featureNotSupported = SQLState("0A000")
  public static let lockNotAvailable = SQLState("55P03")
  public static let queryCanceled = SQLState("57014")
  public static let adminShutdown = SQLState("57P01")
  public static let crashShutdown = SQLState("57P02")
  public static let cannotConnectNow = SQLState("57P03")
  public static let idleSessionTimeout = SQLState("57P05")
  public static let idleInTransactionTimeout = SQLState("25P03")
}

extension SQLState: CustomStringConvertible {
  public var description: String { code }
}
