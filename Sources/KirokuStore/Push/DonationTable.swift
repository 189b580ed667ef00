internal import KirokuCore
internal import Postgres

/// `donations`, as pushes read and write them.
enum DonationTable {
  // MARK: - Reading

  /// The donations of acts that are not deleted: each act's id and the donation's.
  static func ofActs(_ ids: some Sequence<UUIDBytes>, of account: UUIDBytes) -> SQL {
    """
    select n.op_id, n.id
    from \(rows: "\(Array(ids))") as wanted (id)
    cross join lateral (
      select * from donations n
      where n.account_id = \(account) and n.op_id = wanted.id and n.deleted_at is null offset 0
    ) n
    order by n.rev
    """
  }

  /// Slots that are taken: each one's place among `slots` and the donation's id.
  static func inSlots(_ slots: [DonationSlot], of account: UUIDBytes) -> SQL {
    """
    select wanted.place, n.id
    from unnest(\(slots.map(\.clientID)), \(slots.map(\.day)), \(slots.map(\.intent)),
      \(slots.map(\.habitID))) with ordinality as wanted (client_id, day, intent, habit_id, place)
    cross join lateral (
      select * from donations n
      where n.account_id = \(account) and n.client_id = wanted.client_id
        and n.local_day = wanted.day and n.intent = wanted.intent
        and n.habit_id is not distinct from wanted.habit_id and n.deleted_at is null
      offset 0
    ) n
    """
  }

  /// Donations by their ids that are not deleted.
  static func withIDs(_ ids: [UUIDBytes], of account: UUIDBytes) -> SQL {
    """
    select n.id, \(unsafeRaw: Donation.column)
    from \(rows: "\(ids)") as wanted (id)
    cross join lateral (
      select * from donations n
      where n.account_id = \(account) and n.id = wanted.id and n.deleted_at is null offset 0
    ) n
    """
  }

  /// The donations of acts that are deleted.
  static func deleted(ofActs ids: [UUIDBytes], of account: UUIDBytes) -> SQL {
    """
    select n.op_id, \(unsafeRaw: Donation.column)
    from \(rows: "\(ids)") as wanted (id)
    cross join lateral (
      select * from donations n
      where n.account_id = \(account) and n.op_id = wanted.id and n.deleted_at is not null offset 0
    ) n
    order by n.rev
    """
  }

  /// Whether the device that did an operation `o` is to donate its intent now: NULL where it was not done in the app, or
  /// has no intent.
  static let recommendation: StaticString = """
    case when o.source = 'app' and o.intent is not null then not o.cancelled and not exists (
        select from donations n
        where n.account_id = o.account_id and n.client_id = o.client_id
          and n.local_day = ((o.key_at at time zone o.time_zone)
            - make_interval(mins => o.day_start_minutes))::date
          and n.intent = o.intent and n.deleted_at is null
          and n.habit_id is not distinct from
            case when o.record_type <> 'entry' then o.record_id end) end
    """

  /// The recommendation for each operation.
  static func recommendations(_ ids: [UUIDBytes], of account: UUIDBytes) -> SQL {
    """
    select o.op_id, \(unsafeRaw: recommendation)
    from \(rows: "\(ids)") as wanted (id)
    cross join lateral (
      select * from operations o where o.account_id = \(account) and o.op_id = wanted.id offset 0
    ) o
    """
  }

  // MARK: - Writing

  static func delete(
    _ donations: [(id: UUIDBytes, rev: Int64)], at now: Instant, of account: UUIDBytes
  ) -> SQL {
    """
    update donations n set deleted_at = \(now), rev = g.rev
    from \(rows: "\(donations.map(\.id)), \(donations.map(\.rev))") as g (id, rev)
    where n.account_id = \(account) and n.id = g.id
    """
  }

  static func insert(
    _ donations: [(donation: KeptDonation, rev: Int64)], at now: Instant, of account: UUIDBytes
  ) -> SQL {
    let kept = donations.map(\.donation)
    let rows: SQL = """
      \(kept.map(\.isDeleted)), \(kept.map(\.donatedAt)), \(donations.map(\.rev)),
      \(kept.map(\.slot.day)), \(kept.map(\.id)), \(kept.map(\.draft.operationID)),
      \(kept.map(\.slot.clientID)), \(kept.map(\.slot.habitID)), \(kept.map(\.draft.intent)),
      \(kept.map(\.draft.identifier))
      """
    return """
      insert into donations (account_id, created_at, deleted_at, donated_at, rev, local_day, id, op_id,
        client_id, habit_id, intent, identifier)
      select \(account), \(now), case when g.is_deleted then \(now) end, g.donated_at, g.rev,
        g.local_day, g.id, g.op_id, g.client_id, g.habit_id, g.intent, g.identifier
      from \(rows: rows) as g (is_deleted, donated_at, rev, local_day, id, op_id, client_id,
        habit_id, intent, identifier)
      """
  }
}
