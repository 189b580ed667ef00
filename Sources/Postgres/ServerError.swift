internal import CLibpq

extension PostgresError {
  /// The error that PostgreSQL reported in `result`; nil when it was libpq that found the connection
  /// broken (then there is no SQLSTATE).
  init?(reportedIn result: OpaquePointer) {
    func field(_ code: Character) -> String? {
      guard let ascii = code.asciiValue,
        let text = PQresultErrorField(result, Int32(ascii))
      else { return nil }
      return String(cString: text)
    }
    // The field codes are those of PG_DIAG_SQLSTATE and the others in postgres_ext.h.
    guard let code = field("C") else { return nil }
    let sqlState = SQLState(code)
    self.init(
      Self.kind(of: sqlState), sqlState: sqlState, constraint: field("n"), table: field("t"),
      routine: field("R"),
      message: Self.redact(field("M") ?? "PostgreSQL reported an error", sqlState: sqlState))
  }

  private static func kind(of sqlState: SQLState) -> Kind {
    switch sqlState {
    case .queryCanceled: return .timedOut
    case .lockNotAvailable: return .locked
    default: break
    }
    switch sqlState.errorClass {
    // Connection, out of resources, shutting down, system.
    case "08", "53", "57", "58": return .unavailable
    default: return .refused
    }
  }

  /// Whether the session, and not the statement, is what failed: another connection may do better.
  var endsConnection: Bool {
    guard let sqlState else { return false }
    switch sqlState {
    case .adminShutdown, .crashShutdown, .cannotConnectNow, .idleSessionTimeout,
      .idleInTransactionTimeout:
      return true
    default: return sqlState.errorClass == "08"
    }
  }

  /// Whether the prepared statement is gone (DISCARD ALL, a pooler) or its columns have changed.
  var isStaleStatement: Bool {
    guard let sqlState else { return false }
    switch sqlState {
    case .invalidStatementName, .duplicateStatementName: return true
    // "cached plan must not change result type"; the text depends on the server's language.
    case .featureNotSupported: return routine == "RevalidateCachedQuery"
    default: return false
    }
  }

  /// Whether the transaction as a whole may succeed when it is run again.
  var isTransient: Bool { sqlState == .serializationFailure || sqlState == .deadlockDetected }

  var laneFailure: LaneState.Failure {
    if isStaleStatement { return .staleStatement }
    if isTransient { return .retryAlone }
    return kind == .refused ? .refused : .givenUp
  }
}
