internal import KirokuCore
internal import Postgres

/// The statements by which an entry is put: the second one of a write under the account's lock.
///
/// Each answers one row, whatever the outcome, and none when the lock is not its own: an error
/// would take the batch's other members with it.
enum PutStatements {
  /// Stores an entry whose id is free; `taken` when it is not, and `late`, as below, where an undo
  /// waits that may name the act.
  ///
  /// An act without a time, or of the future, is of now: PostgreSQL's `least` passes over NULL.
  static func create(_ put: EntryPut, _ act: Act, _ secret: TokenSecret, now: Instant?) -> SQL {
    """
    with state as materialized (
      select \(unsafeRaw: stateColumns),
        case
          when f.known_hash is not null then
            case when f.request_hash = f.known_hash then 'repeated' else 'reused' end
          when f.is_taken then 'taken'
          when f.recorded_at > f.now + interval '24 hours' then 'future'
          when f.pending_reversals > 0 then 'late'
          else 'created'
        end as outcome,
        \(unsafeRaw: localTime)
      from (
        select \(facts(put, act, seenUntil: "g.now")),
          least(\(act.actedAt), g.now) as acted_at,
          coalesce(\(put.draft.recordedAt), least(\(act.actedAt), g.now)) as recorded_at,
          w.id is not null as is_taken
        from (select coalesce(\(now), statement_timestamp()) as now) g
        join account_revisions r on r.account_id = \(secret.accountID)
        join accounts a on a.account_id = r.account_id
        left join operations o on o.account_id = r.account_id and o.op_id = \(act.operationID)
        left join weight_entries w on w.account_id = r.account_id and w.id = \(put.entryID)
        where \(AccountLock.isMine(act.operationID))
      ) f
    ), \(logged(put, act)), raised as (
      update account_revisions r set rev = s.rev + 1
      from state s
      where r.account_id = s.account_id and s.outcome = 'created'
    ), written as (
      insert into weight_entries (recorded_at, version_at, key_at, key_acted_at, rev, created_at,
        updated_at, weight_grams, entered_thousandths, body_fat_thousandths, local_day,
        utc_offset_minutes, day_start_minutes, account_id, id, key_client_id, key_op_id,
        created_op_id, entered_unit, time_precision, time_zone, source, note)
      select s.recorded_at, s.key_at, s.key_at, s.acted_at, s.rev + 1, s.now, s.now,
        \(int32(put.draft.weight.grams)), \(int32(put.draft.weight.thousandths)),
        \(put.draft.bodyFatThousandths.map(int32)), s.local_day, s.utc_offset_minutes,
        s.account_day_start, s.account_id, \(put.entryID), s.client_id, \(act.operationID),
        \(act.operationID), \(put.draft.weight.unit.rawValue), \(put.timePrecision.rawValue), s.zone,
        \(act.source?.rawValue), \(put.draft.note)
      from state s
      where s.outcome = 'created'
    )
    select \(unsafeRaw: AccountLock.accountColumns),
      case s.outcome when 'created' then s.rev + 1 else s.rev end as rev,
      s.outcome, s.now, s.acted_at, s.recorded_at, s.zone, s.utc_offset_minutes,
      s.account_day_start, s.local_day, s.key_at, s.rev + 1, s.now
    from state s
    """
  }

  /// Puts an entry whose id is taken; `late` unless the act is the newest one on it.
  static func replace(_ put: EntryPut, _ act: Act, _ secret: TokenSecret, now: Instant?) -> SQL {
    """
    with state as materialized (
      select \(unsafeRaw: stateColumns), f.version_at, f.created_at,
        case
          when f.known_hash is not null then
            case when f.request_hash = f.known_hash then 'repeated' else 'reused' end
          when f.recorded_at > f.now + interval '24 hours' then 'future'
          when f.pending_reversals > 0 or (greatest(f.acted_at, f.seen_until), f.acted_at,
            f.client_id, \(act.operationID))
            <= (f.key_at, f.key_acted_at, f.key_client_id, f.key_op_id) then 'late'
          else 'updated'
        end as outcome,
        \(unsafeRaw: localTime)
      from (
        select \(facts(put, act, seenUntil: "greatest(g.now, w.version_at)")),
          w.acted_at, coalesce(\(put.draft.recordedAt), w.acted_at) as recorded_at,
          w.version_at, w.key_at, w.key_acted_at, w.key_client_id, w.key_op_id, w.created_at
        from (select coalesce(\(now), statement_timestamp()) as now) g
        join account_revisions r on r.account_id = \(secret.accountID)
        join accounts a on a.account_id = r.account_id
        left join operations o on o.account_id = r.account_id and o.op_id = \(act.operationID)
        join lateral (
          select e.version_at, e.key_at, e.key_acted_at, e.key_client_id, e.key_op_id, e.created_at,
            case when \(act.actedAt) is null
              then greatest(g.now, e.version_at + interval '1 microsecond')
              else least(\(act.actedAt), g.now) end as acted_at
          from weight_entries e
          where e.account_id = r.account_id and e.id = \(put.entryID)
        ) w on true
        where \(AccountLock.isMine(act.operationID))
      ) f
    ), \(logged(put, act)), raised as (
      update account_revisions r set rev = s.rev + 1
      from state s
      where r.account_id = s.account_id and s.outcome = 'updated'
    ), written as (
      update weight_entries e set recorded_at = s.recorded_at,
        version_at = greatest(s.version_at, s.key_at), key_at = s.key_at,
        key_acted_at = s.acted_at, rev = s.rev + 1, updated_at = s.now, deleted_at = null,
        weight_grams = \(int32(put.draft.weight.grams)),
        entered_thousandths = \(int32(put.draft.weight.thousandths)),
        body_fat_thousandths = \(put.draft.bodyFatThousandths.map(int32)),
        local_day = s.local_day, utc_offset_minutes = s.utc_offset_minutes,
        day_start_minutes = s.account_day_start, key_client_id = s.client_id,
        key_op_id = \(act.operationID), entered_unit = \(put.draft.weight.unit.rawValue),
        time_precision = \(put.timePrecision.rawValue), time_zone = s.zone,
        source = \(act.source?.rawValue), note = \(put.draft.note)
      from state s
      where e.account_id = s.account_id and e.id = \(put.entryID) and s.outcome = 'updated'
    )
    select \(unsafeRaw: AccountLock.accountColumns),
      case s.outcome when 'updated' then s.rev + 1 else s.rev end as rev,
      s.outcome, s.now, s.acted_at, s.recorded_at, s.zone, s.utc_offset_minutes,
      s.account_day_start, s.local_day, greatest(s.version_at, s.key_at), s.rev + 1, s.created_at
    from state s
    """
  }

  /// What both know before they decide: account `a`, revision `r`, known operation `o`, now `g`.
  ///
  /// - Parameter latest: what a client can have seen at most.
  private static func facts(
    _ put: EntryPut, _ act: Act, seenUntil latest: StaticString
  ) -> SQL {
    """
    r.account_id, r.rev, a.time_zone, a.locale, a.unit, a.day_start_minutes as account_day_start,
          a.week_start, a.epoch, g.now, coalesce(\(act.timeZone), a.time_zone) as zone,
          coalesce(\(act.clientID), \(unsafeRaw: AccountLock.tokenID)) as client_id,
          least(coalesce(\(act.seen), '-infinity'), \(unsafeRaw: latest))
            + interval '1 microsecond' as seen_until,
          r.pending_reversals, o.request_hash as known_hash,
          substring(sha256(\(act.request)) for 16) as request_hash
    """
  }

  /// Keeps the operation, unless it was known or is refused.
  private static func logged(_ put: EntryPut, _ act: Act) -> SQL {
    """
    logged as (
      insert into operations (acted_at, key_at, seen_at, received_at, day_start_minutes, account_id,
        op_id, record_id, client_id, session_id, record_type, kind, outcome, time_zone, source,
        intent, request_hash, fields)
      select s.acted_at, s.key_at, \(act.seen), s.now, s.account_day_start, s.account_id,
        \(act.operationID), \(put.entryID), s.client_id, \(act.sessionID), 'entry', 'put',
        s.outcome, s.zone, \(act.source?.rawValue), \(act.intent), s.request_hash,
        \(put.fields)::json
      from state s
      where s.outcome in ('created', 'updated')
    )
    """
  }

  /// Of the facts, what is needed once it is decided what to do. Listed, since each column of a
  /// common table costs at every start of the statement, once for each of its readers.
  private static let stateColumns: StaticString = """
    f.account_id, f.rev, f.time_zone, f.locale, f.unit, f.account_day_start, f.week_start,
        f.epoch, f.now, f.zone, f.client_id, f.request_hash, f.acted_at,
        greatest(f.acted_at, f.seen_until) as key_at, f.recorded_at
    """

  /// The local day, in wall-clock arithmetic, and the zone's offset at the time.
  static let localTime: StaticString = """
    ((f.recorded_at at time zone f.zone) - make_interval(mins => f.account_day_start))::date
          as local_day,
        (extract(epoch from (f.recorded_at at time zone f.zone)
          - (f.recorded_at at time zone 'UTC')) / 60)::smallint as utc_offset_minutes
    """

  /// The rules keep weights far inside 32 bits.
  private static func int32(_ value: Int64) -> Int32 { Int32(clamping: value) }
}
