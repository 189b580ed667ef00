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
