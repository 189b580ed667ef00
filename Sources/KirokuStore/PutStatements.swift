internal import KirokuCore
internal import Postgres

/// The statements by which entries are put: the second one of a write under its account's lock, for all
/// members of a batch at once.
///
/// Each answers one row a member, whatever the outcome, and none where the lock is not its own: an error
/// would take the batch's other members with it.
enum PutStatements {
  /// Stores an entry whose id is free; `taken` when it is not, and `late`, as below, where an undo
  /// waits that may name the act.
  ///
  /// An act without a time, or of the future, is of now: PostgreSQL's `least` passes over NULL.
  static let create = PutMember.kind { createStatement($0) }

  /// The same for an act that was done in the app: also answers whether to donate its intent. A statement of its own, since
  /// all others would pay for it.
  static let createDonatable = PutMember.kind { createStatement($0, advice) }

  /// Whether the device has not donated the intent on that day: the entry is new, so nobody has undone the act.
  private static let advice: SQL = """
    , not exists (
        select from donations n
        where n.account_id = s.account_id and n.client_id = s.client_id
          and n.local_day = ((s.key_at at time zone s.zone)
            - make_interval(mins => s.account_day_start))::date
          and n.intent = s.intent and n.habit_id is null and n.deleted_at is null)
    """

  private static func createStatement(_ members: SQL, _ advice: SQL = "") -> SQL {
    """
    with state as materialized (
      select \(unsafeRaw: stateColumns), \(unsafeRaw: localTime),
        case
          when f.known_hash is not null then
            case when f.request_hash = f.known_hash then 'repeated' else 'reused' end
          when f.other_keys and \(unsafeRaw: OtherKeys.includes) then 'reused'
          when f.is_taken then 'taken'
          when f.recorded_at > f.now + interval '24 hours' then 'future'
          when f.pending_reversals > 0 then 'late'
          else 'created'
        end as outcome
      from (
        select \(unsafeRaw: facts), w.id is not null as is_taken,
          c.acted_at, coalesce(m.recorded_at, c.acted_at) as recorded_at,
          least(coalesce(m.seen_at, '-infinity'), g.now) as seen_at_most
        from \(members)
        cross join \(unsafeRaw: AccountLock.mark)
        \(unsafeRaw: joins)
        cross join lateral (select least(m.acted_at, g.now) as acted_at) c
        left join weight_entries w on w.account_id = m.account_id and w.id = m.entry_id
        where l.token_ids[m.n] is not null
      ) f
    ), \(unsafeRaw: logged), raised as (
      update account_revisions r set rev = s.rev + 1
      from state s
      where r.account_id = s.account_id and s.outcome = 'created'
    ), written as (
      insert into weight_entries (recorded_at, version_at, key_at, key_acted_at, rev, created_at,
        updated_at, weight_grams, entered_thousandths, body_fat_thousandths, local_day,
        utc_offset_minutes, day_start_minutes, account_id, id, key_client_id, key_op_id,
        created_op_id, entered_unit, time_precision, time_zone, source, note)
      select s.recorded_at, s.key_at, s.key_at, s.acted_at, s.rev + 1, s.now, s.now,
        s.weight_grams, s.entered_thousandths, s.body_fat_thousandths, s.local_day,
        s.utc_offset_minutes, s.account_day_start, s.account_id, s.entry_id, s.client_id, s.op_id,
        s.op_id, s.entered_unit, s.time_precision, s.zone, s.source, s.note
      from state s
      where s.outcome = 'created'
    )
    select \(unsafeRaw: AccountLock.accountColumns),
      case s.outcome when 'created' then s.rev + 1 else s.rev end as rev,
      s.outcome, s.now, s.acted_at, s.recorded_at, s.zone, s.utc_offset_minutes, s.local_day,
      s.key_at as version_at, s.now as created_at\(advice)
    from state s
    """
  }

  /// Puts an entry whose id is taken; `late` unless the act is the newest one on it and changes something.
  static let replace = PutMember.kind { members in
    """
    with state as materialized (
      select \(unsafeRaw: stateColumns), \(unsafeRaw: localTime), f.version_at, f.created_at,
        case
          when f.known_hash is not null then
            case when f.request_hash = f.known_hash then 'repeated' else 'reused' end
          when f.other_keys and \(unsafeRaw: OtherKeys.includes) then 'reused'
          when f.recorded_at > f.now + interval '24 hours' then 'future'
          when f.pending_reversals > 0 or f.is_same or (
            greatest(f.acted_at, f.seen_at_most + interval '1 microsecond'), f.acted_at,
            f.client_id, f.op_id)
            <= (f.key_at, f.key_acted_at, f.key_client_id, f.key_op_id) then 'late'
          else 'updated'
        end as outcome
      from (
        select \(unsafeRaw: facts), c.acted_at, coalesce(m.recorded_at, c.acted_at) as recorded_at,
          least(coalesce(m.seen_at, '-infinity'), greatest(g.now, w.version_at)) as seen_at_most,
          w.version_at, w.key_at, w.key_acted_at, w.key_client_id, w.key_op_id, w.created_at,
          \(unsafeRaw: isSame) as is_same
        from \(members)
        cross join \(unsafeRaw: AccountLock.mark)
        \(unsafeRaw: joins)
        join weight_entries w on w.account_id = m.account_id and w.id = m.entry_id
        cross join lateral (
          select case when m.acted_at is null
            then greatest(g.now, w.version_at + interval '1 microsecond')
            else least(m.acted_at, g.now) end as acted_at
        ) c
        where l.token_ids[m.n] is not null
      ) f
    ), \(unsafeRaw: logged), raised as (
      update account_revisions r set rev = s.rev + 1
      from state s
      where r.account_id = s.account_id and s.outcome = 'updated'
    ), written as (
      update weight_entries e set recorded_at = s.recorded_at,
        version_at = greatest(s.version_at, s.key_at), key_at = s.key_at,
        key_acted_at = s.acted_at, rev = s.rev + 1, updated_at = s.now, deleted_at = null,
        weight_grams = s.weight_grams, entered_thousandths = s.entered_thousandths,
        body_fat_thousandths = s.body_fat_thousandths, local_day = s.local_day,
        utc_offset_minutes = s.utc_offset_minutes, day_start_minutes = s.account_day_start,
        key_client_id = s.client_id, key_op_id = s.op_id, entered_unit = s.entered_unit,
        time_precision = s.time_precision, time_zone = s.zone, source = s.source, note = s.note
      from state s
      where e.account_id = s.account_id and e.id = s.entry_id and s.outcome = 'updated'
    )
    select \(unsafeRaw: AccountLock.accountColumns),
      case s.outcome when 'updated' then s.rev + 1 else s.rev end as rev,
      s.outcome, s.now, s.acted_at, s.recorded_at, s.zone, s.utc_offset_minutes, s.local_day,
      greatest(s.version_at, s.key_at) as version_at, s.created_at
    from state s
    """
  }

  /// What both know before they decide, of the tables below and the member `m`.
  private static let facts: StaticString = """
    m.n, m.account_id, m.op_id, m.entry_id, m.seen_at, m.session_id, m.weight_grams,
          m.entered_thousandths, m.body_fat_thousandths, m.entered_unit, m.time_precision, m.source,
          m.note, m.intent, m.fields, coalesce(m.client_id, l.token_ids[m.n]) as client_id,
          coalesce(m.time_zone, a.time_zone) as zone, a.time_zone, a.locale, a.unit,
          a.day_start_minutes as account_day_start, a.week_start, a.epoch, r.rev,
          r.pending_reversals, r.other_keys, g.now, o.request_hash as known_hash,
          substring(sha256(m.request) for 16) as request_hash
    """

  /// The time `g`, the account `a`, its revision `r`, and the operation `o` if it is known.
  private static let joins: StaticString = """
    cross join lateral (select coalesce(m.now, statement_timestamp()) as now) g
        join account_revisions r on r.account_id = m.account_id
        join accounts a on a.account_id = m.account_id
        left join operations o on o.account_id = m.account_id and o.op_id = m.op_id
    """

  /// Whether the entry `w` has all that is put.
  private static let isSame: StaticString = """
    (w.deleted_at is null and (w.recorded_at, w.weight_grams, w.entered_thousandths,
            w.entered_unit::text, w.body_fat_thousandths::integer, w.time_precision, w.time_zone,
            w.day_start_minutes, w.source, w.note)
            is not distinct from (coalesce(m.recorded_at, c.acted_at), m.weight_grams,
            m.entered_thousandths, m.entered_unit, m.body_fat_thousandths, m.time_precision,
            coalesce(m.time_zone, a.time_zone), a.day_start_minutes, m.source, m.note))
    """

  /// Of the facts, what is needed once it is decided what to do, and the order of the act. Listed,
  /// since each column of a common table costs once for each of its readers.
  private static let stateColumns: StaticString = """
    f.n, f.account_id, f.op_id, f.entry_id, f.seen_at, f.session_id, f.weight_grams,
        f.entered_thousandths, f.body_fat_thousandths, f.entered_unit, f.time_precision, f.source,
        f.note, f.intent, f.fields, f.client_id, f.zone, f.time_zone, f.locale, f.unit,
        f.account_day_start, f.week_start, f.epoch, f.rev, f.now, f.request_hash, f.acted_at,
        f.recorded_at,
        greatest(f.acted_at, f.seen_at_most + interval '1 microsecond') as key_at
    """

  /// The local day, in wall-clock arithmetic, and the zone's offset at the time.
  static let localTime: StaticString = """
    ((f.recorded_at at time zone f.zone) - make_interval(mins => f.account_day_start))::date
          as local_day,
        (extract(epoch from (f.recorded_at at time zone f.zone)
          - (f.recorded_at at time zone 'UTC')) / 60)::smallint as utc_offset_minutes
    """

  /// Keeps the operations, but those that were known or are refused.
  private static let logged: StaticString = """
    logged as (
      insert into operations (acted_at, key_at, seen_at, received_at, day_start_minutes, account_id,
        op_id, record_id, client_id, session_id, record_type, kind, outcome, time_zone, source,
        intent, request_hash, fields)
      select s.acted_at, s.key_at, s.seen_at, s.now, s.account_day_start, s.account_id, s.op_id,
        s.entry_id, s.client_id, s.session_id, 'entry', 'put', s.outcome, s.zone, s.source, s.intent,
        s.request_hash, s.fields::json
      from state s
      where s.outcome in ('created', 'updated')
    )
    """
}
