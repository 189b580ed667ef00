-- People for the owner's page, the same at each run of a day: 600 who made an account within the last 400 days. Some use
-- intents in their first week, and those come back more often; two intents are donated.
create function pg_temp.dice(text, integer) returns integer language sql immutable as
  'select (hashtextextended($1, 7) % $2 + $2)::integer % $2';

create temp table people as
select md5('person ' || n)::uuid as account_id, md5('client ' || n)::uuid as client_id, n,
  date_trunc('day', now()) - make_interval(mins => 30 + pg_temp.dice('made ' || n, 400 * 1440)) as made_at,
  (array['UTC', 'Asia/Tokyo', 'America/New_York', 'Europe/Berlin'])[1 + pg_temp.dice('zone ' || n, 4)] as zone,
  pg_temp.dice('kind ' || n, 100) as kind
from generate_series(1, 600) n;

insert into accounts (created_at, epoch, account_id, time_zone) select made_at, n, account_id, zone from people;
insert into account_revisions (account_id, rev) select account_id, 60 from people;

-- A day of a person's on which they do something: often at first, then less; less still for those without intents.
create temp table days as
select p.*, d, p.made_at + make_interval(days => d, mins => pg_temp.dice('at ' || n || ' ' || d, 600)) as at
from people p, generate_series(0, 400) d
where p.made_at + make_interval(days => d, hours => 10) < now()
  and pg_temp.dice('day ' || n || ' ' || d, 1000)
    < case when kind < 62 then 620 else 300 end * exp(-d / case when kind < 62 then 75.0 else 30.0 end);

create temp table acts as
select days.*, i, at + make_interval(mins => 7 * i) as acted_at,
  (array['LogWeightIntent', 'LogWeightIntent', 'ToggleHabitIntent', 'ToggleHabitIntent', 'ToggleHabitIntent',
    'LogWaterIntent', 'ShowStreakIntent'])[1 + pg_temp.dice('intent ' || n || ' ' || d || ' ' || i, 7)] as intent,
  (array['app', 'app', 'app', 'app', 'widget', 'widget', 'widget', 'widget', 'widget', 'siri', 'siri', 'siri',
    'shortcuts', 'shortcuts', 'spotlight', 'control_center', 'action_button', 'script'])
    [1 + pg_temp.dice('source ' || n || ' ' || d || ' ' || i, 18)] as source
from days, generate_series(1, 3) i
where pg_temp.dice('act ' || n || ' ' || d || ' ' || i, 10) < case when kind < 62 then 5 else 0 end;

insert into operations (acted_at, key_at, received_at, day_start_minutes, account_id, op_id, record_id, client_id,
  record_type, kind, outcome, time_zone, source, intent, request_hash, fields, cancelled)
select acted_at, acted_at, acted_at, 0, account_id, md5('op ' || n || d || '/' || i)::uuid,
  md5('op ' || n || d || '/' || i)::uuid, client_id, 'entry', 'put', 'created', zone, source, intent,
  substring(sha256(intent::bytea) for 16), '{}'::json, pg_temp.dice('undone ' || n || d || '/' || i, 20) = 0
from acts
union all
-- What everybody writes, without an intent.
select at, at, at, 0, account_id, md5('write ' || n || '/' || d)::uuid, md5('write ' || n || '/' || d)::uuid, client_id,
  'entry', 'put', 'created', zone, 'app', null, substring(sha256('w') for 16), '{}'::json, false
from days;

insert into events (occurred_at, received_at, month, local_day, account_id, event_id, client_id, foreground, name,
  time_zone, source, intent)
select acted_at, acted_at, date_trunc('month', acted_at at time zone 'UTC')::date, (acted_at at time zone zone)::date,
  account_id, md5('donated ' || n || d || '/' || i)::uuid, client_id, true, 'intent_donated', zone, 'app', intent
from acts
where source = 'app' and intent in ('LogWeightIntent', 'ToggleHabitIntent')
  and exists (select from pg_class where relname = to_char(acted_at at time zone 'UTC', '"events_"YYYY_MM'));
vacuum (analyze) accounts, account_revisions, operations, events;
