-- breaking
-- Code from before it reads rosters without these fields, and issues tickets whose charges lack them.

-- Personnel number, cost centre, department, location and legal entity (docs/costs.md, "Payroll fields"): an object with those that
-- have a value, by their names in the API. Null: none has.
alter table roster_entries add column payroll jsonb;
alter table planned_changes add column payroll jsonb;
alter table planned_entries add column payroll jsonb;

-- The values in lower case, each in a line, for the search.
create function payroll_text(payroll jsonb) returns text language sql immutable parallel safe
  return lower(coalesce(payroll ->> 'personnelNumber', '') || E'\n' || coalesce(payroll ->> 'costCentre', '') || E'\n'
    || coalesce(payroll ->> 'department', '') || E'\n' || coalesce(payroll ->> 'location', '') || E'\n'
    || coalesce(payroll ->> 'legalEntity', ''));

alter table hr_links
  add column payroll jsonb check (jsonb_typeof(payroll) = 'object' and payroll <> '{}'),
  add column payroll_text text generated always as (case when payroll is not null then payroll_text(payroll) end) stored;
create index hr_links_for_payroll_search on hr_links (company_id, employee_id) include (payroll_text)
  where payroll_text is not null;

-- Entered by hand. A roster that lists the person comes first.
alter table employees
  add column payroll jsonb check (jsonb_typeof(payroll) = 'object' and payroll <> '{}');
update employees set payroll = jsonb_build_object('personnelNumber', personnel_number) where personnel_number is not null;
alter table employees drop column personnel_number;
create index employees_with_payroll on employees (company_id, id) include (payroll) where payroll is not null;

-- What payroll books a charge by, frozen with it. A refund has the values of its charge.
alter table charges
  add column personnel_number text,
  add column cost_centre text,
  add column legal_entity text;
-- The number of charges from before is that of their receipt, or else the one that the person has now.
update charges c set personnel_number = n.number
from (
  select distinct on (e.company_id, e.id) e.company_id, e.id, coalesce(l.hr_id, e.payroll ->> 'personnelNumber') as number
  from employees e
  left join hr_links l on l.company_id = e.company_id and l.employee_id = e.id and l.hr_id is not null
  where e.erased_at is null
  order by e.company_id, e.id, l.ended_at desc nulls first, case when l.ended_at is null then l.id else -l.id end
) n
where c.company_id = n.company_id and c.employee_id = n.id and n.number is not null;
update charges c set personnel_number = d.receipt ->> 'personnelNumber'
from documents d
where d.company_id = c.company_id and d.charge_id = c.id and d.employee_id = c.employee_id
  and d.receipt ->> 'personnelNumber' <> c.personnel_number;
