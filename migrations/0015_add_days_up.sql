-- Sources and donations of a day over all accounts: the sum of the rows of event_days, so that a measure reads a row a day,
-- intent and source, however many people there are. Kept in the transactions that write event_days: those that count acts
-- add what changed, an account that is deleted takes its own away.
create table event_day_totals (
  performed bigint not null,
  undone bigint not null,
  donated bigint not null,
  -- People: rows of event_days by the bits of `firsts`, 1 to 128.
  source_day_people bigint not null,
  source_week_people bigint not null,
  source_month_people bigint not null,
  day_people bigint not null,
  week_people bigint not null,
  month_people bigint not null,
  performers bigint not null,
  donors bigint not null,
  day date not null,
  intent text collate "C" not null,
  source text collate "C" not null,
  constraint event_day_totals_pkey primary key (day, intent, source)
)
-- Rows are added to again and again: their new versions find room beside the old ones.
with (fillfactor = 50);

insert into event_day_totals
select sum(performed), sum(undone), sum(donated), sum(firsts & 1), sum(firsts >> 1 & 1),
  sum(firsts >> 2 & 1), sum(firsts >> 3 & 1), sum(firsts >> 4 & 1), sum(firsts >> 5 & 1),
  sum(firsts >> 6 & 1), sum(firsts >> 7 & 1), day, intent, source
from event_days
where performed + donated > 0
group by day, intent, source;
