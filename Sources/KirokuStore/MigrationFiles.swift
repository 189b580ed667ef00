// Generated from migrations/*.sql by `./dev generate`; do not edit.
// swift-format-ignore-file

/// The migrations in the order in which they are applied: file name and text.
enum MigrationFiles {
  static let all: [(name: String, sql: String)] = [
(
"0001_create_accounts_tokens_entries_operations",
####"""
-- The first schema: who a person is, what they weighed, and every act that led there.
--
-- Every key and index starts with account_id, so that one account's rows lie together and the schema
-- can be sharded by account. No foreign keys: each would cost a lookup and a row lock on every write,
-- and each write already checks its token and holds its account's revision row. An account is removed
-- by deleting its account_id from every table.
--
-- Columns are ordered by alignment (8, 4, 2, then byte-aligned), which saves padding in every row.
--
-- What a column of a busy table may hold is said by its domain: PostgreSQL reads a table's check
-- constraints from their stored text at every statement, a domain's once a connection. On the write
-- of an entry the difference was 13 % of the database's CPU.

create domain mass_unit as text
  constraint mass_unit_known check (value in ('kg', 'lb', 'st'));
create domain weight_grams as integer
  constraint weight_grams_range check (value between 20000 and 300000);
create domain body_fat_thousandths as integer
  constraint body_fat_range check (value between 0 and 100000);
create domain record_type as text
  constraint record_type_known check (value in ('entry'));
create domain operation_kind as text
  constraint operation_kind_known check (value in ('put'));
create domain operation_outcome as text
  constraint operation_outcome_known check (value in ('created', 'updated', 'superseded'));

create table accounts (
  created_at timestamptz not null default clock_timestamp(),
  -- Part of every cursor and ETag: changes when the rows were restored from a backup.
  epoch bigint not null,
  day_start_minutes smallint not null default 0,
  week_start smallint not null default 1,
  account_id uuid not null,
  unit mass_unit not null default 'kg',
  locale text not null default 'en',
  -- A name from pg_timezone_names.
  time_zone text not null default 'UTC',
  constraint accounts_pkey primary key (account_id),
  constraint accounts_day_start_range check (day_start_minutes between 0 and 720),
  constraint accounts_week_start_range check (week_start between 1 and 7),
  constraint accounts_locale_known check (locale in ('en', 'ja'))
);

-- The account's counter of changes, and the row that every write locks. Narrow and half empty, so
-- that raising it stays within its page (HOT) and touches no index.
create table account_revisions (
  rev bigint not null default 0,
  account_id uuid not null,
  constraint account_revisions_pkey primary key (account_id)
) with (
  fillfactor = 50,
  autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 1
);

create table tokens (
  created_at timestamptz not null default clock_timestamp(),
  -- To the minute; null until the secret was used for the first time.
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  account_id uuid not null,
  id uuid not null,
  scope text not null,
  -- SHA-256 of the secret; the secret itself is stored nowhere.
  secret_sha256 bytea not null,
  label text,
  constraint tokens_pkey primary key (account_id, id),
  constraint tokens_secret_key unique (account_id, secret_sha256),
  constraint tokens_scope_known check (scope in ('app', 'widget', 'intent', 'read')),
  constraint tokens_secret_length check (octet_length(secret_sha256) = 32)
) with (fillfactor = 80);

create table weight_entries (
  recorded_at timestamptz not null,
  -- The greatest acted time among the record's operations; answered as `version`.
  version_at timestamptz not null,
  -- The key of the newest operation: (key_at, key_acted_at, key_client_id, key_op_id).
  key_at timestamptz not null,
  key_acted_at timestamptz not null,
  -- The account's revision at the record's last change.
  rev bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  weight_grams weight_grams not null,
  -- The value as typed, in thousandths of its unit.
  entered_thousandths integer not null,
  body_fat_thousandths body_fat_thousandths,
  local_day date not null,
  utc_offset_minutes smallint not null,
  day_start_minutes smallint not null,
  account_id uuid not null,
  id uuid not null,
  key_client_id uuid not null,
  key_op_id uuid not null,
  entered_unit mass_unit not null,
  time_precision text not null default 'instant',
  time_zone text not null,
  source text,
  note text,
  constraint weight_entries_pkey primary key (account_id, id)
);

-- Latest first, and keyset paging in both directions.
create index weight_entries_by_time on weight_entries (account_id, recorded_at, id)
  where deleted_at is null;

-- Every act, kept under the id its client gave it, so that the same act again has no second effect.
create table operations (
  -- When the person acted, after the shift of times that lay in the future.
  acted_at timestamptz not null,
  -- The order of acts is (key_at, acted_at, client_id, op_id).
  key_at timestamptz not null,
  -- The `version` that the client showed when the person acted.
  seen_at timestamptz,
  received_at timestamptz not null,
  -- Resolved at arrival; the local day of a put follows from them.
  day_start_minutes smallint not null,
  account_id uuid not null,
  op_id uuid not null,
  record_id uuid not null,
  client_id uuid not null,
  session_id uuid,
  record_type record_type not null,
  kind operation_kind not null,
  -- What the act did when it arrived; answered again when it is repeated.
  outcome operation_outcome not null,
  time_zone text not null,
  source text,
  intent text,
  -- The first 16 bytes of SHA-256 over record, kind, fields and acted time as sent.
  request_hash bytea not null,
  fields json not null,
  constraint operations_pkey primary key (account_id, op_id)
);

"""####
),
(
"0002_complete_operations",
####"""
-- Operations become whole: patch, delete, undo and redo beside put, told apart by who cancels whom,
-- found by record and in the order of their keys, and settled into a base once they are old.

alter domain operation_kind drop constraint operation_kind_known;
alter domain operation_kind add constraint operation_kind_known
  check (value in ('put', 'patch', 'delete', 'undo', 'redo'));
alter domain operation_outcome drop constraint operation_outcome_known;
alter domain operation_outcome add constraint operation_outcome_known
  check (value in ('created', 'updated', 'superseded', 'unchanged',
    'undone', 'alreadyUndone', 'redone', 'alreadyRedone', 'pending'));

-- An undo that arrived before what it names is of no record yet.
alter table operations
  alter column record_id drop not null,
  alter column record_type drop not null,
  -- Which operation an undo or a redo names.
  add column target_op_id uuid,
  -- Operations that are undone and redone together.
  add column batch_id uuid,
  -- Whether the newest undo or redo that names it is an undo.
  add column cancelled boolean not null default false,
  -- Whether it is part of its record's base: its fields are gone, and it can't be undone any more.
  add column settled boolean not null default false;

-- The history of an account, newest first, and the newest act for an undo without an id. Equal times
-- are rare, so the rest of the key is sorted and not stored once more.
create index operations_by_key on operations (account_id, key_at);

-- All operations of a record but the one that made its row, which the row names: nearly all records
-- have that one only, and its write is the busiest of all.
create index operations_by_record on operations (account_id, record_id)
  where outcome <> 'created' and record_id is not null;

create index operations_by_target on operations (account_id, target_op_id)
  where target_op_id is not null;

create index operations_by_batch on operations (account_id, batch_id) where batch_id is not null;

-- How many undos and redos wait for what they name: nearly always 0, so that a new operation has to
-- be looked for among them only where there are any.
alter table account_revisions add column pending_reversals integer not null default 0;

-- A row without fields is a record that has never been put, or whose puts are all undone.
alter table weight_entries
  add column created_op_id uuid,
  alter column recorded_at drop not null,
  alter column weight_grams drop not null,
  alter column entered_thousandths drop not null,
  alter column entered_unit drop not null,
  alter column local_day drop not null,
  alter column utc_offset_minutes drop not null,
  alter column day_start_minutes drop not null,
  alter column time_precision drop not null,
  alter column time_zone drop not null;

update weight_entries e set created_op_id = o.op_id
from operations o
where o.account_id = e.account_id and o.record_id = e.id and o.outcome = 'created';

-- What an entry's settled operations came to, and the key of the last of them.
create table weight_entry_bases (
  key_at timestamptz not null,
  key_acted_at timestamptz not null,
  recorded_at timestamptz,
  weight_grams weight_grams,
  entered_thousandths integer,
  body_fat_thousandths body_fat_thousandths,
  day_start_minutes smallint,
  account_id uuid not null,
  id uuid not null,
  key_client_id uuid not null,
  key_op_id uuid not null,
  is_deleted boolean not null,
  entered_unit mass_unit,
  time_precision text,
  time_zone text,
  source text,
  note text,
  constraint weight_entry_bases_pkey primary key (account_id, id)
);

"""####
),
(
"0003_keep_stones_and_pounds",
####"""
-- A weight can be typed in stones and pounds: whole stones and what is left in pounds. It is kept in
-- thousandths of pounds, and the unit says how it was typed. It is no unit of an account, which
-- chooses one to be shown single values in.

alter domain mass_unit drop constraint mass_unit_known;
alter domain mass_unit add constraint mass_unit_known
  check (value in ('kg', 'lb', 'st', 'st_lb'));

alter table accounts add constraint accounts_unit_known check (unit <> 'st_lb');

"""####
),
(
"0004_keep_account_goals_and_changes",
####"""
-- What a person can change of their account later: beside the settings, the weight they aim at, kept
-- as an entry's weight is. They have a revision of their own: who changes them wants to know whether
-- somebody else has changed them, not whether a weight was logged meanwhile.

alter table accounts
  -- The account's revision at the settings' last change.
  add column settings_rev bigint not null default 0,
  add column weight_goal_grams weight_grams,
  -- The value as typed, in thousandths of its unit.
  add column weight_goal_thousandths integer,
  add column weight_goal_unit mass_unit,
  add constraint accounts_weight_goal_whole
    check (num_nulls(weight_goal_grams, weight_goal_thousandths, weight_goal_unit) in (0, 3));

-- Changes of settings under the keys that their clients gave them, so that the same one again has no
-- second effect. They are no operations: they can't be undone.
create table account_changes (
  received_at timestamptz not null,
  account_id uuid not null,
  op_id uuid not null,
  -- The first 16 bytes of SHA-256 over what was sent.
  request_hash bytea not null,
  constraint account_changes_pkey primary key (account_id, op_id)
);

"""####
),
(
"0005_keep_tokens_keys_recovery_codes_pairings",
####"""
-- How a person gets further tokens: by asking with one that has all rights, by a recovery code that
-- they wrote down, or by typing a short code on another device. Only hashes of secrets are stored.

-- The key under which a token was asked for: as long as its secret is unused, the same again gets
-- another one instead.
alter table tokens add column op_id uuid;
create unique index tokens_by_key on tokens (account_id, op_id) where op_id is not null;

create table recovery_codes (
  changed_at timestamptz not null default clock_timestamp(),
  account_id uuid not null,
  -- The token that the code before gave.
  token_id uuid,
  -- SHA-256 of the code's random bits, here and below.
  code_sha256 bytea not null,
  -- The code before: its answer may have been lost, and with it this code.
  previous_sha256 bytea,
  constraint recovery_codes_pkey primary key (account_id),
  constraint recovery_codes_length check (octet_length(code_sha256) = 32)
);

-- An account's one code for another device.
create table pairings (
  expires_at timestamptz not null,
  claimed_at timestamptz,
  account_id uuid not null,
  -- The keys under which it was made and claimed.
  op_id uuid not null,
  claim_op_id uuid,
  token_id uuid,
  scope text not null,
  code_sha256 bytea not null,
  label text,
  constraint pairings_pkey primary key (account_id),
  constraint pairings_scope_known check (scope in ('app', 'widget', 'intent', 'read')),
  constraint pairings_code_length check (octet_length(code_sha256) = 32)
);

-- The one look-up that knows no account: a code that a person types is too short to carry one. Were the
-- schema sharded by account, this index would be a table of its own.
create unique index pairings_by_code on pairings (code_sha256);

"""####
),
(
"0006_keep_analytics_tokens",
####"""
-- Tokens for the measures over all accounts: they belong to none, and only the command line makes them.

create table analytics_tokens (
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  id uuid not null,
  secret_sha256 bytea not null,
  label text,
  constraint analytics_tokens_pkey primary key (id),
  constraint analytics_tokens_secret_key unique (secret_sha256),
  constraint analytics_tokens_secret_length check (octet_length(secret_sha256) = 32)
);

"""####
),
(
"0007_keep_habits_and_days",
####"""
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

"""####
),
(
"0008_remember_the_feeds_horizon",
####"""
-- How far back the feed of changes can be followed: deletions at or below this revision are no longer told, so a device
-- that has not seen them begins afresh. `purge` raises it.

alter table accounts add column feed_horizon_rev bigint not null default 0;

"""####
),
(
"0009_know_keys_of_what_is_no_operation",
####"""
-- A key names one thing that was done, whatever it was. What is no operation (a change of settings, a token
-- that was asked for, a code for another device) keeps its key in a table of its own; writes look there only
-- where this says that there is something to find.

alter table account_revisions add column other_keys boolean not null default false;

update account_revisions r set other_keys = true
where exists (select from account_changes k where k.account_id = r.account_id)
  or exists (select from tokens k where k.account_id = r.account_id and k.op_id is not null)
  or exists (select from pairings k where k.account_id = r.account_id);

"""####
),
(
"0011_keep_events_and_measures",
####"""
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

"""####
),
(
"0012_keep_donations",
####"""
-- What a device has told its system about: that a person did a thing in the app's own screens, so that the system learns
-- when to suggest it. A donation lives on the device that made it; when its act is undone, that device has to delete it.
--
-- A donation is an operation too, by which it is known again: of kind `donate`, naming the act, settled from the start.

alter domain operation_kind drop constraint operation_kind_known;
alter domain operation_kind add constraint operation_kind_known
  check (value in ('put', 'patch', 'delete', 'set', 'increment', 'undo', 'redo', 'donate'));

create table donations (
  donated_at timestamptz not null,
  -- The account's revision at the donation, or at its deletion.
  rev bigint not null,
  created_at timestamptz not null,
  -- Since when the device has to delete it, or has.
  deleted_at timestamptz,
  -- The day of the act, by its zone and start of the day.
  local_day date not null,
  account_id uuid not null,
  id uuid not null,
  -- The act.
  op_id uuid not null,
  client_id uuid not null,
  -- The habit that the act is on, or on a day of.
  habit_id uuid,
  intent text collate "C" not null,
  -- By what the device's system knows it.
  identifier text not null,
  constraint donations_pkey primary key (account_id, id)
);

-- Once a device, local day, intent and habit is enough. Also what says whether to donate now.
create unique index donations_by_day on donations (account_id, client_id, local_day, intent, habit_id)
  nulls not distinct where deleted_at is null;
create index donations_by_operation on donations (account_id, op_id);
create index donations_by_rev on donations (account_id, client_id, rev);
create index donations_by_time on donations (account_id, donated_at, id) where deleted_at is null;

"""####
),
(
"0014_keep_dashboard_sessions",
####"""
-- Who is signed in to the dashboard: a token was pasted, and a secret of its own holds in its place for some hours.

create table dashboard_sessions (
  expires_at timestamptz not null,
  -- The token's account; the one without a number (all zeros) for tokens of analytics, which belong to none.
  account_id uuid not null,
  -- A session is worth what its token is worth now: it ends with it.
  token_id uuid not null,
  secret_sha256 bytea not null,
  constraint dashboard_sessions_pkey primary key (account_id, secret_sha256),
  constraint dashboard_sessions_secret_length check (octet_length(secret_sha256) = 32)
);

"""####
),
(
"0015_add_days_up",
####"""
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

"""####
),
  ]
}
