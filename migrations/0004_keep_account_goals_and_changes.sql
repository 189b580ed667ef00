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
