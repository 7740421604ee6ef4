-- Who is who: what a number last listed, and the sync that last listed a person whose end is held.

-- The identity data that the link's number last listed, if they differ from the record (docs/sync.md, "Who is who").
-- Null: they are those of the record.
alter table hr_links
  add column listed_first_name text,
  add column listed_email text,
  add column listed_date_of_birth date,
  add check (num_nulls(listed_first_name, listed_email, listed_date_of_birth) in (0, 3)),
  add check (type = 'hr-integration' or listed_date_of_birth is null);

-- A present link has a last_run_id if the last applied roster omits it and its end is held: the run that last listed it.
update hr_links l set last_run_id = before.id
from sync_held_ends h
join sync_runs r on r.company_id = h.company_id and r.id = h.run_id
cross join lateral (
  select p.id from sync_runs p
  where p.company_id = r.company_id and p.integration_id = r.integration_id and p.accept_seq < r.accept_seq
    and p.status in ('succeeded', 'discarded', 'superseded') and p.counts <> '{}'
  order by p.accept_seq desc limit 1
) before
where h.termination_date is null and l.company_id = h.company_id and l.id = h.link_id and l.ended_at is null;

-- A conflict no longer needs a difference in every field.
update sync_changes set reason = 'identity-differs' where reason = 'everything-differs';
