internal import KirokuCore
internal import Postgres

/// The keys under which an account did what is no operation: changed settings, asked for a token or for a
/// code for another device. No operation may have one of them.
///
/// `account_revisions.other_keys` says whether there are any, since every write has that row at hand.
enum OtherKeys {
  /// Whether `f.op_id` of `f.account_id` is one of them: true or NULL. A look-up a table, so to be asked
  /// only where `other_keys` is set.
  static let includes: StaticString = """
    (select true from account_changes k where k.account_id = f.account_id and k.op_id = f.op_id
            union all
            select true from tokens k where k.account_id = f.account_id and k.op_id = f.op_id
            union all
            select true from pairings k where k.account_id = f.account_id and k.op_id = f.op_id
            limit 1)
    """

  /// Notes that there are some.
  static func note(in account: LockedAccount) async throws(PostgresError) {
    guard !account.hasOtherKeys else { return }
    _ = try await account.connection.query(
      "update account_revisions set other_keys = true where account_id = \(account.id)")
  }

  /// Which of `keys` are among them.
  static func among(
    _ keys: [UUIDBytes], in account: LockedAccount
  ) async throws(PostgresError) -> Set<UUIDBytes> {
    guard account.hasOtherKeys, !keys.isEmpty else { return [] }
    let rows = try await account.connection.query(
      """
      select f.op_id
      from (select \(account.id) as account_id, unnest(\(keys)) as op_id) f
      where \(unsafeRaw: includes)
      """)
    return Set(try rows.map { row throws(PostgresError) in try row.id(0) })
  }
}

extension PushedOperation {
  /// The keys that it uses and names.
  var keys: [UUIDBytes] {
    switch change {
    case .undo(.operation(let target)), .redo(.operation(let target)): [act.operationID, target]
    case .donate(let donation): [act.operationID, donation.operationID]
    default: [act.operationID]
    }
  }
}
