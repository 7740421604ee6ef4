-- The entry under its new number, of a person whose renumbering waits for approval. Null: the end of the link waits.
alter table sync_held_ends
  add column entry jsonb,
  add check (entry is null or termination_date is null);
