-- breaking
-- Code from before it accepts offers without storing the signed amount, and makes offers without their business date.

-- The amounts that the employee has signed for the last term, each with the month from which it counts. An employee
-- never pays more (docs/subscriptions.md). They stand in this row because every read and every issue needs them.
create function are_ascending_months(months date[]) returns boolean
  language sql immutable parallel safe
  return (
    select coalesce(bool_and(extract(day from month) = 1 and coalesce(month > before, true)), true)
    from (select month, lag(month) over (order by place) as before from unnest(months) with ordinality as each (month, place)) each
  );

alter table employees
  add column signed_from date[] not null default '{}',
  add column signed_cents integer[] not null default '{}',
  add check (cardinality(signed_from) = cardinality(signed_cents)),
  -- Most people have signed at most one contract; for them the function is not called.
  add check (cardinality(signed_from) = 0 or are_ascending_months(signed_from)),
  add check (0 <= all (signed_cents)),
  add check (term_start is not null or cardinality(signed_from) = 0);

alter table past_terms
  add column signed_from date[] not null default '{}',
  add column signed_cents integer[] not null default '{}';

-- The signed amount that counts in a month.
create function signed_amount_cents(signed_from date[], signed_cents integer[], month date) returns integer
  language sql immutable parallel safe
  return signed_cents[width_bucket(month, signed_from)];

alter table contract_offers
  -- The company's business date on which the offer was made, and the last one on which it can be answered. New terms can
  -- be answered until they take effect.
  add column offered_on date,
  add column answer_until date generated always as (
    greatest(offered_on + 60, case reason when 'new-terms' then planned_start - 1 end)) stored,
  -- The offer that took the place of this one.
  add column replaced_by bigint,
  add foreign key (company_id, replaced_by) references contract_offers,
  add check (replaced_by is null or withdrawn_at is not null);

-- Existing offers keep their age: on a frozen clock too, an open offer stays open for the rest of its 60 days.
update contract_offers o
set offered_on = business_date(c.time_zone, c.clock_frozen_on)
  - ((now() at time zone c.time_zone)::date - (o.created_at at time zone c.time_zone)::date)
from companies c where c.id = o.company_id;
alter table contract_offers alter column offered_on set not null;

-- Accepted contracts count from the month in which they were to begin; of several, the one accepted last.
with accepted as (
  select o.company_id, o.employee_id, o.id, o.decided_at, (o.terms ->> 'contributionCents')::int as cents,
    date_trunc('month', (case o.reason when 'enrolment' then least(o.planned_start, e.term_start) else o.planned_start end)::timestamp)::date as month
  from contract_offers o
  join employees e on e.company_id = o.company_id and e.id = o.employee_id
  where o.status = 'accepted' and e.term_start is not null and o.terms ? 'contributionCents'
), standing as (
  select a.* from accepted a
  where not exists (
    select from accepted later
    where later.company_id = a.company_id and later.employee_id = a.employee_id
      and (later.decided_at, later.id) > (a.decided_at, a.id) and later.month <= a.month)
), signed as (
  select company_id, employee_id, array_agg(month order by month) as months, array_agg(cents order by month) as cents
  from standing group by company_id, employee_id
)
update employees e set signed_from = signed.months, signed_cents = signed.cents
from signed where e.company_id = signed.company_id and e.id = signed.employee_id;
