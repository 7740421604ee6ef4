-- breaking
-- Code from before it ignores the restrictions of keys.

-- A key can be restricted to some integrations of its company, and to the addresses that it is used from.
alter table api_keys
  -- A restricted key without rows in api_key_integrations sees nothing: missing rows must not widen a key.
  add column is_scoped boolean not null default false,
  add column allow_from cidr[] check (cardinality(allow_from) between 1 and 50),
  -- The latest recorded use from an address that is not allowed.
  add column refused_at timestamptz,
  add column refused_from inet,
  add unique (company_id, id);
drop index api_keys_by_company;

create table api_key_integrations (
  company_id bigint not null,
  api_key_id bigint not null,
  integration_id bigint not null,
  primary key (company_id, api_key_id, integration_id),
  foreign key (company_id, api_key_id) references api_keys (company_id, id),
  foreign key (company_id, integration_id) references hr_integrations
);
