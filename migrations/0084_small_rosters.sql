-- The entries of a small roster wait for their run as one text, and are compared with those of the roster before by hashes
-- (docs/decisions/0037-small-rosters-as-one-text.md).
alter table roster_uploads add column entries text;

-- Hashes of the lines of the entries that were applied last. They count while `mark_facts` equals the company's `roster_facts`. Null:
-- those of a large roster, or entries that do not all have a link.
alter table hr_integrations add column entry_hashes bigint[];

-- The entries in lines as COPY reads them, in the columns of `roster_entries` from `hr_id` on, with a tab before each. The position of
-- an entry is that of its line, unless positions are given. `offset 0` has each line split once, and not for every column.
create function entries_of_lines(lines text, positions integer[] default null) returns table (
  "position" integer, hr_id text, first_name text, last_name text, email text, date_of_birth date, profile_image text,
  start_date date, termination_date date, auto_sync boolean, absences jsonb, payroll jsonb)
  language sql stable parallel safe
as $$
  select coalesce(positions[n], n - 1)::integer, replace(v[2], '\\', '\'), replace(v[3], '\\', '\'), replace(v[4], '\\', '\'),
    replace(v[5], '\\', '\'), v[6]::date, replace(v[7], '\\', '\'), v[8]::date, v[9]::date, v[10]::boolean,
    replace(v[11], '\\', '\')::jsonb, replace(v[12], '\\', '\')::jsonb
  from (
    select n, string_to_array(line, e'\t', '\N') as v
    from string_to_table(lines, e'\n') with ordinality as split (line, n) offset 0
  ) as values_of_lines
$$;

-- A worker of 0.2.0 reads only `roster_entries` and would take a small roster for an empty one. It counts an attempt and does not know
-- this column, so it cannot begin a run any more. Nodes of this version begin it.
alter table sync_runs add column claimed_attempt integer not null default 0;
alter table sync_runs add constraint sync_runs_attempt_is_claimed
  check (status <> 'running' or claimed_attempt = attempts) not valid;
