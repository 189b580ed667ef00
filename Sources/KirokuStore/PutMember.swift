internal import KirokuCore
internal import Postgres

/// A put as a member of a batch: what `PutStatements` are told of it.
struct PutMember: Sendable {
  let put: EntryPut
  let act: Act
  let secret: TokenSecret
  /// Overrides the database's clock.
  let now: Instant?

  /// The write that runs the statements of `kind` for this member.
  func write(_ kind: WriteKind) -> Write {
    Write(
      kind, account: secret.accountID.postgres, row: MemberRow(self, Self.columns))
  }

  /// The write whose second statement is `statement`, given the table of the members.
  static func kind(_ statement: (_ members: SQL) -> SQL) -> WriteKind {
    // The lock takes the first two, the statement all but the secret.
    let locking = columns.prefix(2)
    return WriteKind(
      lock: MemberStatement(locking) {
        AccountLock.statement($0, .writeEntries, waits: false)
      },
      waitingLock: MemberStatement(locking) {
        AccountLock.statement($0, .writeEntries, waits: true)
      },
      statement: MemberStatement(columns.dropFirst(), statement))
  }

  /// NULL stands for what the member leaves to the statement.
  private static let columns: [MemberColumn<PutMember>] = [
    MemberColumn("random", bytes: { $0.secret.random }),
    MemberColumn("account_id") { $0.secret.accountID },
    MemberColumn("op_id") { $0.act.operationID },
    MemberColumn("entry_id") { $0.put.entryID },
    MemberColumn("client_id") { $0.act.clientID },
    MemberColumn("session_id") { $0.act.sessionID },
    MemberColumn("acted_at") { $0.act.actedAt },
    MemberColumn("seen_at") { $0.act.seen },
    MemberColumn("recorded_at") { $0.put.draft.recordedAt },
    MemberColumn("now") { $0.now },
    // The rules keep weights far inside 32 bits.
    MemberColumn("weight_grams") { Int32(clamping: $0.put.draft.weight.grams) },
    MemberColumn("entered_thousandths") { Int32(clamping: $0.put.draft.weight.thousandths) },
    MemberColumn("body_fat_thousandths") {
      $0.put.draft.bodyFatThousandths.map { Int32(clamping: $0) }
    },
    MemberColumn("entered_unit") { $0.put.draft.weight.unit.rawValue },
    MemberColumn("time_precision") { $0.put.timePrecision.rawValue },
    MemberColumn("time_zone") { $0.act.timeZone },
    MemberColumn("source") { $0.act.source?.rawValue },
    MemberColumn("note") { $0.put.draft.note },
    MemberColumn("intent") { $0.act.intent },
    MemberColumn("fields") { $0.put.fields },
    MemberColumn("request", bytes: { $0.act.request }),
  ]
}
