/// What became of one statement, or of a Sync, that was sent over a ``Connection``.
enum Received {
  case rows(Rows)
  case failed(PostgresError)
  /// Not run, because a statement before it in the same unit failed.
  case aborted
  /// The Sync (or the script) is done: the transaction has been committed, or rolled back if anything
  /// in it had failed.
  case synced
}

extension Received {
  var error: PostgresError? {
    if case .failed(let error) = self { error } else { nil }
  }
}

/// Hears what a connection receives, in the order in which it was sent. On the loop's thread.
protocol ConnectionOwner: AnyObject {
  func connection(
    _ connection: Connection, received: Received, step: Connection.Step, tag: Int32)
  /// The connection is closed; nothing more will be received for what is still unanswered.
  func connectionLost(_ connection: Connection)
  func connection(_ connection: Connection, notifiedOn channel: String, payload: String)
}

extension ConnectionOwner {
  func connection(_ connection: Connection, notifiedOn channel: String, payload: String) {}
}
