-- Keys, users, invitations and identity providers have foreign keys again. Until migration 0043 they had them, some without the company;
-- now a row refers only to rows of its own company. Companies, keys, users and integrations are never deleted (keys are revoked, users
-- removed, integrations disconnected), so there is no `on delete`: a row that names one keeps it.
--
-- Nodes of 0.2.0 write all these rows with ids of one company, in an order that satisfies the foreign keys.

-- 0.2.0 checked that a key or a user exists, but not that it belongs to the same company. Only somebody with SQL can have written
-- such a row. The name was never shown, because every statement asks for the company too. The row stays, without a sender.
update sync_runs r set api_key_id = null,
  -- A run that a node of 0.2.0 is applying would fail the check of migration 0084.
  claimed_attempt = case when status = 'running' then attempts else claimed_attempt end
where api_key_id is not null
  and not exists (select from api_keys k where k.company_id = r.company_id and k.id = r.api_key_id);
update sync_runs r set portal_user_id = null,
  claimed_attempt = case when status = 'running' then attempts else claimed_attempt end
where portal_user_id is not null
  and not exists (select from portal_users u where u.company_id = r.company_id and u.id = r.portal_user_id);
update sync_attempts a set api_key_id = null, is_key_refusal = false
where api_key_id is not null
  and not exists (select from api_keys k where k.company_id = a.company_id and k.id = a.api_key_id);
update sync_attempts a set portal_user_id = null
where portal_user_id is not null
  and not exists (select from portal_users u where u.company_id = a.company_id and u.id = a.portal_user_id);
update portal_invitations i set invited_by = null
where invited_by is not null
  and not exists (select from portal_users u where u.company_id = i.company_id and u.id = i.invited_by);

alter table api_keys add foreign key (company_id) references companies;
alter table portal_users add foreign key (company_id) references companies;
alter table identity_providers add foreign key (company_id) references companies;
alter table api_key_integrations add foreign key (company_id, integration_id) references hr_integrations;

alter table portal_invitations
  add foreign key (company_id) references companies,
  drop constraint portal_invitations_invited_by_fkey,
  add foreign key (company_id, invited_by) references portal_users (company_id, id);

-- Who sent a roster, or asked for it to be fetched.
alter table sync_runs
  add foreign key (company_id, api_key_id) references api_keys (company_id, id),
  add foreign key (company_id, portal_user_id) references portal_users (company_id, id);
alter table sync_attempts
  add foreign key (company_id, api_key_id) references api_keys (company_id, id),
  add foreign key (company_id, portal_user_id) references portal_users (company_id, id);
alter table roster_pulls
  add foreign key (company_id, api_key_id) references api_keys (company_id, id),
  add foreign key (company_id, portal_user_id) references portal_users (company_id, id);

alter table mails add foreign key (company_id, user_id) references portal_users (company_id, id);
alter table bulk_actions add foreign key (company_id, user_id) references portal_users (company_id, id);
