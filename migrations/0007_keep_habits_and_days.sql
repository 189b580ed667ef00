-- Habits and their days, records like entries: what their operations come to, with the last key. A day is a record of
-- its own, by habit and local day; it needs no row before something is recorded.

alter domain record_type drop constraint record_type_known;
alter domain record_type add constraint record_type_known
  check (value in ('entry', 'habit', 'day'));
alter domain operation_kind drop constraint operation_kind_known;
alter domain operation_kind add constraint operation_kind_known
  check (value in ('put', 'patch', 'delete', 'set', 'increment', 'undo', 'redo'));
create domain habit_kind as text
  constraint habit_kind_known check (value in ('check', 'count'));
create domain target_direction as text
  constraint target_direction_known check (value in ('atLeast', 'atMost'));
-- 0…10⁹, in thousandths.
create domain amount_thousandths as bigint
  constraint amount_range check (value between 0 and 1000000000000);

-- Of a day's operations, and of undos of them, `record_id` is the habit.
alter table operations add column record_day date;

drop index operations_by_record;
create index operations_by_record on operations (account_id, record_id)
  where outcome <> 'created' and record_id is not null and record_day is null;
create index operations_by_day on operations (account_id, record_id, record_day)
  where record_day is not null;

create table habits (
  version_at timestamptz not null,
  -- The key of the newest operation, as in weight_entries.
  key_at timestamptz not null,
  key_acted_at timestamptz not null,
  rev bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  target_thousandths amount_thousandths,
  position integer,
  account_id uuid not null,
  id uuid not null,
  key_client_id uuid not null,
  key_op_id uuid not null,
  created_op_id uuid,
  -- Null, and all below, in a row whose habit has never been put or whose puts are all undone.
  kind habit_kind,
  archived boolean,
  name text,
  target_direction target_direction,
  target_unit text,
  icon text,
  color text,
  note text,
  -- `YYYY-MM-DD` and the schedule that holds from then on: `2026-01-01 weekdays 1,3,5`.
  schedules text[],
  -- `YYYY-MM-DD..YYYY-MM-DD`, the second day left out while it is open.
  pauses text[],
  constraint habits_pkey primary key (account_id, id)
);

create index habits_by_rev on habits (account_id, rev);

create table habit_days (
  version_at timestamptz not null,
  key_at timestamptz not null,
  key_acted_at timestamptz not null,
  rev bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Null for an empty day and a skipped one.
  amount_thousandths amount_thousandths,
  day date not null,
  account_id uuid not null,
  habit_id uuid not null,
  key_client_id uuid not null,
  key_op_id uuid not null,
  skipped boolean not null default false,
  note text,
  constraint habit_days_pkey primary key (account_id, habit_id, day)
);

create index habit_days_by_rev on habit_days (account_id, rev);

-- Streaks and score of each habit as of its last recorded day: derived from the rows above by KirokuCore, which alone
-- reads `progress`.
create table habit_progress (
  last_day date not null,
  account_id uuid not null,
  habit_id uuid not null,
  progress bytea not null,
  constraint habit_progress_pkey primary key (account_id, habit_id)
);

create table habit_bases (
  key_at timestamptz not null,
  key_acted_at timestamptz not null,
  target_thousandths amount_thousandths,
  position integer,
  account_id uuid not null,
  id uuid not null,
  key_client_id uuid not null,
  key_op_id uuid not null,
  is_deleted boolean not null,
  kind habit_kind,
  archived boolean,
  name text,
  target_direction target_direction,
  target_unit text,
  icon text,
  color text,
  note text,
  schedules text[],
  pauses text[],
  constraint habit_bases_pkey primary key (account_id, id)
);

create table habit_day_bases (
  key_at timestamptz not null,
  key_acted_at timestamptz not null,
  amount_thousandths amount_thousandths,
  day date not null,
  account_id uuid not null,
  habit_id uuid not null,
  key_client_id uuid not null,
  key_op_id uuid not null,
  skipped boolean not null,
  note text,
  constraint habit_day_bases_pkey primary key (account_id, habit_id, day)
);

-- What a device hides while a Focus is on.
create table focus_filters (
  rev bigint not null,
  updated_at timestamptz not null,
  account_id uuid not null,
  client_id uuid not null,
  name text not null,
  hidden_habits uuid[] not null,
  hidden_intents text[] not null,
  constraint focus_filters_pkey primary key (account_id, client_id, name)
);

-- The feed of changes is read in the order of revisions.
create index weight_entries_by_rev on weight_entries (account_id, rev);
