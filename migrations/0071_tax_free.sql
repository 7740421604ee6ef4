-- How the tax-free benefit of a ticket is valued, and whether payroll takes deferred shares from the net pay or from the gross salary
-- (docs/costs.md, "Tax-free amounts").
alter table companies
  add column tax_free_basis text not null default 'nominal' check (tax_free_basis in ('nominal', '96-percent')),
  add column deferred_shares text not null default 'net' check (deferred_shares in ('net', 'conversion'));
