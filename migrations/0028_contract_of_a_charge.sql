-- breaking
-- Code from before it signs amounts without their offer.

-- The offers in which the amounts of `signed_cents` were accepted. A charge names the one that counts in its month.
alter table employees add column signed_offers bigint[] not null default '{}';
alter table past_terms add column signed_offers bigint[] not null default '{}';

-- An amount counts from the month of its offer, or from a later one if it was accepted late. Null: its offer is not known.
update employees e set signed_offers = (
  select array_agg((
      select o.id from contract_offers o
      where o.company_id = e.company_id and o.employee_id = e.id and o.status = 'accepted'
        and (o.terms ->> 'contributionCents')::int = signed.cents
      order by o.planned_start = signed.month desc, o.decided_at desc, o.id desc limit 1
    ) order by signed.place)
  from unnest(e.signed_from, e.signed_cents) with ordinality as signed (month, cents, place))
where cardinality(e.signed_from) > 0;
update past_terms t set signed_offers = array_fill(null::bigint, array[cardinality(signed_from)])
where cardinality(signed_from) > 0;

alter table employees add check (cardinality(signed_offers) = cardinality(signed_from));

-- The export and the erasure of a person read all charges of that person.
create index charges_by_employee on charges (company_id, employee_id);
