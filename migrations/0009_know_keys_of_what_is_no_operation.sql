-- A key names one thing that was done, whatever it was. What is no operation (a change of settings, a token
-- that was asked for, a code for another device) keeps its key in a table of its own; writes look there only
-- where this says that there is something to find.

alter table account_revisions add column other_keys boolean not null default false;

update account_revisions r set other_keys = true
where exists (select from account_changes k where k.account_id = r.account_id)
  or exists (select from tokens k where k.account_id = r.account_id and k.op_id is not null)
  or exists (select from pairings k where k.account_id = r.account_id);
