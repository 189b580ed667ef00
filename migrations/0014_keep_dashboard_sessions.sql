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
