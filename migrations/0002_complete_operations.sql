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
