/// Something that an operator may want to read in a log. Values are never part of it.
public enum DatabaseEvent: Sendable {
  /// A lane has its connection.
  case connected
  /// An attempt to connect failed; the next one follows after a while.
  case connectFailed(PostgresError)
  /// A lane's connection broke; what it carried is sent again.
  case connectionLost
  /// A connection gave no answer for so long that it was given up.
  case connectionAbandoned
  /// PostgreSQL refused a statement of a lane; the other members of its batch run again.
  case statementFailed(PostgresError)
}
