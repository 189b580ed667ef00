public import KirokuCore
internal import Postgres

/// `donations`: what devices told their systems of, and what they have to delete. They are made by pushes.
public struct DonationStore: Sendable {
  let session: StoreSession

  /// Where a page of donations ended.
  public struct Position: Hashable, Sendable {
    public let donatedAt: Instant
    public let id: UUIDBytes

    public init(donatedAt: Instant, id: UUIDBytes) {
      self.donatedAt = donatedAt
      self.id = id
    }
  }

  /// A part of the donations.
  public struct Page: Sendable {
    public let donations: [Donation]
    /// After which donation the next page begins; nil at the end.
    public let next: Position?
  }

  /// A page of what was donated and is not deleted, newest first, of all of the account's devices.
  ///
  /// - Parameters:
  ///   - intent: only of this one; nil for any.
  ///   - limit: at most so many.
  public func list(
    of intent: String?, after position: Position?, limit: Int, for secret: TokenSecret
  ) async throws(StoreError) -> Access<Page> {
    let statement = Self.listStatement(of: intent, after: position, limit: limit, for: secret)
    return try await session.authorized(statement, for: secret, .readDonations) {
      rows throws(PostgresError) in
      guard let first = rows.first, !first.isNull(1) else { return Page(donations: [], next: nil) }
      let found = try rows.map { row throws(PostgresError) in try Donation(row, 1) }
      let page = Array(found.prefix(limit))
      let last = page.last.map { Position(donatedAt: $0.donatedAt, id: $0.id) }
      return Page(donations: page, next: found.count > limit ? last : nil)
    }
  }

  static func listStatement(
    of intent: String?, after position: Position?, limit: Int, for secret: TokenSecret
  ) -> SQL {
    """
    select \(unsafeRaw: Caller.column), n.donation
    from \(unsafeRaw: Caller.tables)
    left join lateral (
      select n.donated_at, n.id, \(unsafeRaw: Donation.column) as donation
      from donations n
      where n.account_id = t.account_id and n.deleted_at is null
        and (\(intent) is null or n.intent = \(intent)) \(condition(position))
      order by n.donated_at desc, n.id desc
      limit \(limit + 1)
    ) n on true
    where t.account_id = \(secret.accountID) and t.secret_sha256 = sha256(\(secret.random))
      and \(unsafeRaw: Caller.isValid)
    order by n.donated_at desc, n.id desc
    """
  }

  private static func condition(_ position: Position?) -> SQL {
    guard let position else { return "" }
    return "and (n.donated_at, n.id) < (\(position.donatedAt), \(position.id))"
  }

  /// What a deletion did.
  public struct Deletion: Sendable {
    /// Those that were deleted, up to `maxDeletedAtOnce`: the calling device's first, then the newest.
    public let donations: [Donation]
    /// Whether there are more to be deleted.
    public let hasMore: Bool
    /// When they were deleted, by the database's clock.
    public let serverTime: Instant
  }

  /// Donations that one call deletes.
  public static let maxDeletedAtOnce = 500

  /// Deletes donations of all of the account's devices; each learns of its own from its feed. It can't be undone.
  ///
  /// - Parameters:
  ///   - intent: only of this one; nil for any.
  ///   - client: the device that asks; nil means the token's id.
  public func delete(
    of intent: String?, by client: UUIDBytes?, for secret: TokenSecret
  ) async throws(StoreError) -> Access<Deletion> {
    try await session.withLockedAccount(for: secret, .donate) { account throws(PostgresError) in
      let limit = Self.maxDeletedAtOnce
      let rows = try await account.connection.query(
        """
        with wanted as materialized (
          select n.id, row_number() over () as place
          from (
            select n.id
            from donations n
            where n.account_id = \(account.id) and n.deleted_at is null
              and (\(intent) is null or n.intent = \(intent))
            order by n.client_id = \(client ?? account.caller.tokenID) desc, n.donated_at desc,
              n.id desc
            limit \(Int64(limit) + 1)
          ) n
        ), deleted as (
          update donations n set deleted_at = \(account.now), rev = \(account.rev) + w.place
          from wanted w
          where n.account_id = \(account.id) and n.id = w.id and w.place <= \(Int64(limit))
          returning w.place, \(unsafeRaw: Donation.column) as donation
        ), raised as (
          update account_revisions
          set rev = \(account.rev) + (select count(*) from deleted)
          where account_id = \(account.id) and exists (select from deleted)
        )
        select d.donation, (select count(*) from wanted) > \(Int64(limit))
        from deleted d
        order by d.place
        """)
      account.moved(
        to: account.rev + Int64(rows.count), pendingReversals: account.pendingReversals)
      return Deletion(
        donations: try rows.map { row throws(PostgresError) in try Donation(row, 0) },
        hasMore: try rows.first?.bool(1) ?? false, serverTime: account.now)
    }
  }
}
