internal import KirokuCore
internal import Postgres

extension ChangeStore {
  /// Ends the promise to tell of what was deleted before a time: a device that has not asked since begins afresh.
  ///
  /// Its acts of that time would be settled and refused as well, and a full sync is less than years of changes.
  func raiseHorizon(of account: UUIDBytes, deletionsBefore time: Instant) async throws(StoreError) {
    try await session.transaction { connection throws(PostgresError) in
      _ = try await connection.query(
        """
        update accounts a set feed_horizon_rev = d.rev
        from (
          select max(rev) as rev from (
            select e.rev from weight_entries e
            where e.account_id = \(account) and e.deleted_at < \(time)
            union all
            select h.rev from habits h
            where h.account_id = \(account) and h.deleted_at < \(time)
            union all
            select n.rev from donations n
            where n.account_id = \(account) and n.deleted_at < \(time)
          ) deletions
        ) d
        where a.account_id = \(account) and a.feed_horizon_rev < d.rev
        """)
    }
  }
}
