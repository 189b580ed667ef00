-- Entries for the accounts that `kiroku bench-load` made, :entries each, one a day up to yesterday, with the operation
-- that each came from. Run with psql -v entries=365 -v after=UUID: accounts up to that one have theirs already.
insert into operations (acted_at, key_at, received_at, day_start_minutes, account_id, op_id, record_id, client_id,
  record_type, kind, outcome, time_zone, request_hash, fields)
select e.at, e.at, e.at, 0, e.account_id, e.id, e.id, e.account_id, 'entry', 'put', 'created', 'UTC',
  substring(sha256(convert_to(e.id::text, 'UTF8')) for 16), '{"weight":{"value":65.2,"unit":"kg"}}'
from (
  select a.account_id, date_trunc('day', now()) - make_interval(days => n, hours => -7) as at,
    gen_random_uuid() as id
  from accounts a, generate_series(1, :entries) n
  where a.account_id > :'after'
) e;

insert into weight_entries (recorded_at, version_at, key_at, key_acted_at, rev, created_at, updated_at, weight_grams,
  entered_thousandths, local_day, utc_offset_minutes, day_start_minutes, account_id, id, key_client_id, key_op_id,
  created_op_id, entered_unit, time_precision, time_zone, source)
select o.acted_at, o.acted_at, o.acted_at, o.acted_at, row_number() over (partition by o.account_id order by o.acted_at),
  o.acted_at, o.acted_at, g.grams, g.grams, o.acted_at::date, 0, 0, o.account_id, o.record_id, o.client_id, o.op_id,
  o.op_id, 'kg', 'instant', 'UTC', 'app'
from operations o, lateral (select 60000 + 100 * (o.acted_at::date - date '2020-01-01') % 5000 as grams) g
where o.account_id > :'after';

update account_revisions set rev = :entries where account_id > :'after';
vacuum (analyze) accounts, account_revisions, tokens, operations, weight_entries;
checkpoint;
