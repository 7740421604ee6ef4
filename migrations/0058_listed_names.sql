-- What a number lists beside the identity data, so that the record can follow the next link at once when the oldest one ends
-- (docs/sync.md, "What changes"). A last name that is null beside identity data is not known: it was noted before this
-- migration.
alter table hr_links
  add column listed_last_name text,
  add column listed_profile_image text,
  add check (listed_date_of_birth is not null or num_nonnulls(listed_last_name, listed_profile_image) = 0);
alter table planned_changes
  add column listed_last_name text,
  add column listed_profile_image text;

-- The record follows its oldest present link, so this link has nothing else to remember. Until now it kept what its number had
-- listed while an older link was present.
update hr_links l set listed_first_name = null, listed_email = null, listed_date_of_birth = null
from employees e
where l.listed_date_of_birth is not null and l.ended_at is null
  and e.company_id = l.company_id and e.id = l.employee_id and e.date_of_birth = l.listed_date_of_birth
  and lower(e.first_name) = lower(l.listed_first_name) and e.email_normal = normal_email(l.listed_email)
  and not exists (
    select from hr_links o where o.company_id = l.company_id and o.employee_id = l.employee_id and o.ended_at is null
      and o.type = 'hr-integration' and o.id < l.id);
