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
