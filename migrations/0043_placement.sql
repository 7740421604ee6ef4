-- Tables that are found before the company is known stay on the coordinator of a cluster; the tables of a company live on
-- its shard (src/db/placement.ts). No foreign key can reach from one server to another, so these go. Keys, users,
-- companies and integrations are never deleted: keys are revoked, users removed, integrations disconnected. And each row
-- below is written with an id that the same transaction, or the sign-in of the request, has read from its table.
alter table api_keys drop constraint api_keys_company_id_fkey;
alter table api_key_integrations drop constraint api_key_integrations_company_id_integration_id_fkey;
alter table portal_users drop constraint portal_users_company_id_fkey;
alter table portal_invitations drop constraint portal_invitations_company_id_fkey;
alter table identity_providers drop constraint identity_providers_company_id_fkey;
alter table sync_runs drop constraint sync_runs_api_key_id_fkey, drop constraint sync_runs_portal_user_id_fkey;
alter table sync_attempts drop constraint sync_attempts_api_key_id_fkey, drop constraint sync_attempts_portal_user_id_fkey;
alter table mails drop constraint mails_company_id_user_id_fkey;
alter table bulk_actions drop constraint bulk_actions_company_id_user_id_fkey;

-- The version of the prices is on the coordinator, so a company's row cannot read it for itself. A company that is
-- inserted without it is visited once by the job that follows prices, and has nobody whose amounts could change.
alter table companies alter column prices_followed set default -1;
