-- What people have said in the portal about the columns of an integration's roster files: docs/portal-api.md.

alter table hr_integrations
  add column file_mapping jsonb not null default '{}' check (jsonb_typeof(file_mapping) = 'object');
