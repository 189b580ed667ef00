internal import KirokuCore
internal import Postgres

/// `account_revisions`, as pushes raise it.
enum RevisionTable {
  /// Raises the revision by one for each record that changed, and shows all days of habits that are back, each with a
  /// revision of its own. Answers the revision.
  ///
  /// Comes before the days that the push itself writes: they have their revisions already.
  static func raise(_ writes: PushWrites, of account: UUIDBytes) -> SQL {
    guard !writes.revived.isEmpty else {
      return """
        update account_revisions set rev = \(writes.rev),
          pending_reversals = pending_reversals + \(Int32(clamping: writes.pending))
        where account_id = \(account)
        returning rev
        """
    }
    return """
      with revived as (
        update habit_days d set rev = \(writes.rev) + n.place
        from (
          select habit_id, day, row_number() over (order by habit_id, day) as place
          from habit_days
          where account_id = \(account) and habit_id = any(\(writes.revived))
        ) n
        where d.account_id = \(account) and d.habit_id = n.habit_id and d.day = n.day
        returning d.day
      )
      update account_revisions set rev = \(writes.rev) + (select count(*) from revived),
        pending_reversals = pending_reversals + \(Int32(clamping: writes.pending))
      where account_id = \(account)
      returning rev
      """
  }
}
