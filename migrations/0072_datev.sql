-- The DATEV client of a legal entity (docs/costs.md, "DATEV"). An empty name is the company itself.
create table datev_clients (
  company_id bigint not null references companies,
  legal_entity text not null check (length(legal_entity) <= 100),
  adviser_number integer not null check (adviser_number between 1 and 9999999),
  client_number integer not null check (client_number between 1 and 99999),
  -- Without a wage type its lines are left out of the files. Only LODAS has processing keys.
  withheld_wage_type integer check (withheld_wage_type between 1 and 9999),
  withheld_key integer check (withheld_key between 1 and 99),
  tax_free_wage_type integer check (tax_free_wage_type between 1 and 9999),
  tax_free_key integer check (tax_free_key between 1 and 99),
  primary key (company_id, legal_entity),
  -- Each has a file of its own.
  unique (company_id, adviser_number, client_number),
  check (coalesce(withheld_wage_type, tax_free_wage_type) is not null),
  check (withheld_key is null or withheld_wage_type is not null),
  check (tax_free_key is null or tax_free_wage_type is not null)
);
