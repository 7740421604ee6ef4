-- breaking
-- Code from before it issues tickets without charges.

-- What neither side pays: five percent of the price, rounded to the cent, once the employer pays at least a quarter of it.
create function ticket_discount_cents(plan_type text, price_cents integer, subsidy_cents integer) returns integer
  language sql immutable parallel safe
  return case
    when plan_type = 'fully-subsidized-plan' or subsidy_cents * 4 >= price_cents then (price_cents * 5 + 50) / 100
    else 0
  end;

-- The cost of a ticket, frozen when it is issued. Receipts and statements read charges and nothing else.
create table charges (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  -- Null once the person is erased.
  employee_id bigint,
  kind text not null default 'charge' check (kind in ('charge', 'reversal')),
  -- The month of the ticket, and the month whose statement has the charge.
  month date not null check (extract(day from month) = 1),
  booked_in date not null check (extract(day from booked_in) = 1),
  plan_type text not null check (plan_type in ('fully-subsidized-plan', 'deferred-plan', 'split-pay-plan')),
  price_cents integer not null,
  discount_cents integer not null,
  employer_cents integer not null,
  employee_cents integer not null,
  -- The contract that the employee's share rests on.
  offer_id bigint,
  -- Set by the reversal. Nothing else changes in a charge.
  reversed boolean not null default false,
  reverses bigint,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, employee_id) references employees,
  foreign key (company_id, offer_id) references contract_offers (company_id, id),
  foreign key (company_id, reverses) references charges,
  check (price_cents = discount_cents + employer_cents + employee_cents),
  check (plan_type <> 'fully-subsidized-plan' or (employee_cents = 0 and offer_id is null)),
  check (case kind
    when 'charge' then reverses is null and booked_in = month
      and price_cents > 0 and least(discount_cents, employer_cents, employee_cents) >= 0
    else reverses is not null and not reversed and booked_in >= month
      and price_cents < 0 and greatest(discount_cents, employer_cents, employee_cents) <= 0
  end)
);
-- Months that were issued before charges existed. Without a receipt the employer paid all of it.
insert into charges (company_id, employee_id, month, booked_in, plan_type, price_cents, discount_cents, employer_cents,
  employee_cents, offer_id, created_at)
select t.company_id, t.employee_id, t.month, t.month, a.plan, a.price_cents,
  a.price_cents - a.employer_cents - a.employee_cents, a.employer_cents, a.employee_cents,
  case when a.employee_cents > 0 then (
    select o.id from contract_offers o
    where o.company_id = t.company_id and o.employee_id = t.employee_id and o.plan_type = a.plan
      and o.status = 'accepted' and o.decided_at <= t.issued_at
    order by o.decided_at desc, o.id desc limit 1
  ) end,
  t.issued_at
from (
  select company_id, employee_id, month, min(issued_at) as issued_at from tickets group by company_id, employee_id, month
) t
left join documents d on d.company_id = t.company_id and d.employee_id = t.employee_id and d.kind = 'receipt'
  and d.receipt ->> 'month' = to_char(t.month, 'YYYY-MM')
cross join lateral (select ticket_price_cents(t.month) as cents) price
cross join lateral (
  select coalesce(d.receipt ->> 'planType', 'fully-subsidized-plan') as plan,
    coalesce((d.receipt ->> 'priceCents')::int, price.cents) as price_cents,
    coalesce((d.receipt ->> 'subsidyCents')::int, price.cents - ticket_discount_cents('fully-subsidized-plan', price.cents, 0))
      as employer_cents,
    coalesce((d.receipt ->> 'contributionCents')::int, 0) as employee_cents
) a
order by t.company_id, t.month, t.employee_id;

-- A receipt shows the amounts of its charge. Its own data are the number, the names and the days of validity.
alter table documents
  add column charge_id bigint,
  add foreign key (company_id, charge_id) references charges;
update documents d
set charge_id = c.id,
  receipt = d.receipt - array['month', 'planType', 'priceCents', 'subsidyCents', 'contributionCents']
from charges c
where d.kind = 'receipt' and c.company_id = d.company_id and c.employee_id = d.employee_id
  and to_char(c.month, 'YYYY-MM') = d.receipt ->> 'month';
alter table documents add check ((kind = 'receipt') = (charge_id is not null));
create unique index documents_one_per_charge on documents (company_id, charge_id) where charge_id is not null;

update charges c set employee_id = null
from employees e
where e.company_id = c.company_id and e.id = c.employee_id and e.erased_at is not null;

create unique index charges_one_standing on charges (company_id, employee_id, month) where kind = 'charge' and not reversed;
create unique index charges_reversed_once on charges (company_id, reverses) where reverses is not null;
create index charges_by_booking on charges (company_id, booked_in, employee_id);
