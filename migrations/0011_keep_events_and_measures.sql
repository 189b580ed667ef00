-- Events that are no writes, and what the measures keep of each account. A write with an intent is an event by itself:
-- it is in `operations` and nowhere else.

-- Raw events, a partition a month. The partitions are made by the program, for the months that it keeps and some to
-- come; it drops those that are too old.
create table events (
  -- When it happened, after the shift of times that lay in the future.
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  -- The first day of the month, in UTC, in which it happened. An event is known again by its id within its month.
  month date not null,
  -- The person's day, with the start of the day that the account had at arrival.
  local_day date not null,
  account_id uuid not null,
  event_id uuid not null,
  client_id uuid not null,
  session_id uuid,
  -- The operation that it belongs to: when that is undone, so is this.
  op_id uuid,
  foreground boolean,
  name text collate "C" not null,
  time_zone text not null,
  source text collate "C",
  intent text collate "C",
  properties json,
  constraint events_pkey primary key (account_id, event_id, month)
) partition by range (month);

-- Partitions are named after their month: events_2026_12. They are made beside the table and attached, during which
-- events can be written.
create function kiroku_make_event_partition(month date) returns void language plpgsql as $$
declare
  name text := to_char(month, '"events_"YYYY_MM');
begin
  execute format('create table %I (like events including defaults including constraints)', name);
  execute format('alter table %I add primary key (account_id, event_id, month)', name);
  execute format('alter table events attach partition %I for values from (%L) to (%L)',
    name, month, (month + interval '1 month')::date);
end $$;

create function kiroku_drop_event_partition(month date) returns void language plpgsql as $$
begin
  execute format('drop table %I', to_char(month, '"events_"YYYY_MM'));
end $$;

-- Roll-ups: what was done on a person's local day, by intent and source; '' where there is none. Made from operations
-- and events, and kept when those are gone.
create table event_days (
  performed integer not null,
  -- How much of `performed` was undone.
  undone integer not null,
  donated integer not null,
  opened integer not null,
  day date not null,
  -- For counting people by adding up rows: whether the row is the first with `performed` of its account's
  -- 1 day and source, 2 week and source, 4 month and source, 8 day, 16 week, 32 month, 64 day and intent;
  -- 128 the first with `donated` of its day and intent.
  firsts smallint not null,
  account_id uuid not null,
  intent text collate "C" not null,
  source text collate "C" not null,
  constraint event_days_pkey primary key (account_id, day, intent, source)
);

-- What the funnel and the retention look at of an account, in one row.
create table measured_accounts (
  created_at timestamptz not null,
  -- Bit k: whether the person wrote something or opened the app on local days 7k to 7k + 6 after the first one.
  active_weeks bigint not null,
  -- How far the account is counted: every row of it that a later transaction than these wrote is not. The first two
  -- are those of its row in account_revisions, which every write changes or locks.
  rolled_before bigint not null,
  rolled_xmin xid not null,
  rolled_xmax xid,
  -- The local day on which the account was made, as it was then: day 0.
  first_day date not null,
  account_id uuid not null,
  -- When acts of the first 28 days were, in order: local day after the first one × 2³² + seconds after the account was
  -- made. All acts and those that were not undone; of each, at most a hundred a day, and the first one a day.
  performed bigint[] not null,
  performed_days bigint[] not null,
  standing bigint[] not null,
  standing_days bigint[] not null,
  -- The first donation.
  donated bigint,
  constraint measured_accounts_pkey primary key (account_id)
);
