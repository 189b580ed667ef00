internal import KirokuCore
internal import Postgres

extension RollUp {
  /// Counts accounts, all in one statement and so in one snapshot.
  ///
  /// `accounts` is locked against deletion, which removes the roll-ups after the account's row: else rows of an account
  /// that is gone could be left. Each access to a busy table is a lateral subquery with `offset 0`, which keeps it a
  /// search by account whatever PostgreSQL takes the number of accounts for.
  ///
  /// - Parameter kept: since when raw events are there; days before that stay as they are. Nil where there never was any.
  static func count(_ accounts: [UUIDBytes], keptFrom kept: Instant?) -> SQL {
    """
    with held as materialized (
      select a.account_id, a.created_at, a.time_zone, a.day_start_minutes
      from accounts a
      where a.account_id = any(\(accounts))
      for key share of a
    ), known as materialized (
      select h.account_id, h.created_at, r.xmin as rolled_xmin,
        -- Who had not ended may yet write more than is seen here.
        case when age(r.xmax) > age(pg_snapshot_xmin(pg_current_snapshot())::xid)
          then r.xmax end as rolled_xmax,
        coalesce(m.first_day, ((h.created_at at time zone h.time_zone)
          - make_interval(mins => h.day_start_minutes))::date) as first_day,
        -- Ages are told apart within two thousand million transactions.
        case when pg_snapshot_xmin(pg_current_snapshot())::text::bigint - m.rolled_before
          < 1000000000 then age((m.rolled_before % 4294967296)::text::xid) end as age,
        case when m.account_id is null then '-infinity'
          else coalesce((\(kept) at time zone 'UTC')::date + 1, '-infinity') end as kept_day,
        m.performed, m.performed_days, m.standing, m.standing_days, m.donated
      from held h
      join account_revisions r on r.account_id = h.account_id
      left join measured_accounts m on m.account_id = h.account_id
    ), \(unsafeRaw: news), \(unsafeRaw: acts), \(unsafeRaw: days),
    added as (
      \(unsafeRaw: EventDayTotals.add)
    ), \(unsafeRaw: moments)
    insert into measured_accounts as m (created_at, active_weeks, rolled_before, rolled_xmin,
      rolled_xmax, first_day, account_id, performed, performed_days, standing, standing_days, donated)
    select k.created_at, coalesce(s.active_weeks, 0),
      pg_snapshot_xmin(pg_current_snapshot())::text::bigint, k.rolled_xmin, k.rolled_xmax,
      k.first_day, k.account_id,
      coalesce(case when s.has_moments then p.performed else k.performed end, '{}'),
      coalesce(case when s.has_moments then p.performed_days else k.performed_days end, '{}'),
      coalesce(case when s.has_moments then p.standing else k.standing end, '{}'),
      coalesce(case when s.has_moments then p.standing_days else k.standing_days end, '{}'),
      case when s.has_moments then p.donated else k.donated end
    from known k
    left join since s on s.account_id = k.account_id
    left join moments p on p.account_id = k.account_id
    on conflict on constraint measured_accounts_pkey do update set
      active_weeks = m.active_weeks | excluded.active_weeks,
      rolled_before = excluded.rolled_before, rolled_xmin = excluded.rolled_xmin,
      rolled_xmax = excluded.rolled_xmax, performed = excluded.performed,
      performed_days = excluded.performed_days, standing = excluded.standing,
      standing_days = excluded.standing_days, donated = excluded.donated
    """
  }

  /// What was written since, and the day from which on each account is counted again.
  ///
  /// An event counts as changed with the operation that it belongs to. Where the first 28 days are touched they are
  /// counted as a whole.
  private static let news: StaticString = """
    changed as materialized (
      select k.account_id, o.op_id, o.day, o.is_act, o.is_present
      from known k
      cross join lateral (
        select o.op_id, ((o.key_at at time zone o.time_zone)
            - make_interval(mins => o.day_start_minutes))::date as day,
          o.intent is not null as is_act,
          o.batch_id is null and o.source is distinct from 'import' and o.kind <> 'donate'
            as is_present
        from operations o
        where o.account_id = k.account_id and (k.age is null or age(o.xmin) <= k.age)
        offset 0
      ) o
    ), donated as materialized (
      select k.account_id, n.op_id, n.id, n.local_day as day
      from known k
      cross join lateral (
        select n.op_id, n.id, n.local_day
        from donations n
        where n.account_id = k.account_id and (k.age is null or age(n.xmin) <= k.age)
        offset 0
      ) n
    ), news as materialized (
      select c.account_id, c.day, c.is_act, c.is_present
      from changed c
      union all
      select d.account_id, d.day, true, false
      from donated d
      union all
      select k.account_id, e.local_day, true, e.name = 'app_open'
      from known k
      cross join lateral (
        select e.local_day, e.name
        from events e
        where e.account_id = k.account_id and (k.age is null or age(e.xmin) <= k.age
            or coalesce(e.op_id, e.event_id) in (select c.op_id from changed c
              union all select d.op_id from donated d))
          and e.name in ('intent_performed', 'intent_donated', 'app_open')
        offset 0
      ) e
    ), since as materialized (
      select s.account_id, s.first_day, s.created_at, s.active_weeks, s.day <= s.first_day as has_moments,
        s.day
      from (
        select s.account_id, s.first_day, s.created_at, s.active_weeks,
          case when s.day <= s.first_day + 27
            then greatest(s.kept_day, least(s.day, s.first_day))
            -- Not of NULL, where no act is new.
            when s.day is not null then greatest(s.kept_day, s.day) end as day
        from (
          select k.account_id, k.first_day, k.created_at, k.kept_day,
            min(n.day) filter (where n.is_act) as day,
            bit_or(1::bigint << ((n.day - k.first_day) / 7)) filter (where n.is_present
              and n.day - k.first_day between 0 and 370) as active_weeks
          from known k
          join news n on n.account_id = k.account_id
          group by k.account_id, k.first_day, k.created_at, k.kept_day
        ) s
      ) s
    )
    """

  /// All acts of those days. An event that tells of an operation which has an intent is that operation, and one that tells
  /// of a donation of the same intent, by the act or by the donation itself, is that donation. A donation was made though
  /// it be deleted by now.
  private static let acts: StaticString = """
    acts as materialized (
      select s.account_id, o.day, o.at, o.intent, o.source, o.undone, 'intent_performed' as name
      from since s
      cross join lateral (
        select ((o.key_at at time zone o.time_zone)
            - make_interval(mins => o.day_start_minutes))::date as day,
          o.key_at as at, o.intent collate "C" as intent,
          coalesce(o.source, '') collate "C" as source, o.cancelled as undone
        from operations o
        where o.account_id = s.account_id and o.intent is not null
          and o.key_at >= ((s.day - 2)::timestamp at time zone 'UTC')
        offset 0
      ) o
      where o.day >= s.day
      union all
      select s.account_id, e.day, e.at, e.intent, e.source, e.undone, e.name
      from since s
      cross join lateral (
        select e.local_day as day, e.occurred_at as at, coalesce(e.intent, '') as intent,
          coalesce(e.source, '') as source, coalesce(o.cancelled, false) as undone, e.name
        from events e
        left join operations o
          on o.account_id = e.account_id and o.op_id = coalesce(e.op_id, e.event_id)
        where e.account_id = s.account_id and e.local_day >= s.day
          and e.name in ('intent_performed', 'intent_donated', 'app_open')
          and (e.name <> 'intent_performed' or o.intent is null)
          and (e.name <> 'intent_donated' or not exists (
            select from donations n
            where n.account_id = e.account_id and n.op_id = coalesce(e.op_id, e.event_id)
              and n.intent = e.intent) and not exists (
            select from donations n
            where n.account_id = e.account_id and n.id = coalesce(e.op_id, e.event_id)
              and n.intent = e.intent))
        offset 0
      ) e
      union all
      select s.account_id, n.day, n.at, n.intent, 'app' collate "C", false, 'intent_donated'
      from since s
      cross join lateral (
        select n.local_day as day, n.donated_at as at, n.intent
        from donations n
        where n.account_id = s.account_id and n.local_day >= s.day
        offset 0
      ) n
    )
    """

  /// Brings `event_days` up to date: what is the same as before is not written. `change` is what to add to its sums.
  ///
  /// Whether a row is the first of its week or month depends on those before it, so the rows of a month before come in.
  private static let days: StaticString = """
    days as materialized (
      select a.account_id, a.day, a.intent, a.source,
        (count(*) filter (where a.name = 'intent_performed'))::integer as performed,
        (count(*) filter (where a.name = 'intent_performed' and a.undone))::integer as undone,
        (count(*) filter (where a.name = 'intent_donated'))::integer as donated,
        (count(*) filter (where a.name = 'app_open'))::integer as opened
      from acts a
      group by a.account_id, a.day, a.intent, a.source
    ), old as materialized (
      select s.day as since, d.*
      from since s
      cross join lateral (
        select d.ctid as place, d.performed, d.undone, d.donated, d.opened, d.day, d.firsts,
          d.account_id, d.intent, d.source
        from event_days d
        where d.account_id = s.account_id and d.day >= s.day - 31
        offset 0
      ) d
    ), flagged as materialized (
      select b.*, (
        case when b.performed = 0 then 0 else
          (before_of_source is distinct from day)::integer
          + 2 * ((before_of_source - date '1900-01-01') / 7
            is distinct from (day - date '1900-01-01') / 7)::integer
          + 4 * (date_trunc('month', before_of_source::timestamp)
            is distinct from date_trunc('month', day::timestamp))::integer
          + 8 * (before is distinct from day)::integer
          + 16 * ((before - date '1900-01-01') / 7
            is distinct from (day - date '1900-01-01') / 7)::integer
          + 32 * (date_trunc('month', before::timestamp)
            is distinct from date_trunc('month', day::timestamp))::integer
          + 64 * (before_of_intent is distinct from day)::integer
        end
        + case when b.donated = 0 then 0
          else 128 * (donated_before is distinct from day)::integer end)::smallint as firsts
      from (
        select b.*,
          lag(day) over (partition by account_id, performed > 0, source order by day, intent)
            as before_of_source,
          lag(day) over (partition by account_id, performed > 0 order by day, source, intent)
            as before,
          lag(day) over (partition by account_id, performed > 0, intent order by day, source)
            as before_of_intent,
          lag(day) over (partition by account_id, donated > 0, intent order by day, source)
            as donated_before
        from (
          select d.account_id, d.day, d.intent, d.source, d.performed, d.undone, d.donated, d.opened,
            true as is_new
          from days d
          union all
          select o.account_id, o.day, o.intent, o.source, o.performed, o.undone, o.donated, o.opened,
            false
          from old o
          where o.day < o.since
        ) b
      ) b
      where b.is_new
    ), gone as (
      delete from event_days d
      where d.ctid = any(array(
        select o.place from old o
        where o.day >= o.since and not exists (
          select from days n
          where (n.account_id, n.day, n.intent, n.source)
            = (o.account_id, o.day, o.intent, o.source))))
    ), written as (
      insert into event_days (performed, undone, donated, opened, day, firsts, account_id, intent,
        source)
      select f.performed, f.undone, f.donated, f.opened, f.day, f.firsts, f.account_id, f.intent,
        f.source
      from flagged f
      left join old o on (o.account_id, o.day, o.intent, o.source)
        = (f.account_id, f.day, f.intent, f.source)
      where (o.performed, o.undone, o.donated, o.opened, o.firsts)
        is distinct from (f.performed, f.undone, f.donated, f.opened, f.firsts)
      on conflict on constraint event_days_pkey do update set
        performed = excluded.performed, undone = excluded.undone, donated = excluded.donated,
        opened = excluded.opened, firsts = excluded.firsts
    ), change as (
      select 1 as n, f.performed, f.undone, f.donated, f.firsts, f.day, f.intent, f.source
      from flagged f
      union all
      select -1, o.performed, o.undone, o.donated, o.firsts, o.day, o.intent, o.source
      from old o
      where o.day >= o.since
    )
    """

  /// When the acts of the first 28 days were: see `measured_accounts`.
  private static let moments: StaticString = """
    moments as (
      select a.account_id,
        array_agg(a.moment order by a.moment) filter (where a.performed and a.number <= 100)
          as performed,
        array_agg(a.moment order by a.moment) filter (where a.performed and a.number = 1)
          as performed_days,
        array_agg(a.moment order by a.moment)
          filter (where a.performed and not a.undone and a.standing_number <= 100) as standing,
        array_agg(a.moment order by a.moment)
          filter (where a.performed and not a.undone and a.standing_number = 1) as standing_days,
        min(a.moment) filter (where not a.performed) as donated
      from (
        select a.*,
          row_number() over (partition by a.account_id, a.performed, a.day order by a.moment)
            as number,
          row_number() over (partition by a.account_id, a.performed, a.day, a.undone
            order by a.moment) as standing_number
        from (
          select a.account_id, a.day, a.undone, a.name = 'intent_performed' as performed,
            ((a.day - s.first_day)::bigint << 32)
              | greatest(0, trunc(extract(epoch from a.at - s.created_at))::bigint) as moment
          from acts a
          join since s on s.account_id = a.account_id
          where s.has_moments and a.day - s.first_day between 0 and 27
            and a.name in ('intent_performed', 'intent_donated')
        ) a
      ) a
      group by a.account_id
    )
    """
}
