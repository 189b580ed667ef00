/// A read that shares its statement with others of its kind: those that wait at the same time are asked for at once.
///
/// Starting a statement costs PostgreSQL as much as finding a few rows by index, so under load this halves what a
/// read costs it. One that is alone costs no more than its own statement would.
public struct SharedRead: Sendable {
  let kind: ReadKind
  let row: MemberRow

  /// - Parameter row: what the read binds, of the columns of which the kind's statement was made.
  public init(_ kind: ReadKind, row: MemberRow) {
    self.kind = kind
    self.row = row
  }

  /// The statement as it is run where no other read waits.
  public var statementAlone: SQL { kind.statement.statement(for: [row]) }

  /// - Throws: `mismatch`.
  func checkSize() throws(PostgresError) {
    guard kind.statement.fits(row) else {
      throw PostgresError(.mismatch, "a read does not bind what its statement takes")
    }
  }
}

/// The statement of a kind of read. It answers at most one row a member, with the member's number (`m.n`) in its first
/// column.
///
/// The plan must find the members' rows one member after another, whatever the planner thinks of how many there are: put
/// what is read of each table in a subquery of its own with `offset 0`.
public final class ReadKind: Sendable {
  let statement: MemberStatement

  public init(_ statement: MemberStatement) {
    self.statement = statement
  }

  /// By which a lane tells kinds apart.
  var id: LaneState.Kind { UInt(bitPattern: ObjectIdentifier(self)) }
}
