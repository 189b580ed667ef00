internal import KirokuCore
internal import Postgres

/// What one request for a snapshot binds. Widgets ask at the same minutes, so it shares its statement.
struct WidgetRequest: Sendable {
  let secret: TokenSecret
  /// Where the person is; nil means the account's zone.
  let zone: String?
  let focus: String?
  /// Whose filter; nil means the token's id.
  let client: UUIDBytes?
  /// The revision of the entries whose trend is known.
  let knownEntriesRev: Int64?
  /// What the caller has of the account already: then only the day is read.
  let has: WidgetStore.Known?
  /// What tests say the time is.
  let now: Instant?

  private var hasRev: Int64? {
    if case .rev(let rev)? = has { rev } else { nil }
  }

  var read: SharedRead { SharedRead(Self.kind, row: MemberRow(self, Self.columns)) }

  private static let columns: [MemberColumn<WidgetRequest>] = [
    MemberColumn("account_id") { $0.secret.accountID },
    MemberColumn("random", bytes: { $0.secret.random }),
    MemberColumn("zone") { $0.zone },
    MemberColumn("focus") { $0.focus },
    MemberColumn("client_id") { $0.client },
    MemberColumn("known_rev") { $0.knownEntriesRev },
    MemberColumn("has_any") { $0.has == .any },
    MemberColumn("has_rev") { $0.hasRev },
    MemberColumn("now") { $0.now },
  ]

  /// The columns: member, caller, day, next boundary, habits, latest entry, revision of the entries, and all readings
  /// unless those of that revision are known. From the habits on all are NULL for who has the account's revision.
  private static let kind = ReadKind(
    MemberStatement(columns[...]) { members in
      """
      select m.n, \(unsafeRaw: Caller.column), z.today, \(unsafeRaw: PersonsDay.nextBoundary),
        case when c.wanted then array(
          select \(unsafeRaw: WidgetHabit.column)
          from habits h
          left join habit_days d
            on d.account_id = h.account_id and d.habit_id = h.id and d.day = z.today
          left join habit_progress p on p.account_id = h.account_id and p.habit_id = h.id
          where h.account_id = m.account_id and h.deleted_at is null and not h.archived
            and h.id <> all (coalesce(f.hidden_habits, '{}'))
          order by h.position, h.created_at, h.id) end,
        case when c.wanted then (
          select \(unsafeRaw: WidgetWeight.Entry.column)
          from weight_entries e
          where e.account_id = m.account_id and e.deleted_at is null
          order by e.recorded_at desc, e.id desc limit 1) end,
        n.rev,
        case when c.wanted and n.rev is distinct from m.known_rev then
          array(
            select row(s.local_day, s.recorded_at, s.weight_grams)
            from (
              select distinct on (e.local_day) e.local_day, e.recorded_at, e.weight_grams
              from weight_entries e
              where e.account_id = m.account_id and e.deleted_at is null
              order by e.local_day, e.recorded_at, e.id) s)
        end
      from \(Caller.tables(of: members))
      \(unsafeRaw: PersonsDay.ofMember)
      left join lateral (
        select f.hidden_habits from focus_filters f
        where f.account_id = m.account_id and f.client_id = coalesce(m.client_id, t.id)
          and f.name = m.focus offset 0
      ) f on true
      cross join lateral (
        select not m.has_any and m.has_rev is distinct from r.rev as wanted
      ) c
      cross join lateral (
        select max(e.rev) as rev from weight_entries e
        where e.account_id = m.account_id and c.wanted offset 0
      ) n
      """
    })
}
