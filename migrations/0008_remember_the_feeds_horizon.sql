-- How far back the feed of changes can be followed: deletions at or below this revision are no longer told, so a device
-- that has not seen them begins afresh. `purge` raises it.

alter table accounts add column feed_horizon_rev bigint not null default 0;
