-- breaking
-- Code from before it would take a stored invalid entry for one whose values are all empty.

-- Whether a roster with invalid entries is refused, or accepted with their people as they are (docs/sync.md).
alter table hr_integrations
  add column on_invalid text not null default 'reject' check (on_invalid in ('reject', 'keep'));

-- Of an invalid entry, only the number and perhaps the e-mail address are stored.
alter table roster_entries
  alter column first_name drop not null,
  alter column last_name drop not null,
  alter column email drop not null,
  alter column date_of_birth drop not null,
  alter column start_date drop not null,
  add check (
    num_nulls(first_name, last_name, email, date_of_birth, start_date) = 0
    or (
      num_nonnulls(first_name, last_name, date_of_birth, profile_image, start_date, termination_date, auto_sync) = 0
      and absences = '[]'
    )
  );
