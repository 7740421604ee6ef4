-- Two numbers of an integration whose people seem to have been exchanged are one conflict: `hr_id` is the smaller of the
-- two, the link and the entry of the other one stand beside it (docs/sync.md, "Who is who").
alter table sync_conflicts
  add column other_link_id bigint,
  add column other_entry jsonb,
  add foreign key (company_id, other_link_id) references hr_links,
  add check (num_nulls(other_link_id, other_entry) in (0, 2)),
  add check (link_id <> other_link_id);
-- The link of the number with which this one was exchanged, in the row that stands for both.
alter table planned_changes add column other_link_id bigint;
