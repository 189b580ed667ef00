-- A million events of :people people over a year, the same at each run: 60 % are writes with an intent, the others were
-- told of. Run with psql -v people=10000.
create function pg_temp.dice(text, integer) returns integer language sql immutable as
  'select (hashtextextended($1, 42) % $2 + $2)::integer % $2';

create temp table people as
select md5('person ' || n)::uuid as account_id, md5('token ' || n)::uuid as token_id, n,
  timestamptz '2025-10-01 00:00Z' + make_interval(mins => pg_temp.dice('made ' || n, 300 * 1440)) as made_at,
  (array['UTC', 'Asia/Tokyo', 'America/New_York', 'Europe/Berlin'])[1 + pg_temp.dice('zone ' || n, 4)] as zone
from generate_series(1, :people) n;

insert into accounts (created_at, epoch, account_id, time_zone) select made_at, n, account_id, zone from people;
insert into account_revisions (account_id, rev) select account_id, 60 from people;

create temp table acts as
select p.*, least(timestamptz '2026-11-30 12:00Z', p.made_at
    -- Half of all in the first four weeks, where people try things.
    + make_interval(mins => case when i % 2 = 0 then pg_temp.dice('when ' || n || ' ' || i, 40320)
      else pg_temp.dice('when ' || n || ' ' || i, 420 * 1440) end)) as at, i,
  (array['LogWeight', 'ToggleHabit', 'LogWater', 'ShowStreak', 'Undo'])[1 + pg_temp.dice('intent ' || n || ' ' || i, 5)]
    as intent,
  (array['app', 'siri', 'shortcuts', 'widget', 'spotlight'])[1 + pg_temp.dice('source ' || n || ' ' || i, 5)] as source
from people p, generate_series(1, 1000000 / :people) i;

insert into operations (acted_at, key_at, received_at, day_start_minutes, account_id, op_id, record_id, client_id,
  record_type, kind, outcome, time_zone, source, intent, request_hash, fields, cancelled)
select at, at, at, 0, account_id, md5('op ' || n || ' ' || i)::uuid, md5('op ' || n || ' ' || i)::uuid, token_id,
  'entry', 'put', 'created', zone, source, intent, substring(sha256(intent::bytea) for 16), '{}',
  pg_temp.dice('undone ' || n || ' ' || i, 20) = 0
from acts where i % 5 < 3;

create table told as
select at as occurred_at, at as received_at, date_trunc('month', at at time zone 'UTC')::date as month,
  (at at time zone zone)::date as local_day, account_id, md5('event ' || n || ' ' || i)::uuid as event_id,
  token_id as client_id, null::uuid as session_id, null::uuid as op_id, true as foreground,
  (array['intent_performed', 'intent_donated', 'app_open'])[1 + pg_temp.dice('name ' || n || ' ' || i, 3)] as name,
  zone as time_zone, source, intent, '{"screen":"today","launchMs":412}'::json as properties, n
from acts where i % 5 >= 3;
create index on told (n);
vacuum (analyze) accounts, account_revisions, operations, told;
