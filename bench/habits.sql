-- Ten habits with a year of days each, for the first :accounts accounts that `kiroku bench-load` made; `kiroku rebuild`
-- makes their streaks and scores afterwards. Run with psql -v accounts=100.
insert into habits (version_at, key_at, key_acted_at, rev, created_at, updated_at, target_thousandths, position,
  account_id, id, key_client_id, key_op_id, created_op_id, kind, archived, name, target_direction, target_unit, icon,
  color, schedules, pauses)
select now(), now(), now(), 400 + n, now(), now(), case when n > 5 then 8000 end, n, a.account_id,
  gen_random_uuid(), a.account_id, a.account_id, a.account_id, case when n > 5 then 'count' else 'check' end, false,
  'Habit ' || n, case when n > 5 then 'atLeast' end, case when n > 5 then 'glasses' end, 'figure.walk', '#34c759',
  array['1900-01-01 daily'], '{}'
from (select account_id from accounts order by account_id limit :accounts) a, generate_series(1, 10) n;

insert into habit_days (version_at, key_at, key_acted_at, rev, created_at, updated_at, amount_thousandths, day,
  account_id, habit_id, key_client_id, key_op_id)
select now(), now(), now(), h.rev, now(), now(), case when h.kind = 'count' then 8000 else 1000 end,
  current_date - n, h.account_id, h.id, h.account_id, h.account_id
from habits h, generate_series(0, 364) n where n % 11 <> 3;

update account_revisions r set rev = 500 where exists (select from habits h where h.account_id = r.account_id);
vacuum (analyze) habits, habit_days, account_revisions;
