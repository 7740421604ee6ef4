-- An unchanged roster names its run as the last one with the statement that locks the integration, before the run is inserted.
alter table hr_integrations drop constraint hr_integrations_company_id_id_last_run_id_fkey;
alter table hr_integrations drop constraint hr_integrations_company_id_id_last_applied_run_id_fkey;
alter table hr_integrations
  add constraint hr_integrations_company_id_id_last_run_id_fkey foreign key (company_id, id, last_run_id)
  references sync_runs (company_id, integration_id, id) deferrable initially deferred;
alter table hr_integrations
  add constraint hr_integrations_company_id_id_last_applied_run_id_fkey foreign key (company_id, id, last_applied_run_id)
  references sync_runs (company_id, integration_id, id) deferrable initially deferred;
