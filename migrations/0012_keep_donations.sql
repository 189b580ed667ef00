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
