-- What the life of a subscription needs beyond its facts: where an end comes from, what was offered, what was issued.

alter table employees
  -- The HR fact that term_end_hr was made from. While that stays the same the end is left alone: an end that was
  -- put off because a ticket was out must not move again with every roster.
  add column term_end_hr_cause text,
  -- Whether the start was taken from the roster and follows it until it is reached.
  add column term_follows_hr boolean not null default false,
  add check (term_end_hr is null or term_end_hr_cause is not null);

alter table past_terms
  add column end_hr_cause text,
  add column follows_hr boolean not null default false;

-- The business date on which a link became present (again), or from which the roster may enrol the person.
alter table hr_links
  add column first_seen_on date,
  add check ((type = 'custom') = (first_seen_on is null));

-- What exactly was offered, frozen: the text is made from it, and the digest beside it is that of the text.
alter table contract_offers
  add column terms jsonb not null default '{}',
  add column withdrawn_at timestamptz,
  add check (withdrawn_at is null or status <> 'accepted');
create index contract_offers_by_employee on contract_offers (company_id, employee_id, id);

-- Receipts are numbered without gaps within a company.
alter table companies add column last_receipt_number bigint not null default 0;

-- A void ticket keeps its month from being issued again by itself, so the look-up by month covers those too, and tells
-- which they are: to find the valid ones of a month it is all that has to be read.
drop index tickets_by_month;
create index tickets_by_month on tickets (company_id, month, employee_id) include (voided_at);

create function first_on_or_after(day date) returns date
  language sql immutable parallel safe
  return first_of_next_month(day - 1);

-- Whether a ticket is due for the month that begins, or goes on, on that day.
create function subscription_entitled(
  term_start date, end_hr date, end_person date, end_contract date,
  pauses_hr datemultirange, pauses_person datemultirange, day date
) returns boolean
  language sql immutable parallel safe
  return coalesce(
    term_start <= day
    and coalesce(least(end_hr, end_person, end_contract) > day, true)
    and not (pauses_hr @> day or pauses_person @> day), false);

-- The months that absences pause: those of which every day is covered. Kinds that pause do so from their first day;
-- sickness from its 43rd, counted over spells that overlap or touch, or at once while it is unpaid.
-- A half day at an edge counts as present.
create function absence_pauses(absences jsonb) returns datemultirange
  language sql immutable parallel safe
  return (
    with items as (
      select regexp_replace(lower(item ->> 'type'), '[-_ ]?leave$', '') as type, coalesce((item ->> 'paid')::boolean, true) as paid,
        (item ->> 'startDate')::date + coalesce((item ->> 'halfDayStart')::boolean, false)::int as from_day,
        (item ->> 'endDate')::date + 1 - coalesce((item ->> 'halfDayEnd')::boolean, false)::int as until_day
      from jsonb_array_elements(absences) item
      where coalesce(item ->> 'status', 'approved') = 'approved'
    ), absent as (
      select type, paid, daterange(from_day, until_day) as days from items
      where until_day is null or from_day < until_day
    ), covered as (
      select days from absent
      where type in ('parental', 'maternity', 'unpaid', 'sabbatical', 'military', 'military-service', 'voluntary-service', 'care')
        or (type = 'sick' and not paid)
      union all
      select daterange(lower(spell) + 42, upper(spell))
      from unnest((select range_agg(days) from absent where type = 'sick')) spell
      where upper(spell) is null or upper(spell) > lower(spell) + 42
    ), months as (
      select first_on_or_after(lower(days)) as from_month, date_trunc('month', upper(days)::timestamp)::date as until_month
      from unnest((select range_agg(days) from covered)) days
    )
    select coalesce(range_agg(daterange(from_month, until_month)), '{}')
    from months where until_month is null or from_month < until_month
  );
