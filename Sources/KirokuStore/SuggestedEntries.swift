internal import KirokuCore
internal import Postgres

/// What one request for an account's latest entries binds. The busiest read, so it shares its statement.
struct SuggestedEntries: Sendable {
  let secret: TokenSecret
  /// At most so many.
  let limit: Int

  var read: SharedRead { SharedRead(Self.kind, row: MemberRow(self, Self.columns)) }

  private static let columns: [MemberColumn<SuggestedEntries>] = [
    MemberColumn("account_id") { $0.secret.accountID },
    MemberColumn("random", bytes: { $0.secret.random }),
    MemberColumn("row_limit") { $0.limit },
  ]

  private static let kind = ReadKind(
    MemberStatement(columns[...]) { members in
      """
      select m.n, \(unsafeRaw: Caller.column), array(
        select \(unsafeRaw: WeightEntry.column)
        from weight_entries e
        where e.account_id = m.account_id and e.deleted_at is null
        order by e.recorded_at desc, e.id desc limit m.row_limit
      )
      from \(Caller.tables(of: members))
      """
    })
}
