-- Whether a held run may be approved by API keys too, or only by a person: a portal user, or the operator.
alter table hr_integrations
  add column approve_by text not null default 'anyone' check (approve_by in ('anyone', 'portal'));
