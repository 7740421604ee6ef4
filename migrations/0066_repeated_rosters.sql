-- The run whose roster was sent again by this one (docs/sync.md, "Sending again").
alter table sync_runs add column repeats_run_id bigint;
alter table sync_runs add constraint sync_runs_repeats foreign key (company_id, integration_id, repeats_run_id)
  references sync_runs (company_id, integration_id, id);
