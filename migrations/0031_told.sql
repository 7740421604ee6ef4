-- Which refusals have been told: equal ones are told once an hour (docs/events.md).
alter table sync_attempts add column told_at timestamptz;
