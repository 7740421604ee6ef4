-- breaking
-- Code from before it expects one user per e-mail address over all companies.

-- A user belongs to one company. The same person may be a user of several companies, so an address is unique within a
-- company only, and no company learns or takes addresses of another.
alter table portal_users drop constraint portal_users_email_normal_key;
alter table portal_users add unique (company_id, email_normal);
create index portal_users_by_email on portal_users (email_normal) where removed_at is null;

-- The log keeps the name that the actor had: a user who comes back may write the address differently.
alter table audit_log
  add column actor_name text,
  add check (actor_name is null or actor_type in ('portal-user', 'api-key'));
update audit_log a set actor_name = u.email from portal_users u
where a.actor_type = 'portal-user' and u.id = a.actor_id;
update audit_log a set actor_name = k.name from api_keys k
where a.actor_type = 'api-key' and k.company_id = a.company_id and k.id = a.actor_id;
