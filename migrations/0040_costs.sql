-- Company data for receipts, statements and payroll files. Null: not entered.
alter table companies
  add column legal_name text check (length(legal_name) between 1 and 200),
  add column address text check (length(address) between 1 and 500),
  add column tax_number text check (length(tax_number) between 1 and 50),
  add column cost_centre text check (length(cost_centre) between 1 and 100),
  add column wage_type text check (length(wage_type) between 1 and 20),
  add column payroll_columns text[] not null default '{personnel-number,wage-type,amount}'
    check (cardinality(payroll_columns) > 0);

-- The part of the employer's share above the subsidy: employees pay at most the amount that they have signed. The subsidy of
-- months issued before is not known, so theirs is 0.
alter table charges
  add column beyond_subsidy_cents integer not null default 0,
  add check (case kind
    when 'charge' then beyond_subsidy_cents between 0 and employer_cents
    else beyond_subsidy_cents between employer_cents and 0
  end),
  add check (plan_type <> 'fully-subsidized-plan' or beyond_subsidy_cents = 0);
