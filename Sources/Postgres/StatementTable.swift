/// The statements that a loop has met, each with a small number: which ones a connection has prepared
/// is then a list indexed by number.
///
/// Open addressing over the identity that ``SQL`` keeps, so that a hot statement is found without
/// building or hashing its text.
///
/// `@unchecked Sendable`: touched only on its loop's thread.
final class StatementTable: @unchecked Sendable {
  /// Statements that are known by number; the text is written in the program, so there are few. A
  /// further one is sent unprepared.
  static let maxStatements = 1024
  private static let slotCount = 4096

  private var slots = [Int32](repeating: -1, count: slotCount)
  private(set) var statements: [SQL] = []

  /// - Returns: the number of the statement; nil when the table is full.
  func number(of sql: SQL) -> Int? {
    var slot = Int(truncatingIfNeeded: sql.identity) & (Self.slotCount - 1)
    while true {
      let number = Int(slots[slot])
      guard number >= 0 else { break }
      if statements[number].isSameStatement(as: sql) { return number }
      slot = (slot + 1) & (Self.slotCount - 1)
    }
    guard statements.count < Self.maxStatements else { return nil }
    slots[slot] = Int32(statements.count)
    // Values are not kept: only what identifies the statement.
    statements.append(sql.withoutValues)
    return statements.count - 1
  }
}
