/// A write that shares its transaction, and its two statements, with others of its kind.
public struct Write: Sendable {
  let kind: WriteKind
  /// At most one member of a batch has it: the statements of one batch see nothing of each other.
  let account: PGUUID
  let row: MemberRow

  /// - Parameter row: what the member binds, of the columns of which the kind's statements were made.
  public init(_ kind: WriteKind, account: PGUUID, row: MemberRow) {
    self.kind = kind
    self.account = account
    self.row = row
  }

  /// Both statements as they are run where the write is a batch by itself.
  public var statementsAlone: [SQL] {
    [kind.lock.statement(for: [row]), kind.statement.statement(for: [row])]
  }

  /// - Throws: `mismatch`.
  func checkSize() throws(PostgresError) {
    guard kind.lock.fits(row), kind.waitingLock.fits(row), kind.statement.fits(row) else {
      throw PostgresError(.mismatch, "a write does not bind what its statements take")
    }
  }
}

/// The statements of a kind of write: two, in one round trip.
///
/// PostgreSQL takes a statement's snapshot when it starts, before it waits for a row lock. So the
/// first statement only locks the accounts' rows (and checks the tokens), and the second sees everything
/// that was committed before.
///
/// Each answers at most one row a member, with the member's number (`m.n`) in its first column. The second
/// column of the lock is a boolean: whether the member's lock is held now. NULL, or no row, means that it is not
/// and that waiting would not help (an unknown token, say). The second statement runs in every case and
/// must do nothing by itself for a member whose lock is not its own.
public final class WriteKind: Sendable {
  /// Locks with `for update skip locked`.
  let lock: MemberStatement
  /// The same, but waits; for one member, when somebody else has held the lock twice.
  let waitingLock: MemberStatement
  let statement: MemberStatement

  public init(
    lock: MemberStatement, waitingLock: MemberStatement, statement: MemberStatement
  ) {
    self.lock = lock
    self.waitingLock = waitingLock
    self.statement = statement
  }

  /// By which a lane tells kinds apart.
  var id: LaneState.Kind { UInt(bitPattern: ObjectIdentifier(self)) }
}

/// What a member of a unit that shares its statements is answered with: its row of the lock, for a write, and of the
/// statement.
struct MemberAnswer: Sendable {
  var lock: Row?
  var row: Row?
}
