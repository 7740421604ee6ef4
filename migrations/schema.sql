-- The schema as the migrations leave it, in one file to read. Only a test executes it, on an empty database.
--
-- `npm run schema` writes this file from a migrated database. Comments, and the order of areas, tables and columns, are kept
-- as they are here; definitions are replaced. For a new table, write a sentence that says what one row is, and
-- `create table NAME ();` below it, in its area; then run the command. The same holds for functions, triggers and collations.
-- A constraint without a name has the one that PostgreSQL gave it when it was created.
--
-- In all tables:
-- - Rows of a company have the key (company_id, id), and foreign keys contain the company. So no row can refer to another
--   company's row.
-- - A `date` is a business date of the company (docs/subscriptions.md, "Business date"), a `timestamptz` is real time.
-- - Amounts are cents. Columns that end in `_digest` are SHA-256. Tokens of links and cookies are stored as digests, or
--   encrypted.
-- - `claim` and `claimed_until`: the node that works on the row, and when another node may take over
--   (docs/decisions/0033-one-way-to-claim-work.md).
--
-- Areas: Companies; People; Subscriptions and contracts; Tickets and money; Groups; Payroll; HR integrations; Rosters;
-- Decisions about rosters; Working tables of a run; Fetched rosters; API keys; Portal users; Sign-in with a passkey; Sign-in
-- with an identity provider; The employee's page; Wallet passes; Events and webhooks; Mails; Audit log; Operation.

-- ## Companies

-- The installation itself, in one row. Staging and production never share a database.
create table installation (
  only_row boolean default true primary key check (only_row),
  environment text not null check (environment in ('staging', 'production')),
  -- Where mail goes. Null: it is not set up, and nothing is queued. A node writes it when it starts.
  mail text check (mail in ('smtp', 'outbox')),
  -- Of the key of SECRET_KEY that signs. A node with another key does not start. Null: no node has started yet.
  key_fingerprint text check (key_fingerprint ~ '^[0-9a-f]{32}$'),
  -- The data as of this time is in a backup of `transit backup`. Null: no backup was made yet.
  backup_taken_at timestamptz,
  created_at timestamptz not null default now()
);

-- A company: an employer, with its settings and its clock. Transactions that write people, subscriptions or tickets lock this
-- row first, so two of them never decide by the same state (docs/architecture.md, "The company's day").
create table companies (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 200),
  locale text not null default 'de-DE',
  time_zone text not null default 'Europe/Berlin',
  -- Staging only: the business date stands still here until somebody moves it forward.
  clock_frozen_on date,
  auto_enrol boolean not null default false,
  default_plan_type text not null default 'fully-subsidized-plan'
    check (default_plan_type in ('fully-subsidized-plan', 'deferred-plan', 'split-pay-plan')),
  subsidy_cents integer not null default 0 check (subsidy_cents between 0 and 1000000),
  -- The last day of a month on which an action still counts for the next first. Null: the last day of the month.
  order_until_day smallint check (order_until_day between 1 and 28),
  cancel_until_day smallint default 10 check (cancel_until_day between 1 and 28),
  pause_until_day smallint check (pause_until_day between 1 and 28),
  -- Months after which the data of somebody who has left may be erased.
  retention_months smallint not null default 36 check (retention_months >= 0),
  require_passkeys boolean not null default false,
  mail_employees boolean not null default false,
  -- What employees may do on their own page: nothing, ask HR, or do it themselves.
  employee_actions text not null default 'none' check (employee_actions in ('none', 'ask', 'direct')),
  -- Whether there is a page that mails employees the link to their own page (docs/employee-page.md, "Join link").
  join_link boolean not null default false,
  -- Rises when the join link is renewed.
  join_version integer not null default 1 check (join_version > 0),
  -- Whether HR sees requests of people who are not listed: join_requests.
  join_strangers boolean not null default false,
  -- Whom employees can ask, and what the company says about their data.
  contact text check (length(contact) between 1 and 300),
  privacy_note text check (length(privacy_note) between 1 and 2000),
  -- For receipts, statements and payroll files. Null: not entered.
  legal_name text check (length(legal_name) between 1 and 200),
  address text check (length(address) between 1 and 500),
  tax_number text check (length(tax_number) between 1 and 50),
  cost_centre text check (length(cost_centre) between 1 and 100),
  wage_type text check (length(wage_type) between 1 and 20),
  payroll_columns text[] not null default '{personnel-number,wage-type,amount}' check (cardinality(payroll_columns) > 0),
  -- How the tax-free benefit is valued, and whether deferred shares are taken from the net pay or the gross salary
  -- (docs/costs.md, "Tax-free amounts").
  tax_free_basis text not null default 'nominal' check (tax_free_basis in ('nominal', '96-percent')),
  deferred_shares text not null default 'net' check (deferred_shares in ('net', 'conversion')),
  -- The day of a month from which on its files are ready for payroll, and the last month of which users were told so.
  payroll_day smallint not null default 1 check (payroll_day between 1 and 28),
  payroll_told_month date,
  -- The month up to which tickets have been issued.
  issued_through date check (extract(day from issued_through) = 1),
  -- Counts all tickets ever issued, for the metrics.
  tickets_issued bigint not null default 0 check (tickets_issued >= 0),
  -- Receipts are numbered without gaps within a company.
  last_receipt_number bigint not null default 0,
  -- The business date for which events have announced everybody's status.
  statuses_told_on date,
  -- The version of price_list whose prices the company's offers follow.
  prices_followed bigint not null default -1,
  -- Rises with every change of links, of people's identity data and of settings: a roster with the bytes of the last one need
  -- not be read if this is unchanged (docs/sync.md, "The roster mark").
  roster_facts bigint not null default 0,
  -- Rises with every transaction that may change what a wallet pass shows.
  pass_facts bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The business date of a company.
create function business_date(time_zone text, frozen_on date) returns date
  language sql stable parallel safe
  return coalesce(frozen_on, (now() at time zone time_zone)::date);

-- ## People

-- When two e-mail addresses are the same. Plain ASCII, which nearly all are, skips the Unicode normalisation: 0.7 instead of
-- 2.8 µs each.
create function normal_email(email text) returns text
  language sql immutable strict parallel safe
  return case
    when octet_length(email) = char_length(email) then lower(btrim(email, E' \t\r\n'))
    else lower(normalize(btrim(email, E' \t\r\n\u00a0\u3000'), nfkc))
  end;

-- What a search compares: lower case without accents. Plain ASCII takes the short way; the long one takes 7 µs a name.
create function searchable(value text) returns text
  language sql immutable strict parallel safe
  return case
    when octet_length(value) = char_length(value) then lower(value)
    else translate(
      replace(lower(normalize(value, nfkd)), 'ß', 'ss'),
      U&'\0300\0301\0302\0303\0304\0306\0307\0308\030A\030B\030C\0323\0327\0328', '')
  end;

-- For a check of employees.
create function are_ascending_months(months date[]) returns boolean
  language sql immutable parallel safe
  return (
    select coalesce(bool_and(extract(day from month) = 1 and coalesce(month > before, true)), true)
    from (select month, lag(month) over (order by place) as before from unnest(months) with ordinality as each (month, place)) each
  );

-- A person, with the last subscription term. Rosters, HR and the operator write people. An erased person keeps the row,
-- without personal data.
create table employees (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  first_name text not null,
  last_name text not null,
  email text not null,
  email_normal text not null generated always as (normal_email(email)) stored,
  -- Who changed the e-mail address last: a user, the operator, or the run of a roster. A signature by a mailed link names it.
  email_changed_at timestamptz,
  email_changed_by_type text check (email_changed_by_type in ('operator', 'system', 'portal-user', 'api-key', 'sync')),
  email_changed_by_id bigint,
  search_text text not null generated always as (searchable((((first_name || ' ') || last_name) || ' ') || email)) stored,
  date_of_birth date not null,
  profile_image text,
  -- Payroll fields entered by hand. Those of a link count first.
  payroll jsonb check (jsonb_typeof(payroll) = 'object' and payroll <> '{}'),
  -- The last term; earlier ones are in past_terms. It stands in this row because every read and most filters need it: over
  -- 1,000,000 people a filter by status reads one table and joins nothing.
  -- Each end is the first day without a ticket and belongs to its owner; the earliest counts.
  term_number integer not null default 0,
  term_start date,
  term_end_hr date,
  -- The HR fact from which term_end_hr was made. While it stays the same, rosters do not move the end.
  term_end_hr_cause text,
  term_end_person date,
  term_end_contract date,
  -- The day on which a term went on whose end had been reached.
  term_reopened_on date,
  pauses_hr datemultirange not null default '{}',
  pauses_person datemultirange not null default '{}',
  -- The start follows the roster, but not to before this day. Null: the roster alone decides.
  term_not_before date,
  -- The date on which somebody cancelled a term before it began. A roster enrols the person again only for an employment that
  -- begins later.
  term_declined_on date,
  -- The start of the next term, after a gap between two employments, until the last term has ended.
  following_start date,
  -- The latest pause and reactivation of earlier terms.
  earlier_paused_on date,
  earlier_reactivated_on date,
  -- Null: the company's default plan.
  plan_type text check (plan_type in ('fully-subsidized-plan', 'deferred-plan', 'split-pay-plan')),
  next_plan_type text check (next_plan_type in ('fully-subsidized-plan', 'deferred-plan', 'split-pay-plan')),
  next_plan_from date check (extract(day from next_plan_from) = 1),
  -- The amounts that the person has signed for the last term, the months from which they count, and their offers. Nobody pays
  -- more than they have signed.
  signed_from date[] not null default '{}' check (cardinality(signed_from) = 0 or are_ascending_months(signed_from)),
  signed_cents integer[] not null default '{}' check (0 <= all (signed_cents)),
  -- Null: the offer is not known.
  signed_offers bigint[] not null default '{}',
  -- The offer whose answer the record shows. The status stands here for filters; the foreign key keeps it true.
  offer_id bigint,
  contract_status text,
  -- The group with its amounts, which every read and every charge needs; the foreign key keeps them true.
  group_id bigint,
  group_subsidy_cents integer,
  group_plan_type text,
  -- A person chose the group: rules do not change it. Without a group, the company's amounts count.
  group_by_hand boolean not null default false,
  -- The status that events have announced last.
  told_status text not null default 'no-subscription'
    check (told_status in ('no-subscription', 'scheduled', 'active', 'scheduled-pause', 'paused', 'scheduled-cancellation',
    'cancelled')),
  -- The link to the employee's page is derived from this number: raising it ends earlier links.
  link_version integer not null default 1 check (link_version > 0),
  -- Wallet passes of an earlier version are void.
  pass_version integer not null default 1,
  erased_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  check ((term_number = 0) = (term_start is null)),
  check (term_start is not null or coalesce(term_end_hr, term_end_person, term_end_contract, term_reopened_on) is null),
  check (term_start is not null or isempty(pauses_hr) and isempty(pauses_person)),
  check (least(term_end_hr, term_end_person, term_end_contract) >= term_start),
  check ((next_plan_type is null) = (next_plan_from is null)),
  check ((offer_id is null) = (contract_status is null)),
  check (term_end_hr is null or term_end_hr_cause is not null),
  check (following_start > term_start),
  check (following_start is null or term_start is not null),
  check (cardinality(signed_from) = cardinality(signed_cents)),
  check (term_start is not null or cardinality(signed_from) = 0),
  check (cardinality(signed_offers) = cardinality(signed_from)),
  check ((email_changed_at is null) = (email_changed_by_type is null)),
  check (email_changed_by_id is null or email_changed_by_type is not null),
  check (num_nulls(group_id, group_subsidy_cents, group_plan_type) in (0, 3))
  -- foreign key (company_id, id, offer_id, contract_status) references contract_offers is added below
  -- foreign key (company_id, group_id, group_subsidy_cents, group_plan_type) references groups is added below
);
create index employees_by_created on employees (company_id, created_at, id);
create index employees_by_updated on employees (company_id, updated_at, id);
-- A search reads this instead of the table, in half of the time.
create index employees_for_search on employees (company_id, id) include (search_text);
create index employees_by_email on employees (company_id, email_normal, date_of_birth);
create index employees_with_following_term on employees (company_id, id) where following_start is not null;
-- Few people have payroll fields entered by hand, so a search for them reads this instead of everybody.
create index employees_with_payroll on employees (company_id, id) include (payroll) where payroll is not null;
create index employees_of_group on employees (company_id, group_id) where group_id is not null;

-- ## Subscriptions and contracts

-- An earlier term of a person's subscription, with the facts that it had when it was the last one.
create table past_terms (
  company_id bigint not null,
  employee_id bigint not null,
  number integer not null check (number > 0),
  start_on date not null,
  end_hr date,
  end_hr_cause text,
  end_person date,
  end_contract date,
  reopened_on date,
  pauses_hr datemultirange not null default '{}',
  pauses_person datemultirange not null default '{}',
  signed_from date[] not null default '{}',
  signed_cents integer[] not null default '{}',
  signed_offers bigint[] not null default '{}',
  -- A signed term that had not begun when a roster omitted the person, and the date of that. It revives if the person is listed
  -- again soon. Its number is that of the term after the last one.
  dropped_on date,
  -- term_not_before of a dropped term.
  not_before date,
  primary key (company_id, employee_id, number),
  foreign key (company_id, employee_id) references employees,
  check (least(end_hr, end_person, end_contract) >= start_on),
  check (dropped_on is not null or not_before is null)
);

-- A contract that the service offered to a person, with its answer: plans with an own share need one, and new amounts a new
-- one.
create table contract_offers (
  company_id bigint not null,
  id bigint generated always as identity,
  employee_id bigint not null,
  reason text not null check (reason in ('enrolment', 'plan-change', 'new-terms')),
  plan_type text not null check (plan_type in ('deferred-plan', 'split-pay-plan')),
  -- What exactly was offered. The text is made from it, by the templates of this version.
  terms jsonb not null default '{}',
  text_version text not null,
  text_digest bytea not null check (octet_length(text_digest) = 32),
  planned_start date not null,
  -- The business date of the offer, and the last one on which it can be answered.
  offered_on date not null,
  answer_until date
    generated always as (greatest(offered_on + 60, case reason when 'new-terms' then planned_start - 1 end)) stored,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'rejected')),
  decided_at timestamptz,
  -- An admin recorded the answer from paper. The scan is a document of the person.
  answered_on_paper boolean not null default false,
  -- How the answer was given online: docs/employee-page.md, "The proof of a signature". Null: before this was recorded.
  proof jsonb check ((proof ->> 'by') in ('mailed', 'shown')),
  withdrawn_at timestamptz,
  -- The offer that took the place of this one.
  replaced_by bigint,
  lapse_told_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, employee_id, id, status),
  foreign key (company_id, employee_id) references employees,
  foreign key (company_id, replaced_by) references contract_offers,
  check ((status = 'pending') = (decided_at is null)),
  check (withdrawn_at is null or status <> 'accepted'),
  check (replaced_by is null or withdrawn_at is not null),
  check (not answered_on_paper or status <> 'pending'),
  check (proof is null or (proof ->> 'by') is not null and status <> 'pending')
);
create index contract_offers_by_employee on contract_offers (company_id, employee_id, id);
alter table employees add foreign key (company_id, id, offer_id, contract_status)
  references contract_offers (company_id, employee_id, id, status) deferrable initially deferred;

-- How an offer went: when its link was mailed first, when the person was reminded last and first opened it. Not columns of
-- contract_offers: those are written under the company's lock, for which neither a sender of mails nor a page should wait.
create table contract_progress (
  company_id bigint not null,
  offer_id bigint not null,
  employee_id bigint not null,
  mailed_at timestamptz,
  reminded_at timestamptz,
  opened_at timestamptz,
  primary key (company_id, offer_id),
  foreign key (company_id, offer_id) references contract_offers on delete cascade,
  foreign key (company_id, employee_id) references employees
);
create index contract_progress_by_employee on contract_progress (company_id, employee_id);

-- The rules below compute what follows from the facts of a subscription on a business date. They are the only place in SQL that
-- says so (docs/subscriptions.md); a test compares them with a second implementation. They take the columns of a person as
-- scalars, so that PostgreSQL inlines them.

create function subscription_end(end_hr date, end_person date, end_contract date) returns date
  language sql immutable parallel safe
  return least(end_hr, end_person, end_contract);

-- docs/subscriptions.md, "Status".
create function subscription_status(
  term_start date, end_hr date, end_person date, end_contract date,
  pauses_hr datemultirange, pauses_person datemultirange, today date
) returns text
  language sql immutable parallel safe
  return case
    when term_start is null then 'no-subscription'
    when least(end_hr, end_person, end_contract) <= today then 'cancelled'
    when term_start > today then 'scheduled'
    -- Nearly everybody: without the work on pauses below, a filter over 1,000,000 people takes a quarter less.
    when isempty(pauses_hr) and isempty(pauses_person) then
      case when least(end_hr, end_person, end_contract) is null then 'active' else 'scheduled-cancellation' end
    when pauses_hr @> today or pauses_person @> today then 'paused'
    -- No pause contains today here, so the first range that is left when the past is cut off is the next pause.
    when lower((pauses_hr + pauses_person) * datemultirange(daterange(today, null)))
      < coalesce(least(end_hr, end_person, end_contract), 'infinity') then 'scheduled-pause'
    when least(end_hr, end_person, end_contract) is not null then 'scheduled-cancellation'
    else 'active'
  end;

create function first_of_next_month(day date) returns date
  language sql immutable parallel safe
  return (date_trunc('month', day::timestamp) + interval '1 month')::date;

create function first_on_or_after(day date) returns date
  language sql immutable parallel safe
  return first_of_next_month(day - 1);

-- The first day of the first month that begins after today and is neither before the start, paused, nor past the end.
create function subscription_next_ticket_on(
  term_start date, end_hr date, end_person date, end_contract date,
  pauses_hr datemultirange, pauses_person datemultirange, today date
) returns date
  language sql immutable parallel safe
  return case
    when term_start is null then null
    when least(end_hr, end_person, end_contract) <= greatest(first_of_next_month(today), first_of_next_month(term_start - 1)) then null
    else lower(
      datemultirange(daterange(
        greatest(first_of_next_month(today), first_of_next_month(term_start - 1)),
        least(end_hr, end_person, end_contract)))
      - (pauses_hr + pauses_person))
  end;

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

-- The pauses that took or take effect: those within the term.
create function subscription_pauses(
  term_start date, end_hr date, end_person date, end_contract date,
  pauses_hr datemultirange, pauses_person datemultirange
) returns datemultirange
  language sql immutable parallel safe
  return (pauses_hr + pauses_person) * datemultirange(daterange(term_start, least(end_hr, end_person, end_contract)));

create function latest_pause_begun(pauses datemultirange, today date) returns date
  language sql immutable parallel safe
  return (select max(lower(pause)) from unnest(pauses) pause where lower(pause) <= today);

-- A pause that runs into the end of the term is not followed by a reactivation.
create function latest_pause_over(pauses datemultirange, term_end date, today date) returns date
  language sql immutable parallel safe
  return (
    select max(upper(pause)) from unnest(pauses) pause
    where upper(pause) <= today and upper(pause) < coalesce(term_end, 'infinity')
  );

create function plan_in_force(
  plan_type text, next_plan_type text, next_plan_from date, default_plan_type text, today date
) returns text
  language sql immutable parallel safe
  return case when next_plan_from <= today then next_plan_type else coalesce(plan_type, default_plan_type) end;

-- Somebody who pays nothing has no contract: an answer to an offer of an earlier plan counts no more. An open offer does.
create function contract_status_shown(plan_type text, contract_status text) returns text
  language sql immutable parallel safe
  return case when plan_type <> 'fully-subsidized-plan' or contract_status = 'pending' then contract_status end;

-- The signed amount that counts in a month.
create function signed_amount_cents(signed_from date[], signed_cents integer[], month date) returns integer
  language sql immutable parallel safe
  return signed_cents[width_bucket(month, signed_from)];

-- The months that absences pause: those of which every day is covered. Kinds that pause do so from their first day; sickness
-- from its 43rd, counted over spells that overlap or touch, or at once while it is unpaid. A half day at an edge counts as
-- present.
create function absence_pauses(absences jsonb) returns datemultirange
  language sql immutable parallel safe
  return (
    with items as (
      select item ->> 'kind' as kind, coalesce((item ->> 'paid')::boolean, true) as paid,
        (item ->> 'startDate')::date + coalesce((item ->> 'halfDayStart')::boolean, false)::int as from_day,
        (item ->> 'endDate')::date + 1 - coalesce((item ->> 'halfDayEnd')::boolean, false)::int as until_day
      from jsonb_array_elements(absences) item
      where coalesce(item ->> 'status', 'approved') = 'approved'
    ), absent as (
      select kind, paid, daterange(from_day, until_day) as days from items
      where until_day is null or from_day < until_day
    ), covered as (
      select days from absent
      where kind in ('parental', 'maternity', 'unpaid', 'sabbatical', 'military', 'voluntary-service', 'care')
        or (kind = 'sick' and not paid)
      union all
      select daterange(lower(spell) + 42, upper(spell))
      from unnest((select range_agg(days) from absent where kind = 'sick')) spell
      where upper(spell) is null or upper(spell) > lower(spell) + 42
    ), months as (
      select first_on_or_after(lower(days)) as from_month, date_trunc('month', upper(days)::timestamp)::date as until_month
      from unnest((select range_agg(days) from covered)) days
    )
    select coalesce(range_agg(daterange(from_month, until_month)), '{}')
    from months where until_month is null or from_month < until_month
  );

-- The termination from which an HR end was made. Null: it was made from an omission.
create function termination_of_cause(cause text) returns date
  language sql stable parallel safe
  return case when cause like 'termination %' then substr(cause, length('termination ') + 1)::date end;

-- ## Tickets and money

-- The price of a monthly ticket, from this month on. The operator sets prices, for all companies.
create table ticket_prices (
  valid_from date primary key check (extract(day from valid_from) = 1),
  cents integer not null check (cents > 0)
);

-- The version of the prices, in one row: every change of ticket_prices raises it, and companies follow one after the other.
create table price_list (
  only_row boolean default true primary key check (only_row),
  version bigint not null default 0
);

create function prices_version() returns bigint
  language sql stable parallel safe
  return (select version from price_list);

-- The price of a month. Months before the first price have that one.
create function ticket_price_cents(on_day date) returns integer
  language sql stable parallel safe
  return coalesce(
    (select cents from ticket_prices where valid_from <= on_day order by valid_from desc limit 1),
    (select cents from ticket_prices order by valid_from limit 1));

-- What an employee pays for a month, without regard to signed amounts: the discount is five percent of the price, rounded to
-- the cent, once the employer pays at least a quarter of it.
create function employee_contribution_cents(plan_type text, price_cents integer, subsidy_cents integer) returns integer
  language sql immutable parallel safe
  return case
    when plan_type = 'fully-subsidized-plan' then 0
    when subsidy_cents * 4 >= price_cents then greatest(0, price_cents - (price_cents * 5 + 50) / 100 - subsidy_cents)
    else greatest(0, price_cents - subsidy_cents)
  end;

-- What the employer pays for a month. Together with employee_contribution_cents it is the price less the discount.
create function employer_share_cents(plan_type text, price_cents integer, subsidy_cents integer) returns integer
  language sql immutable parallel safe
  return case
    when plan_type = 'fully-subsidized-plan' then price_cents - (price_cents * 5 + 50) / 100
    when subsidy_cents * 4 >= price_cents then least(subsidy_cents, price_cents - (price_cents * 5 + 50) / 100)
    else subsidy_cents
  end;

-- What neither side pays.
create function ticket_discount_cents(plan_type text, price_cents integer, subsidy_cents integer) returns integer
  language sql immutable parallel safe
  return case
    when plan_type = 'fully-subsidized-plan' or subsidy_cents * 4 >= price_cents then (price_cents * 5 + 50) / 100
    else 0
  end;

-- The ticket of a person for a month. Opening the company's day issues all that are due.
create table tickets (
  company_id bigint not null,
  id bigint generated always as identity,
  employee_id bigint not null,
  month date not null check (extract(day from month) = 1),
  valid_from date not null,
  valid_until date not null,
  issued_at timestamptz not null default now(),
  voided_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, employee_id) references employees,
  check (valid_from between month and valid_until),
  check (valid_until < (month + '1 mon'::interval))
);
create unique index tickets_one_valid_per_month on tickets (company_id, employee_id, month) where voided_at is null;
create index tickets_by_month on tickets (company_id, month, employee_id) include (voided_at);

-- What a ticket cost, frozen when it was issued, or a reversal of that. Receipts, statements and payroll files read charges and
-- nothing else.
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
  -- The part of the employer's share above the subsidy: employees pay at most the amount that they have signed.
  beyond_subsidy_cents integer not null default 0,
  employee_cents integer not null,
  -- The contract on which the employee's share rests.
  offer_id bigint,
  -- Set by the reversal.
  reversed boolean not null default false,
  reverses bigint,
  -- What payroll books the charge by, and the name of the person's group, at that time. A reversal has the values of its charge.
  personnel_number text,
  cost_centre text,
  legal_entity text,
  group_name text,
  -- Set if its month had been handed over when it was booked: the file of the month after has it, as a correction.
  corrects_month date,
  -- Set when its month is handed over, until the person is erased.
  first_name text,
  last_name text,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, employee_id) references employees,
  foreign key (company_id, offer_id) references contract_offers,
  foreign key (company_id, reverses) references charges,
  check (price_cents = (discount_cents + employer_cents + employee_cents)),
  check (plan_type <> 'fully-subsidized-plan' or employee_cents = 0 and offer_id is null),
  check (case kind when 'charge' then reverses is null and booked_in = month and price_cents > 0 and least(discount_cents,
    employer_cents, employee_cents) >= 0 else reverses is not null and not reversed and booked_in >= month and price_cents <
    0 and greatest(discount_cents, employer_cents, employee_cents) <= 0 end),
  check (case kind when 'charge' then beyond_subsidy_cents between 0 and employer_cents else beyond_subsidy_cents between
    employer_cents and 0 end),
  check (plan_type <> 'fully-subsidized-plan' or beyond_subsidy_cents = 0),
  check (corrects_month = booked_in),
  check (employee_id is not null or first_name is null and last_name is null)
  -- foreign key (company_id, corrects_month) references handovers is added below
);
create unique index charges_one_standing on charges (company_id, employee_id, month) where kind = 'charge' and not reversed;
create unique index charges_reversed_once on charges (company_id, reverses) where reverses is not null;
create index charges_by_booking on charges (company_id, booked_in, employee_id);
-- For the export and the erasure of a person.
create index charges_by_employee on charges (company_id, employee_id);
create index charges_corrections on charges (company_id, corrects_month) where corrects_month is not null;

-- A document of a person: a receipt, a contract, or a file that HR has uploaded.
create table documents (
  company_id bigint not null,
  id bigint generated always as identity,
  employee_id bigint not null,
  kind text not null check (kind in ('receipt', 'contract', 'upload')),
  name text not null check (length(name) between 1 and 200),
  file_type text not null check (file_type in ('pdf', 'png', 'jpeg')),
  downloadable boolean not null,
  -- What a receipt has beside its charge: number, names, days of validity. Its PDF is made when it is downloaded.
  receipt jsonb,
  charge_id bigint,
  offer_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, employee_id) references employees,
  foreign key (company_id, offer_id) references contract_offers,
  foreign key (company_id, charge_id) references charges,
  check ((kind = 'receipt') = (receipt is not null)),
  check ((kind = 'contract') = (offer_id is not null)),
  check ((kind = 'receipt') = (charge_id is not null))
);
create index documents_by_employee on documents (company_id, employee_id, id);
create index documents_by_created on documents (company_id, created_at, id);
create index documents_by_updated on documents (company_id, updated_at, id);
create unique index documents_one_per_charge on documents (company_id, charge_id) where charge_id is not null;

-- A piece of an uploaded document: neither side ever holds a whole file in memory.
create table document_chunks (
  company_id bigint not null,
  document_id bigint not null,
  position integer not null check (position >= 0),
  bytes bytea not null check (octet_length(bytes) between 1 and 262144),
  primary key (company_id, document_id, position),
  foreign key (company_id, document_id) references documents on delete cascade
);

-- ## Groups

-- The order of names in German lists (Bäcker, Böhm, Brückner), and of personnel numbers by their value (9 before 10).
create collation people_order (provider = icu, locale = 'de-u-kn-true');

-- A value as rules of groups compare it: without spaces around it, upper and lower case alike.
create function group_value(value text) returns text language sql immutable strict parallel safe
  return lower(normalize(btrim(value, E' \t\r\n'), nfc) collate people_order);

-- The values of each field of a rule, as they are compared.
create function group_values(rule jsonb) returns jsonb language sql immutable parallel safe
  return (
    select coalesce(jsonb_object_agg(field.key, (
      select jsonb_agg(group_value(value)) from jsonb_array_elements_text(field.value) value)), '{}')
    from jsonb_each(rule) field
  );

-- A group of people with amounts of their own (docs/costs.md, "Groups"). The first group by position whose rule fits a person
-- counts; without one, the company's amounts do.
create table groups (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  position integer not null check (position > 0),
  name text not null check (length(name) between 1 and 100 and name = btrim(name)),
  subsidy_cents integer not null check (subsidy_cents between 0 and 1000000),
  default_plan_type text not null check (default_plan_type in ('fully-subsidized-plan', 'deferred-plan', 'split-pay-plan')),
  -- The plans that employees may choose from.
  offered_plan_types text[] not null
    check (offered_plan_types <@ array['fully-subsidized-plan', 'deferred-plan', 'split-pay-plan']),
  -- The values that fit, by payroll field. All fields must fit, each with one of its values. A rule without fields fits nobody.
  rule jsonb not null default '{}' check (jsonb_typeof(rule) = 'object'),
  compared_rule jsonb not null generated always as (group_values(rule)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, name),
  unique (company_id, id, subsidy_cents, default_plan_type),
  check (default_plan_type = any (offered_plan_types))
);
alter table employees add foreign key (company_id, group_id, group_subsidy_cents, group_plan_type)
  references groups (company_id, id, subsidy_cents, default_plan_type);

-- Whether the payroll fields of a person fit a rule. Without subqueries, so that PostgreSQL inlines it.
create function group_fits(compared_rule jsonb, facts jsonb) returns boolean language sql immutable parallel safe
  return compared_rule <> '{}'
    and case when compared_rule ? 'personnelNumber'
      then coalesce(compared_rule -> 'personnelNumber' ? group_value(facts ->> 'personnelNumber'), false) else true end
    and case when compared_rule ? 'costCentre'
      then coalesce(compared_rule -> 'costCentre' ? group_value(facts ->> 'costCentre'), false) else true end
    and case when compared_rule ? 'department'
      then coalesce(compared_rule -> 'department' ? group_value(facts ->> 'department'), false) else true end
    and case when compared_rule ? 'location'
      then coalesce(compared_rule -> 'location' ? group_value(facts ->> 'location'), false) else true end
    and case when compared_rule ? 'legalEntity'
      then coalesce(compared_rule -> 'legalEntity' ? group_value(facts ->> 'legalEntity'), false) else true end;

-- A change of somebody's group: the group since this date, with its name of that time. The group may be gone.
create table group_memberships (
  company_id bigint not null,
  id bigint generated always as identity,
  employee_id bigint not null,
  -- Null: in no group any more.
  group_id bigint,
  group_name text,
  by_hand boolean not null,
  since date not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, employee_id) references employees on delete cascade,
  check ((group_id is null) = (group_name is null))
);
create index group_memberships_of_employee on group_memberships (company_id, employee_id, id);

-- A company in which a roster would have moved suspiciously many people to other groups. While the row exists, no roster moves
-- anybody; who would move follows from the rules.
create table held_group_moves (
  company_id bigint primary key references companies,
  people integer not null check (people > 0),
  out_of integer not null,
  held_at timestamptz not null default now()
);

-- ## Payroll

-- The DATEV client of a legal entity of a company (docs/costs.md, "DATEV").
create table datev_clients (
  company_id bigint not null references companies,
  -- Empty: the company itself.
  legal_entity text not null check (length(legal_entity) <= 100),
  adviser_number integer not null check (adviser_number between 1 and 9999999),
  client_number integer not null check (client_number between 1 and 99999),
  -- Without a wage type its lines are left out of the files. Only LODAS has processing keys.
  withheld_wage_type integer check (withheld_wage_type between 1 and 9999),
  withheld_key integer check (withheld_key between 1 and 99),
  tax_free_wage_type integer check (tax_free_wage_type between 1 and 9999),
  tax_free_key integer check (tax_free_key between 1 and 99),
  primary key (company_id, legal_entity),
  unique (company_id, adviser_number, client_number),
  check (coalesce(withheld_wage_type, tax_free_wage_type) is not null),
  check (withheld_key is null or withheld_wage_type is not null),
  check (tax_free_key is null or tax_free_wage_type is not null)
);

-- A month whose files were handed over to payroll (docs/costs.md, "Handing over"). They do not change any more.
create table handovers (
  company_id bigint not null references companies,
  month date not null check (extract(day from month) = 1),
  handed_over_at timestamptz not null default now(),
  -- By whom, as in the audit log.
  actor_type text not null,
  actor_id bigint,
  actor_name text,
  -- What the files were written with, by the names of the settings.
  settings jsonb not null check (jsonb_typeof(settings) = 'object'),
  tax_free_basis text not null generated always as (settings ->> 'taxFreeBasis') stored,
  -- The SHA-256 of each file, by its format.
  digests jsonb not null check (jsonb_typeof(digests) = 'object'),
  -- What the files added up to. Null: handed over before this was kept.
  figures jsonb check (jsonb_typeof(figures) = 'object'),
  primary key (company_id, month)
);
alter table charges add foreign key (company_id, corrects_month) references handovers;

-- ## HR integrations

-- A source of rosters: an HR system, or a program of the company. Status and last sync are computed from its runs.
create table hr_integrations (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 200),
  type text not null check (type in ('hr-integration', 'api-integration')),
  auto_sync_default boolean not null default true,
  -- A run with more ends than this is held for a decision. Null: never.
  hold_count integer check (hold_count >= 0),
  hold_percent numeric(5,2) check (hold_percent between 0 and 100),
  approve_by text not null default 'anyone' check (approve_by in ('anyone', 'portal')),
  -- What happens with a roster that has invalid entries: it is refused, or accepted with their people kept as they are.
  on_invalid text not null default 'reject' check (on_invalid in ('reject', 'keep')),
  -- The types of absence that the integration names itself, with their kinds: {"Sonderurlaub XY": "unpaid"}.
  absence_types jsonb not null default '{}' check (jsonb_typeof(absence_types) = 'object'),
  -- What people have said in the portal about the columns of its roster files.
  file_mapping jsonb not null default '{}' check (jsonb_typeof(file_mapping) = 'object'),
  -- The integrations whose people rosters of this one may match, whoever sends them.
  takes_over bigint[] not null default '{}',
  -- An e-mail address without an account, which gets the integration's mails.
  technical_contact text check (length(technical_contact) between 3 and 320),
  -- How often a roster is expected: learned, never, or after so many hours or days.
  expect_every text not null default 'auto' check (expect_every ~ '^(auto|off|[1-9][0-9]{0,2}[hd])$'),
  -- The pace at which the next roster is expected, {"hours", "weekdays"}, and when it is overdue. Null: not expected.
  pace jsonb check (jsonb_typeof(pace) = 'object'),
  overdue_at timestamptz,
  -- The last_accept_seq for which both were computed. Null: they have to be computed anew.
  paced_seq bigint,
  silence_told_at timestamptz,
  -- The version of the integration: the number of accepted rosters. Like the runs below it may be behind until a run is over.
  last_accept_seq bigint not null default 0,
  last_run_id bigint,
  last_applied_run_id bigint,
  last_failed_run_id bigint,
  -- companies.roster_facts when the last applied run was applied. Null: it left a conflict or a held end, or the settings of the
  -- integration have changed since.
  mark_facts bigint,
  -- Hashes of the last applied entries, which count while mark_facts equals companies.roster_facts. Null: those of a large
  -- roster, or not all entries have a link.
  entry_hashes bigint[],
  -- A pause in which it was disconnected is no silence.
  connected_at timestamptz not null default now(),
  disconnected_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  check (cardinality(takes_over) <= 100 and (id <> all (takes_over)))
  -- foreign key (company_id, id, last_failed_run_id) references sync_runs is added below
  -- foreign key (company_id, id, last_run_id) references sync_runs is added below
  -- foreign key (company_id, id, last_applied_run_id) references sync_runs is added below
);
create index hr_integrations_by_created on hr_integrations (company_id, created_at, id);
create index hr_integrations_by_updated on hr_integrations (company_id, updated_at, id);

-- The payroll fields in lower case, each in a line, for the search.
create function payroll_text(payroll jsonb) returns text language sql immutable parallel safe
  return lower(coalesce(payroll ->> 'personnelNumber', '') || E'\n' || coalesce(payroll ->> 'costCentre', '') || E'\n'
    || coalesce(payroll ->> 'department', '') || E'\n' || coalesce(payroll ->> 'location', '') || E'\n'
    || coalesce(payroll ->> 'legalEntity', ''));

-- The link of a person to an integration: the integration lists the person (type `hr-integration`), with the HR facts of the
-- entry, or somebody has linked the person by hand (`custom`). A link is ended, never deleted, unless a decision is taken back.
create table hr_links (
  company_id bigint not null,
  id bigint generated always as identity,
  employee_id bigint not null,
  integration_id bigint not null,
  type text not null check (type in ('custom', 'hr-integration')),
  hr_id text check (length(hr_id) between 1 and 200),
  -- Stored: lower() for each of 1,000,000 people takes more than half of the time of looking through them.
  search_text text generated always as (lower(hr_id)) stored,
  start_date date,
  termination_date date,
  auto_sync boolean,
  absences jsonb not null default '[]',
  -- Personnel number, cost centre, department, location and legal entity, by their names in the API. Null: none has a value.
  payroll jsonb check (jsonb_typeof(payroll) = 'object' and payroll <> '{}'),
  payroll_text text generated always as (case when payroll is not null then payroll_text(payroll) end) stored,
  -- Identity data that the number last listed, if they differ from the record (docs/sync.md, "Who is who"). Null: those of
  -- the record.
  listed_first_name text,
  listed_last_name text,
  listed_email text,
  listed_date_of_birth date,
  listed_profile_image text,
  -- The business date on which the link became present, also again, or from which on a roster may enrol the person.
  first_seen_on date,
  ended_at timestamptz,
  -- The run that last listed the person, of an ended link or one whose end is held. Null: that of the integration.
  last_run_id bigint,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, employee_id) references employees,
  foreign key (company_id, integration_id) references hr_integrations,
  check ((type = 'custom') = (hr_id is null)),
  check ((type = 'custom') = (start_date is null)),
  check (type = 'hr-integration' or last_run_id is null),
  check ((type = 'custom') = (first_seen_on is null)),
  check (num_nulls(listed_first_name, listed_email, listed_date_of_birth) in (0, 3)),
  check (type = 'hr-integration' or listed_date_of_birth is null),
  check (listed_date_of_birth is not null or num_nonnulls(listed_last_name, listed_profile_image) = 0)
  -- foreign key (company_id, integration_id, last_run_id) references sync_runs is added below
);
create unique index hr_links_one_present_per_hr_id on hr_links (company_id, integration_id, hr_id) where ended_at is null;
create unique index hr_links_one_present_per_employee on hr_links (company_id, employee_id, integration_id)
  where ended_at is null;
create index hr_links_by_employee on hr_links (company_id, employee_id, integration_id, type);
create index hr_links_by_hr_id on hr_links (company_id, hr_id, employee_id) include (search_text);
create index hr_links_for_payroll_search on hr_links (company_id, employee_id) include (payroll_text)
  where payroll_text is not null;

-- ## Rosters

-- A roster that is arriving, or that waits for its run. An upload whose node has died is deleted when its lease has ended.
create table roster_uploads (
  company_id bigint not null,
  id bigint generated always as identity,
  integration_id bigint not null,
  -- Infinity: accepted.
  lease_until timestamptz not null,
  -- The entries of a small roster, as one text instead of rows of roster_entries (docs/decisions/0037-small-rosters-as-one-text.md).
  entries text,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, integration_id) references hr_integrations
);

-- An entry of a roster, as it was understood, until its run is over. No key and no index: entries are written, read and
-- deleted a whole upload at a time (docs/decisions/0010-uploads-apart-from-runs.md).
create table roster_entries (
  company_id bigint not null,
  upload_id bigint not null,
  position integer not null,
  hr_id text not null,
  -- Null: the entry is invalid. Of such an entry, only the number and perhaps the e-mail address are stored.
  first_name text,
  last_name text,
  email text,
  date_of_birth date,
  profile_image text,
  start_date date,
  termination_date date,
  auto_sync boolean,
  absences jsonb not null default '[]',
  payroll jsonb,
  check (num_nulls(first_name, last_name, email, date_of_birth, start_date) = 0 or num_nonnulls(first_name, last_name,
    date_of_birth, profile_image, start_date, termination_date, auto_sync) = 0 and absences = '[]')
);

-- The entries of roster_uploads.entries: lines as COPY reads them, in the columns of roster_entries from hr_id on, with a tab
-- before each. The position of an entry is that of its line, unless positions are given. `offset 0` has each line split once,
-- and not for every column.
create function entries_of_lines(lines text, positions integer[] default null) returns table (
  "position" integer, hr_id text, first_name text, last_name text, email text, date_of_birth date, profile_image text,
  start_date date, termination_date date, auto_sync boolean, absences jsonb, payroll jsonb)
  language sql stable parallel safe
as $$
  select coalesce(positions[n], n - 1)::integer, replace(v[2], '\\', '\'), replace(v[3], '\\', '\'), replace(v[4], '\\', '\'),
    replace(v[5], '\\', '\'), v[6]::date, replace(v[7], '\\', '\'), v[8]::date, v[9]::date, v[10]::boolean,
    replace(v[11], '\\', '\')::jsonb, replace(v[12], '\\', '\')::jsonb
  from (
    select n, string_to_array(line, e'\t', '\N') as v
    from string_to_table(lines, e'\n') with ordinality as split (line, n) offset 0
  ) as values_of_lines
$$;

-- A run: an accepted roster and what became of it (docs/sync.md, "The states of a run"). Jobs only wake workers; this table holds
-- the work.
create table sync_runs (
  company_id bigint not null,
  id bigint generated always as identity,
  integration_id bigint not null,
  sync_id text not null check (length(sync_id) between 1 and 200),
  -- The order in which rosters of an integration were accepted, and in which they are applied.
  accept_seq bigint not null,
  status text not null check (status in ('queued', 'running', 'held', 'succeeded', 'failed', 'discarded', 'superseded')),
  -- Who sent it. A fetched roster has neither.
  api_key_id bigint,
  portal_user_id bigint,
  -- The integrations to which the sender was restricted. Null: the whole company.
  scope bigint[],
  -- Where its entries are, until the run is over.
  upload_id bigint,
  -- What a later body is compared with: digest, length, where the value of syncId begins, and the version of the rules by which
  -- it was read. Without sync_id_at, it cannot be compared.
  body_digest bytea check (octet_length(body_digest) = 32),
  body_bytes bigint,
  sync_id_at bigint,
  reading_version integer,
  -- hr_integrations.absence_types when it was read.
  absence_types jsonb not null default '{}',
  entry_count integer not null default 0,
  resubmissions integer not null default 0,
  resubmitted_differently boolean not null default false,
  -- The run that was read, if this one was accepted as unchanged.
  same_as_run_id bigint,
  -- The run whose roster was sent again by this one.
  repeats_run_id bigint,
  is_pulled boolean not null default false,
  -- The HR system lists people who have left: somebody who is missing is held, not offboarded.
  holds_missing boolean not null default false,
  claim uuid,
  claimed_until timestamptz,
  attempts integer not null default 0,
  -- How many of the attempts do not count: nothing was wrong with the roster.
  attempts_excused integer not null default 0,
  -- Version 0.2.0 counts attempts without setting this, and so cannot begin a run: it does not know roster_uploads.entries.
  claimed_attempt integer not null default 0,
  counts jsonb not null default '{}',
  problems jsonb not null default '[]',
  failure text,
  -- Whether its changes say what was listed before: without that, earlier rosters cannot be put together.
  keeps_listings boolean not null default false,
  -- Suspiciously many people left although no hold is set. It stays on the overview until somebody marks it as seen. Null:
  -- another roster.
  large_offboarding text check (large_offboarding in ('unseen', 'seen')),
  created_at timestamptz not null default now(),
  accepted_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, integration_id, id),
  unique (company_id, integration_id, sync_id),
  unique (company_id, integration_id, accept_seq),
  foreign key (company_id, integration_id) references hr_integrations,
  foreign key (company_id, upload_id) references roster_uploads,
  constraint sync_runs_repeats foreign key (company_id, integration_id, repeats_run_id)
    references sync_runs (company_id, integration_id, id),
  check (attempts_excused between 0 and attempts),
  check ((status in ('succeeded', 'failed', 'discarded', 'superseded')) = (finished_at is not null)),
  check ((status not in ('queued', 'running')) or upload_id is not null),
  check (sync_id_at is null or body_bytes is not null and reading_version is not null and body_digest is not null),
  constraint sync_runs_attempt_is_claimed check (status <> 'running' or claimed_attempt = attempts)
  -- foreign key (company_id, api_key_id) references api_keys is added below
  -- foreign key (company_id, portal_user_id) references portal_users is added below
);
create index sync_runs_unfinished on sync_runs (company_id, integration_id, accept_seq)
  where status in ('queued', 'running', 'held');
create index sync_runs_by_upload on sync_runs (company_id, upload_id) where upload_id is not null;
create index sync_runs_unseen on sync_runs (company_id) where large_offboarding = 'unseen';
alter table hr_integrations add foreign key (company_id, id, last_failed_run_id)
  references sync_runs (company_id, integration_id, id);
alter table hr_integrations add foreign key (company_id, id, last_run_id)
  references sync_runs (company_id, integration_id, id) deferrable initially deferred;
alter table hr_integrations add foreign key (company_id, id, last_applied_run_id)
  references sync_runs (company_id, integration_id, id) deferrable initially deferred;
alter table hr_links add foreign key (company_id, integration_id, last_run_id)
  references sync_runs (company_id, integration_id, id);

-- What a run did to a person. Unchanged people have no row. Earlier rosters are put together from these rows and the links
-- (docs/decisions/0034-earlier-rosters-from-changes.md).
create table sync_changes (
  company_id bigint not null,
  run_id bigint not null,
  id bigint generated always as identity,
  -- Where the person is in the roster, from 0. Null: not listed.
  position integer,
  employee_id bigint,
  hr_id text,
  -- `listing`: nobody was changed, the row only holds the last two columns.
  outcome text not null
    check (outcome in ('added', 'adopted', 'rehired', 'renumbered', 'updated', 'offboarded', 'unlinked', 'conflict', 'held',
    'waiting', 'listing')),
  reason text not null default 'unknown',
  fields jsonb not null default '{}',
  -- What followed for the subscription: {"action", "start", "end"}.
  consequence jsonb,
  -- The entry of the number in the roster before. Null: not listed.
  listed_before jsonb,
  -- The entry in this roster, if the link does not hold it: a conflict, an entry that waits, a held end.
  entry jsonb,
  primary key (company_id, run_id, id),
  foreign key (company_id, run_id) references sync_runs,
  foreign key (company_id, employee_id) references employees
);
create index sync_changes_by_employee on sync_changes (company_id, employee_id, id);
create index sync_changes_not_applied on sync_changes (company_id, run_id, hr_id)
  where entry is not null or position is null;

-- How far a run has come. Written outside of the transaction that applies it, whose changes nobody sees before it ends.
create unlogged table sync_progress (
  company_id bigint not null,
  run_id bigint not null,
  step text not null,
  done integer not null,
  total integer not null,
  at timestamptz not null default now(),
  primary key (company_id, run_id)
);

-- A roster that was not taken: refused after the sender and the integration were checked, or ignored (docs/sync.md, "Attempts").
-- Equal ones in a row share a row. Nothing else of the roster is kept.
create table sync_attempts (
  company_id bigint not null,
  integration_id bigint not null,
  id bigint generated always as identity,
  api_key_id bigint,
  portal_user_id bigint,
  -- Refused because of the key, before the body was read. These have a quota of their own.
  is_key_refusal boolean not null default false,
  status smallint not null,
  code text not null,
  -- In words, for refusals without errors. It never quotes the request.
  detail text check (length(detail) <= 500),
  -- The first errors: [{"in", "pointer", "code"}]. Values are personal data and are not stored.
  errors jsonb not null check (jsonb_typeof(errors) = 'array' and jsonb_array_length(errors) <= 10),
  error_count integer not null,
  -- What equal ones have in common. Null: from before this was recorded.
  fingerprint bytea,
  -- The version of the integration: an accepted roster ends the row of equal refusals.
  accept_seq bigint not null,
  count bigint not null default 1 check (count >= 1),
  -- Of the latest one.
  request_id text not null check (length(request_id) between 1 and 100),
  sync_id text check (length(sync_id) between 1 and 200),
  -- When an event was emitted: once an hour.
  told_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, integration_id, id),
  foreign key (company_id, integration_id) references hr_integrations,
  check (error_count >= jsonb_array_length(errors)),
  check (num_nonnulls(api_key_id, portal_user_id) <= 1),
  check (updated_at >= created_at),
  check (status between 400 and 599 or status = 204 and code = 'sync-id-reused'),
  check (not is_key_refusal or api_key_id is not null)
  -- foreign key (company_id, api_key_id) references api_keys is added below
  -- foreign key (company_id, portal_user_id) references portal_users is added below
);

-- ## Decisions about rosters

-- Something that a held run would do and that waits for approval: the end of a link that the roster omits, of an employment
-- that it terminates, or a renumbering.
create table sync_held_ends (
  company_id bigint not null,
  run_id bigint not null,
  link_id bigint not null,
  -- Null: omitted, or renumbered.
  termination_date date,
  -- Of a renumbering: the entry under the new number.
  entry jsonb,
  primary key (company_id, run_id, link_id),
  foreign key (company_id, run_id) references sync_runs,
  foreign key (company_id, link_id) references hr_links,
  check (entry is null or termination_date is null)
);

-- A conflict: a known personnel number whose entry seems to be another person's (docs/sync.md, "Who is who"). Somebody decides,
-- or a later roster no longer raises it; then the row is deleted.
create table sync_conflicts (
  company_id bigint not null,
  id bigint generated always as identity,
  integration_id bigint not null,
  -- Of two numbers that seem to have been exchanged, the smaller one.
  hr_id text not null,
  link_id bigint not null,
  -- The run that last listed the number, and its entry.
  run_id bigint not null,
  entry jsonb not null,
  -- The other one of two numbers.
  other_link_id bigint,
  other_entry jsonb,
  found_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, integration_id, hr_id),
  foreign key (company_id, integration_id) references hr_integrations,
  foreign key (company_id, link_id) references hr_links,
  foreign key (company_id, integration_id, run_id) references sync_runs (company_id, integration_id, id),
  foreign key (company_id, other_link_id) references hr_links,
  check (num_nulls(other_link_id, other_entry) in (0, 2)),
  check (link_id <> other_link_id)
);

-- Two numbers of an integration that seem to be one person, and what was decided about them (docs/sync.md, "Possible
-- duplicates").
create table possible_duplicates (
  company_id bigint not null,
  id bigint generated always as identity,
  integration_id bigint not null,
  -- The number that counts, and the other one.
  first_hr_id text not null,
  hr_id text not null,
  -- The entry of the other number in the last applied roster, until it is decided.
  entry jsonb,
  decision text check (decision in ('same-person', 'two-people')),
  found_at timestamptz not null default now(),
  decided_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, integration_id) references hr_integrations,
  check (first_hr_id <> hr_id),
  check ((decision is null) = (decided_at is null)),
  check ((decision is null) = (entry is not null))
);
-- Whichever of the two counts.
create unique index possible_duplicates_one_per_pair on possible_duplicates (company_id, integration_id, least(first_hr_id,
  hr_id), greatest(first_hr_id, hr_id));

-- An entry of a restricted key with the e-mail address of somebody outside the key's scope, and what was decided about it
-- (docs/sync.md, "Restricted keys").
create table waiting_entries (
  company_id bigint not null,
  id bigint generated always as identity,
  integration_id bigint not null,
  hr_id text not null,
  -- The run that last listed it, the scope of its sender, and the entry.
  run_id bigint not null,
  scope bigint[] not null,
  entry jsonb not null,
  email_normal text not null generated always as (normal_email(entry ->> 'email')) stored,
  found_at timestamptz not null default now(),
  decision text check (decision in ('same-person', 'new-person')),
  -- The person whose entry it is.
  employee_id bigint,
  decided_at timestamptz,
  -- Identity data of a record that the decision has changed, to put them back.
  record_before jsonb,
  primary key (company_id, id),
  unique (company_id, integration_id, hr_id),
  foreign key (company_id, integration_id) references hr_integrations,
  foreign key (company_id, integration_id, run_id) references sync_runs (company_id, integration_id, id),
  foreign key (company_id, employee_id) references employees,
  check (num_nulls(decision, employee_id, decided_at) in (0, 3)),
  check (decision is not null or record_before is null)
);
create index waiting_entries_by_email on waiting_entries (company_id, email_normal) where decision is null;
create index waiting_entries_by_employee on waiting_entries (company_id, employee_id) where employee_id is not null;

-- ## Working tables of a run

-- What a run works out before it changes anybody. It writes these rows and deletes them in the same transaction, so nobody
-- else sees any, and a crash leaves none.

-- A person whom the roster changes, with the roster's values and the outcome.
create unlogged table planned_changes (
  company_id bigint not null,
  run_id bigint not null,
  -- Null: not listed.
  position integer,
  hr_id text not null,
  first_name text,
  last_name text,
  email text,
  date_of_birth date,
  profile_image text,
  start_date date,
  termination_date date,
  auto_sync boolean,
  absences jsonb,
  payroll jsonb,
  -- The link before the run. Null: one has to be made.
  link_id bigint,
  -- Of the number with which this one was exchanged.
  other_link_id bigint,
  -- Null: a newcomer, who gets an id when added.
  employee_id bigint,
  outcome text not null,
  reason text,
  facts_changed boolean not null default true,
  record_changed boolean not null default false,
  name_changed boolean not null default false,
  was_ended boolean not null default false,
  -- The link has to store what its number lists, or that it is listed again.
  link_noted boolean not null default false,
  listed_first_name text,
  listed_last_name text,
  listed_email text,
  listed_date_of_birth date,
  listed_profile_image text,
  held boolean not null default false,
  -- What stays in force while the termination is held.
  termination_before date,
  fields jsonb not null default '{}',
  -- As in sync_changes.
  listed_before jsonb,
  entry jsonb,
  primary key (company_id, run_id, hr_id)
);
-- Many changes are applied part by part: newcomers in the order of the roster, known people in the order of their ids.
create index planned_changes_of_newcomers on planned_changes (company_id, run_id, position) where outcome = 'added';
create index planned_changes_of_known on planned_changes (company_id, run_id, employee_id) where outcome <> 'added';

-- A valid entry of a roster that repeats people, with the present link of its number.
create unlogged table planned_entries (
  company_id bigint not null,
  run_id bigint not null,
  position integer not null,
  hr_id text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  email_normal text not null,
  date_of_birth date not null,
  profile_image text,
  start_date date not null,
  termination_date date,
  auto_sync boolean,
  absences jsonb not null,
  payroll jsonb,
  -- The employment is over.
  has_left boolean not null,
  is_present boolean not null,
  link_id bigint,
  employee_id bigint,
  primary key (company_id, run_id, has_left, hr_id)
);

-- An entry that seems to list a person whom another entry lists.
create unlogged table planned_duplicates (
  company_id bigint not null,
  run_id bigint not null,
  position integer not null,
  hr_id text not null,
  first_hr_id text not null,
  decision text,
  entry jsonb not null,
  is_pair boolean not null,
  is_set_aside boolean not null,
  may_end boolean not null
);
create index planned_duplicates_of_run on planned_duplicates (company_id, run_id);

-- ## Fetched rosters

-- Where the rosters of an integration come from, if the service fetches them itself or gets files (docs/connecting.md).
create table hr_sources (
  company_id bigint not null,
  integration_id bigint not null,
  -- `draft`: being set up or changed, beside the one in use.
  state text not null check (state in ('active', 'draft')),
  system text not null check (system ~ '^[a-z][a-z-]{1,39}$'),
  settings jsonb not null default '{}',
  -- Credentials, as one encrypted text.
  secrets text not null,
  -- Null until somebody has confirmed which fields are used.
  mapping jsonb,
  schedule text not null default 'manual'
    check (schedule ~ '^(manual|daily ([01][0-9]|2[0-3]):[0-5][0-9]|every ([1-9]|1[0-9]|2[0-4]) hours)$'),
  next_pull_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, integration_id, state),
  foreign key (company_id, integration_id) references hr_integrations,
  check (state = 'draft' or mapping is not null),
  check (state = 'active' or next_pull_at is null)
);
create index hr_sources_due on hr_sources (next_pull_at) where next_pull_at is not null;

-- One fetch of everybody. It ends as a run, as a preview, or with the reason why it is neither.
create table roster_pulls (
  company_id bigint not null,
  id bigint generated by default as identity,
  integration_id bigint not null,
  sync_id text not null,
  purpose text not null check (purpose in ('roster', 'preview')),
  status text not null default 'queued' check (status in ('queued', 'fetching', 'accepted', 'previewed', 'failed')),
  -- The time of the schedule: fetched once, on whichever node.
  slot timestamptz,
  -- The file that it reads, which may be gone. Null: the newest one.
  file_id bigint,
  -- What tells a file in a folder from every other one, so that it is not taken twice.
  file_origin text,
  -- The source is still being set up: the pull begins when it is activated.
  awaits_source boolean not null default false,
  api_key_id bigint,
  portal_user_id bigint,
  -- Somebody has confirmed that values may be missing that were there before.
  allows_gaps boolean not null default false,
  claimed_until timestamptz,
  attempts integer not null default 0,
  people integer not null default 0,
  total integer,
  -- Left out of the roster: people who left before this month, and people without a number.
  left_earlier integer not null default 0,
  without_number integer not null default 0,
  -- Why it failed: a code with its text, the field, the right that the credentials lack.
  code text,
  detail text,
  field text,
  needed_right text,
  run_id bigint,
  preview jsonb,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (company_id, id),
  unique (company_id, integration_id, sync_id),
  foreign key (company_id, integration_id) references hr_integrations,
  foreign key (company_id, integration_id, run_id) references sync_runs (company_id, integration_id, id),
  check ((status = 'failed') = (code is not null)),
  check ((status = 'accepted') = (run_id is not null)),
  check ((status in ('queued', 'fetching')) = (finished_at is null)),
  check (preview is null or purpose = 'preview'),
  check (not awaits_source or file_id is not null and claimed_until is null)
  -- foreign key (company_id, api_key_id) references api_keys is added below
  -- foreign key (company_id, portal_user_id) references portal_users is added below
);
create unique index roster_pulls_slot on roster_pulls (company_id, integration_id, slot) where slot is not null;
create index roster_pulls_latest on roster_pulls (company_id, integration_id, id desc);
create unique index roster_pulls_open on roster_pulls (company_id, integration_id)
  where finished_at is null and file_id is null;
create unique index roster_pulls_origin on roster_pulls (company_id, integration_id, file_origin)
  where file_origin is not null;
create index roster_pulls_unfinished on roster_pulls (company_id, integration_id, id) where finished_at is null;

-- A person whom an attempt of a pull has fetched so far. An attempt that has lost its claim cannot touch the rows of the next
-- one. Not logged: if the database crashes, the pull begins again.
create unlogged table pulled_people (
  company_id bigint not null,
  pull_id bigint not null,
  attempt integer not null,
  source_id text not null,
  hr_id text collate "C",
  has_left boolean not null,
  termination_date text,
  -- As JSON.
  entry text not null,
  primary key (company_id, pull_id, attempt, source_id)
);
create index pulled_people_by_number on pulled_people (company_id, pull_id, attempt, hr_id);

-- An absence that an attempt of a pull has fetched so far.
create unlogged table pulled_absences (
  company_id bigint not null,
  pull_id bigint not null,
  attempt integer not null,
  position integer not null,
  source_id text not null,
  absence jsonb not null,
  primary key (company_id, pull_id, attempt, position)
);
create index pulled_absences_person on pulled_absences (company_id, pull_id, attempt, source_id);

-- A file that an HR system has sent by HTTP or put into a folder (docs/connecting.md, "Dropped files").
create table dropped_files (
  company_id bigint not null,
  id bigint generated by default as identity,
  integration_id bigint not null,
  name text not null check (length(name) between 1 and 200),
  -- Null until the file is complete.
  received_at timestamptz,
  received_on date,
  bytes bigint,
  sha256 bytea check (length(sha256) = 32),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, integration_id) references hr_integrations,
  check ((received_at is null) = (sha256 is null) and (received_at is null) = (bytes is null) and (received_at is null) =
    (received_on is null))
);
create index dropped_files_latest on dropped_files (company_id, integration_id, received_at desc, id desc);
create index dropped_files_created on dropped_files (created_at);

-- A piece of a dropped file.
create table dropped_parts (
  company_id bigint not null,
  file_id bigint not null,
  position integer not null,
  bytes bytea not null,
  primary key (company_id, file_id, position),
  foreign key (company_id, file_id) references dropped_files on delete cascade
);

-- ## API keys

-- A key of a company's program for the API. It is revoked, never deleted.
create table api_keys (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  environment text not null check (environment in ('staging', 'production')),
  username text not null unique,
  name text not null check (length(name) between 1 and 200),
  permissions text[] not null
    check (permissions <@ array['view-employees', 'view-hr-integrations', 'add-employees', 'update-employees',
    'remove-employees']),
  -- Restricted to the integrations in api_key_integrations; without any, it sees nothing: missing rows must not widen a key.
  is_scoped boolean not null default false,
  -- The addresses from which it may be used. Null: all.
  allow_from cidr[] check (cardinality(allow_from) between 1 and 50),
  -- The latest recorded use from another address.
  refused_at timestamptz,
  refused_from inet,
  last_used_at timestamptz,
  expires_at timestamptz,
  -- When the company was told that the key is about to expire.
  expiry_told_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  unique (company_id, id),
  check (username like case environment when 'production' then 'live\_%' else 'test\_%' end)
);
alter table roster_pulls add foreign key (company_id, api_key_id) references api_keys (company_id, id);
alter table sync_attempts add foreign key (company_id, api_key_id) references api_keys (company_id, id);
alter table sync_runs add foreign key (company_id, api_key_id) references api_keys (company_id, id);

-- A password of a key. Two slots, so that an old and a new one can overlap while a key is rotated, and never three.
create table api_key_secrets (
  api_key_id bigint not null references api_keys on delete cascade,
  slot smallint not null check (slot in (1, 2)),
  digest bytea not null check (octet_length(digest) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  primary key (api_key_id, slot)
);

-- An integration to which a key is restricted.
create table api_key_integrations (
  company_id bigint not null,
  api_key_id bigint not null,
  integration_id bigint not null,
  primary key (company_id, api_key_id, integration_id),
  foreign key (company_id, api_key_id) references api_keys (company_id, id),
  foreign key (company_id, integration_id) references hr_integrations
);

-- ## Portal users

-- A user of the portal. The same person may be a user of several companies. A user is removed, never deleted: the audit log goes
-- on saying who it was.
create table portal_users (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  email text not null check (length(email) between 3 and 320),
  email_normal text not null generated always as (normal_email(email)) stored,
  role text not null default 'admin' check (role in ('admin', 'hr', 'payroll', 'viewer')),
  -- Null: created by signing in through an identity provider.
  password_hash text,
  -- The name under which an authenticator stores the user: random, so that it tells nothing about the user.
  passkey_handle bytea not null default uuid_send(gen_random_uuid()) unique check (octet_length(passkey_handle) = 16),
  -- Which mails about what needs somebody the user wants.
  notices text not null default 'at-once' check (notices in ('at-once', 'digest', 'none')),
  last_signed_in_at timestamptz,
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, email_normal),
  unique (company_id, id)
);
create index portal_users_by_email on portal_users (email_normal) where removed_at is null;
alter table roster_pulls add foreign key (company_id, portal_user_id) references portal_users (company_id, id);
alter table sync_attempts add foreign key (company_id, portal_user_id) references portal_users (company_id, id);
alter table sync_runs add foreign key (company_id, portal_user_id) references portal_users (company_id, id);

-- A session of a portal user. The browser has its token in a cookie.
create table portal_sessions (
  id bigint generated always as identity unique,
  token_digest bytea primary key check (octet_length(token_digest) = 32),
  user_id bigint not null references portal_users on delete cascade,
  -- The session began through the identity provider.
  through_provider boolean not null default false,
  browser text check (length(browser) <= 300),
  address text check (length(address) <= 100),
  -- When the user proved the identity last. Shortly after that, the session may do more.
  confirmed_at timestamptz,
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index portal_sessions_by_user on portal_sessions (user_id);

-- An invitation to become a portal user, or the link to a new password for one, which somebody hands over or the service mails.
create table portal_invitations (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  email text not null check (length(email) between 3 and 320),
  email_normal text not null generated always as (normal_email(email)) stored,
  role text not null check (role in ('admin', 'hr', 'payroll', 'viewer')),
  token_digest bytea not null unique check (octet_length(token_digest) = 32),
  -- Null: by the operator.
  invited_by bigint,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (company_id, invited_by) references portal_users (company_id, id),
  check (accepted_at is null or withdrawn_at is null)
);
create unique index portal_invitations_one_open on portal_invitations (company_id, email_normal)
  where accepted_at is null and withdrawn_at is null;

-- A counter of attempts, by e-mail address, network address or what else must not be tried too often, whether or not it exists.
-- A digest, because strangers may type anything. In the database, so that the limits hold over all nodes.
create table portal_attempts (
  subject bytea primary key check (octet_length(subject) = 32),
  attempts integer not null,
  window_ends_at timestamptz not null
);
create index portal_attempts_by_end on portal_attempts (window_ends_at);

-- ## Sign-in with a passkey

-- A passkey of a portal user.
create table portal_passkeys (
  company_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  -- Unique over all companies: a sign-in without a password finds the user by it.
  credential_id bytea not null unique check (octet_length(credential_id) between 16 and 1023),
  public_key bytea not null check (octet_length(public_key) <= 5000),
  -- How often the passkey has signed, if it counts at all.
  counter bigint not null check (counter between 0 and 4294967295),
  transports text[] not null,
  name text not null check (length(name) between 1 and 100),
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references portal_users (company_id, id) on delete cascade
);
create index portal_passkeys_by_user on portal_passkeys (company_id, user_id);

-- A sign-in whose first factor was right and that waits for a passkey of the user.
create table portal_sign_ins (
  token_digest bytea primary key check (octet_length(token_digest) = 32),
  company_id bigint not null,
  user_id bigint not null,
  first_factor text not null check (first_factor in ('password', 'identity-provider')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  foreign key (company_id, user_id) references portal_users (company_id, id) on delete cascade
);
create index portal_sign_ins_by_user on portal_sign_ins (company_id, user_id);

-- A challenge that a passkey has to sign. The holder is the sign-in cookie of a visitor, or the cookie of a session.
create table portal_challenges (
  holder_digest bytea not null check (octet_length(holder_digest) = 32),
  purpose text not null check (purpose in ('sign-in', 'second-factor', 'confirmation', 'registration')),
  challenge bytea not null check (octet_length(challenge) = 32),
  expires_at timestamptz not null,
  primary key (holder_digest, purpose)
);
create index portal_challenges_by_end on portal_challenges (expires_at);

-- ## Sign-in with an identity provider

-- The identity provider (OpenID Connect) of a company, with its rules for roles.
create table identity_providers (
  company_id bigint primary key references companies,
  issuer text not null check (length(issuer) between 8 and 500),
  client_id text not null check (length(client_id) between 1 and 500),
  -- Encrypted with a key derived from SECRET_KEY.
  client_secret text not null,
  -- The claim that decides about the role. Null: roles are managed in the portal.
  role_claim text check (length(role_claim) between 1 and 200),
  admin_values text[] not null default '{}',
  hr_values text[] not null default '{}',
  payroll_values text[] not null default '{}',
  viewer_values text[] not null default '{}',
  -- The role of people with none of these values, and of created users if there is no claim. Null: no access.
  other_role text check (other_role in ('admin', 'hr', 'payroll', 'viewer')),
  -- The first sign-in of somebody who is not invited creates a user.
  creates_users boolean not null default false,
  only_way_in boolean not null default false,
  -- Part of the address at which the company's people sign in: random, so that nobody can list the companies.
  link text not null unique check (link ~ '^[A-Za-z0-9_-]{22}$'),
  -- Since when the issuer, the client and the rules for roles are as they are. The provider becomes the only way in only if an
  -- admin has signed in through it since then.
  proven_from timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (role_claim is not null or admin_values = '{}' and hr_values = '{}' and payroll_values = '{}' and viewer_values =
    '{}')
);

-- A domain of e-mail addresses that may sign in through the provider.
create table identity_domains (
  company_id bigint not null references identity_providers on delete cascade,
  domain text not null check (length(domain) between 3 and 253 and domain = lower(domain)),
  -- Set by the operator: an address with this domain in the sign-in form leads to this provider.
  is_vouched_for boolean not null,
  primary key (company_id, domain)
);
create index identity_domains_by_domain on identity_domains (domain);

-- The identity of a portal user at a provider.
create table portal_identities (
  company_id bigint not null,
  user_id bigint not null,
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  created_at timestamptz not null default now(),
  last_signed_in_at timestamptz not null default now(),
  primary key (company_id, user_id, issuer),
  unique (company_id, issuer, subject),
  foreign key (company_id, user_id) references portal_users (company_id, id) on delete cascade
);

-- A sign-in that is on its way to the provider and back. The browser has the token.
create table identity_attempts (
  token_digest bytea primary key check (octet_length(token_digest) = 32),
  company_id bigint not null references identity_providers on delete cascade,
  return_path text not null check (length(return_path) <= 500),
  -- The session that asks for confirmation. Null: a sign-in.
  session_digest bytea references portal_sessions on delete cascade,
  expires_at timestamptz not null
);
create index identity_attempts_by_session on identity_attempts (session_digest);
create index identity_attempts_by_end on identity_attempts (expires_at);

-- ## The employee's page

-- Something for which an employee has asked HR on their page, and the answer (docs/employee-page.md, "What employees can do").
create table employee_requests (
  company_id bigint not null,
  id bigint generated always as identity,
  employee_id bigint not null,
  action text not null check (action in ('enrol', 'change-plan', 'pause', 'resume', 'cancel', 'withdraw-cancellation')),
  plan_type text check (plan_type in ('fully-subsidized-plan', 'deferred-plan', 'split-pay-plan')),
  -- First days of months. The last month of a pause is inclusive; null: until resumed.
  from_month date check (from_month = date_trunc('month', from_month::timestamptz)),
  until_month date check (until_month = date_trunc('month', until_month::timestamptz)),
  -- Cut-offs count by this day.
  asked_on date not null,
  asked_at timestamptz not null default now(),
  -- The page was opened by a mailed link, or by one that users have seen.
  link_class text not null check (link_class in ('mailed', 'shown')),
  -- What the employee was shown: the day from which it counts, and what they pay a month from then on.
  effective_on date,
  contribution_cents integer check (contribution_cents >= 0),
  status text not null default 'open' check (status in ('open', 'approved', 'refused', 'withdrawn', 'lapsed')),
  answered_at timestamptz,
  -- What HR writes to the employee.
  answer text check (length(answer) between 1 and 500),
  -- What was decided, if it differs from what was asked for.
  decided_on date,
  decided_cents integer check (decided_cents >= 0),
  primary key (company_id, id),
  foreign key (company_id, employee_id) references employees,
  check (action = 'change-plan' and plan_type is not null or action = 'enrol' or plan_type is null),
  check ((action = 'pause') = (from_month is not null)),
  check (until_month >= from_month),
  check ((action = 'withdraw-cancellation') = (effective_on is null)),
  check ((status = 'open') = (answered_at is null)),
  check (status <> 'refused' or answer is not null),
  check ((status in ('approved', 'refused')) or answer is null),
  check (status = 'approved' or decided_on is null and decided_cents is null)
);
create unique index employee_requests_open on employee_requests (company_id, employee_id, action) where status = 'open';
create index employee_requests_of_person on employee_requests (company_id, employee_id, id);

-- A portal user, or the operator, who has seen the link to somebody's page or contract: a contract signed by such a link names
-- them. Of many views, the row holds the last one.
create table link_viewers (
  company_id bigint not null,
  employee_id bigint not null,
  viewer_type text not null check (viewer_type in ('operator', 'portal-user')),
  -- 0: the operator.
  viewer_id bigint not null,
  link_version integer not null check (link_version > 0),
  last_at timestamptz not null default now(),
  primary key (company_id, employee_id, viewer_type, viewer_id),
  foreign key (company_id, employee_id) references employees,
  check ((viewer_type = 'operator') = (viewer_id = 0))
);

-- Somebody who asked for a link by the join link and is not listed. Deleted after 30 days.
create table join_requests (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  email text not null check (length(email) between 3 and 320 and email = normal_email(email)),
  date_of_birth date not null,
  asked_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, email)
);
create index join_requests_by_age on join_requests (asked_at);

-- ## Wallet passes

-- How far the passes of a company have been compared, and the last number of a change. Numbers are given under the lock of this
-- row, so they become visible in their order.
create table pass_counters (
  company_id bigint primary key references companies,
  compared_facts bigint not null default 0,
  last_number bigint not null default 0
);

-- A person's pass in Apple Wallet and Google Wallet, which renews itself (docs/wallet.md).
create table wallet_passes (
  company_id bigint not null,
  id bigint generated by default as identity,
  employee_id bigint not null,
  pass_version integer not null,
  -- 128 random bits.
  serial text not null check (serial ~ '^[A-Za-z0-9_-]{22}$'),
  -- 256 random bits, encrypted, because every file that is made contains them. Phones prove by them that they have the pass.
  token text not null,
  token_digest bytea not null check (length(token_digest) = 32),
  -- What the pass showed when it was compared last, and until when its ticket is valid. Null: the pass is void.
  digest bytea not null check (length(digest) = 32),
  shows_until timestamptz,
  -- The number of the latest change, and its time: whole seconds, as phones send it back. No two changes have the same.
  changed_number bigint not null,
  changed_at timestamptz not null check (changed_at = date_trunc('second', changed_at)),
  -- Another pass has replaced it, or the person was erased. It stays void.
  retired_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, serial),
  foreign key (company_id, employee_id) references employees,
  check (retired_at is null or shows_until is null)
);
create unique index wallet_passes_of_person on wallet_passes (company_id, employee_id) where retired_at is null;
create index wallet_passes_running_out on wallet_passes (company_id, shows_until) where shows_until is not null;

-- A device with a pass, which has registered with Apple's protocol, or Google, which has one object a pass: they are told about
-- changes.
create table pass_registrations (
  company_id bigint not null,
  id bigint generated by default as identity,
  pass_id bigint not null,
  wallet text not null check (wallet in ('apple', 'google')),
  device text check (device ~ '^[A-Za-z0-9._-]{1,100}$'),
  push_token text check (push_token ~ '^[A-Za-z0-9]{1,200}$'),
  -- Google has the object, as far as we know. Without it, it comes with the link that the person follows, if at all.
  is_stored boolean not null default false,
  -- The counter at the time of the registration: a device is told about the pass once, although its latest change is older.
  number bigint not null,
  -- The change to tell about, and the latest one that was told.
  wanted_number bigint not null,
  told_number bigint not null default 0,
  failed_attempts integer not null default 0,
  next_attempt_at timestamptz,
  claim uuid,
  claimed_until timestamptz,
  registered_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, pass_id) references wallet_passes on delete cascade,
  check ((wallet = 'apple') = (device is not null and push_token is not null)),
  check (wallet = 'apple' or device is null and push_token is null),
  check (wallet = 'google' or not is_stored)
);
create unique index pass_registrations_devices on pass_registrations (company_id, pass_id, device) where device is not null;
create unique index pass_registrations_google on pass_registrations (company_id, pass_id) where wallet = 'google';
create index pass_registrations_of_device on pass_registrations (company_id, device) where device is not null;
create index pass_registrations_due on pass_registrations (company_id, wallet, id) where told_number < wanted_number;

-- ## Events and webhooks

-- Something that has happened, for programs that follow a company (docs/events.md). It is written in the transaction that it is
-- about. A job numbers events after the commit: a transaction that began earlier may commit later, and a reader who asks for
-- numbers after N must not miss its events.
create table events (
  company_id bigint not null references companies,
  -- The order of writing. It has gaps.
  seq bigint generated always as identity,
  -- 1, 2, 3 … for each company, without gaps. The API calls it id.
  number bigint check (number > 0),
  -- More than 1,000 events of one type in one transaction become one with a count.
  xid xid8 not null default pg_current_xact_id(),
  type text not null
    check (type in ('sync.succeeded', 'sync.failed', 'sync.held', 'sync.refused', 'integration.silent', 'conflict.found',
    'entry.waiting', 'employee.added', 'employee.updated', 'employee.offboarded', 'employee.returned',
    'subscription.changed', 'contract.offered', 'contract.answered', 'contract.lapsed', 'ticket.issued', 'ticket.voided',
    'document.created', 'key.expiring')),
  -- Ids and statuses, under the names of the public API. No names, no addresses.
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  created_at timestamptz not null default now(),
  primary key (company_id, seq)
);
create unique index events_by_number on events (company_id, number) where number is not null;
create index events_without_number on events (company_id, seq) where number is null;

-- The number of a company's last event. It is locked while numbers are given, instead of the company, whose lock a roster that
-- is being applied holds for long.
create table event_counters (
  company_id bigint primary key references companies,
  last_number bigint not null default 0 check (last_number >= 0)
);

-- An address of a company's program that gets its events (docs/webhooks.md).
create table webhook_endpoints (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  url text not null check (length(url) between 8 and 2000),
  -- Null: events of every type.
  event_types text[] check (cardinality(event_types) >= 1),
  -- The last event that was delivered or is not wanted. Undelivered events need no rows of their own.
  last_number bigint not null check (last_number >= 0),
  -- Set by an admin.
  switched_off_at timestamptz,
  -- Set by the service: after three days of failures, or because the receiver answered 410.
  disabled_at timestamptz,
  disabled_because text check (disabled_because in ('failing', 'gone')),
  -- About the event that is being retried.
  failed_attempts integer not null default 0 check (failed_attempts >= 0),
  failing_since timestamptz,
  next_attempt_at timestamptz,
  -- Endpoints whose last request took long, and new ones, share places among themselves.
  is_slow boolean not null default true,
  claim uuid,
  claimed_until timestamptz,
  -- When a sender has worked for the endpoint last. The one that has waited longest is next.
  served_at timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  check ((disabled_at is null) = (disabled_because is null)),
  check ((failing_since is null) = (failed_attempts = 0)),
  check ((claim is null) = (claimed_until is null))
);

-- A secret that signs an endpoint's requests. While it is being replaced, there are two.
create table webhook_secrets (
  company_id bigint not null,
  endpoint_id bigint not null,
  slot smallint not null check (slot in (1, 2)),
  -- Encrypted with a key derived from SECRET_KEY.
  sealed text not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz,
  primary key (company_id, endpoint_id, slot),
  foreign key (company_id, endpoint_id) references webhook_endpoints on delete cascade
);

-- One request to an endpoint, for the log of deliveries.
create table webhook_deliveries (
  company_id bigint not null,
  id bigint generated always as identity,
  endpoint_id bigint not null,
  kind text not null check (kind in ('event', 'replay', 'test')),
  -- The header webhook-id.
  message_id text not null check (length(message_id) between 1 and 100),
  event_number bigint check (event_number > 0),
  event_type text not null,
  attempt integer not null check (attempt >= 1),
  outcome text not null check (outcome in ('delivered', 'failed')),
  -- Of the answer. Null: there was none.
  status smallint check (status between 100 and 999),
  problem text check (length(problem) <= 50),
  body text not null check (octet_length(body) <= 65536),
  -- The first bytes of the answer.
  answer text check (length(answer) <= 1024),
  took_ms integer not null check (took_ms >= 0),
  at timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  foreign key (company_id, endpoint_id) references webhook_endpoints on delete cascade,
  check ((kind = 'test') = (event_number is null))
);
create index webhook_deliveries_by_endpoint on webhook_deliveries (company_id, endpoint_id, id);
create index webhook_deliveries_by_time on webhook_deliveries (company_id, at);

-- Events that an admin has asked for once more. The row is deleted when the last one is delivered.
create table webhook_replays (
  company_id bigint not null,
  id bigint generated always as identity,
  endpoint_id bigint not null,
  next_number bigint not null check (next_number > 0),
  through_number bigint not null check (through_number > 0),
  failed_attempts integer not null default 0 check (failed_attempts >= 0),
  failing_since timestamptz,
  next_attempt_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, endpoint_id) references webhook_endpoints on delete cascade,
  check (next_number <= through_number),
  check ((failing_since is null) = (failed_attempts = 0))
);
create index webhook_replays_by_endpoint on webhook_replays (company_id, endpoint_id, id);

-- ## Mails

-- A mail that waits, is being sent, or was sent lately (docs/mail.md).
create table mails (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  kind text not null
    check (kind in ('invitation', 'password-reset', 'page-link', 'contract-offered', 'contract-reminder', 'ticket',
    'receipt', 'request-answered', 'notice', 'digest')),
  -- Of the kind `notice`: what it is about.
  notice text
    check (notice in ('sync-held', 'sync-failed', 'sync-refused', 'integration-silent', 'conflict-found', 'entries-waiting',
    'webhook-disabled', 'key-expiring', 'invalid-entries', 'month-ready', 'requests-waiting', 'group-moves-held',
    'large-offboarding')),
  -- The recipient: an employee, a portal user, the technical contact of an integration, or an address that is none of these. The
  -- other addresses are read when the mail is sent.
  employee_id bigint,
  user_id bigint,
  integration_id bigint,
  address text check (length(address) between 3 and 320),
  -- The ids of what the mail is about.
  about jsonb not null default '{}',
  -- The token of a link, encrypted. It is deleted when the mail is settled.
  sealed text,
  state text not null default 'queued'
    check (state in ('queued', 'sending', 'sent', 'kept', 'refused', 'expired', 'dropped')),
  -- 0: a person waits for it. Larger numbers are sent later.
  urgency smallint not null check (urgency between 0 and 9),
  due_at timestamptz not null default now(),
  expires_at timestamptz not null,
  claim_ends_at timestamptz,
  attempts integer not null default 0,
  -- Why it is in the queue although nothing has failed, and how many of the attempts found so.
  waits_for text check (waits_for in ('conflict', 'recipient', 'company')),
  waits integer not null default 0 check (waits >= 0),
  settled_at timestamptz,
  -- The address it was sent to, and the last answer of the mail server, or why it was dropped.
  sent_to text,
  reason text check (length(reason) <= 500),
  -- Of mails in the outbox: the subject, and the values that were put into the text.
  subject text,
  facts jsonb,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, employee_id) references employees,
  foreign key (company_id, integration_id) references hr_integrations,
  foreign key (company_id, user_id) references portal_users (company_id, id),
  check ((state = 'sending') = (claim_ends_at is not null)),
  check ((state in ('queued', 'sending')) = (settled_at is null)),
  check ((state = 'kept') = (facts is not null)),
  check (sealed is null or (state in ('queued', 'sending'))),
  check ((kind = 'notice') = (notice is not null)),
  constraint mails_one_recipient check (num_nonnulls(employee_id, user_id, address, integration_id) = 1),
  check (integration_id is null or kind = 'notice')
);
create index mails_being_sent on mails (claim_ends_at) where state = 'sending';
create index mails_of_employee on mails (company_id, employee_id, id) where employee_id is not null;
create index mails_in_outbox on mails (company_id, id) where state = 'kept';
-- Each reminder of an offer is queued once, whichever node does it.
create unique index mails_one_reminder on mails (company_id, ((about ->> 'offerId')::bigint), ((about ->>
  'number')::integer))
  where kind = 'contract-reminder';
-- For the reminders.
create index mails_of_offers on mails (company_id, ((about ->> 'offerId')::bigint)) where kind = 'contract-offered';
-- A user gets one digest a day. `day` is written as 20261116.
create unique index mails_one_digest on mails (company_id, user_id, ((about ->> 'day')::integer)) where kind = 'digest';
-- Companies take turns: the next company with a due mail is one step in this index.
create index mails_by_turn on mails (urgency, company_id, due_at, id) where state = 'queued';
create index mails_settled on mails (company_id, settled_at) where settled_at is not null;
create index mails_of_contacts on mails (company_id, integration_id) where integration_id is not null;
create index mails_that_wait on mails (company_id) where state = 'queued' and waits_for is not null;
-- People whom mail does not reach.
create index mails_refused on mails (company_id, employee_id) where state = 'refused' and employee_id is not null;

-- More than 1,000 mails of one cause, until the sender makes them rows of mails: a transaction that issues 100,000 tickets holds
-- the company's lock, so it writes 100 rows here (docs/mail.md, "Many mails at once").
create table mail_batches (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  kind text not null check (kind in ('contract-offered', 'ticket', 'receipt')),
  -- The recipients, and at the same places what their mails are about.
  employee_ids bigint[] not null check (cardinality(employee_ids) > 0),
  about_ids bigint[] not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  check (cardinality(about_ids) = cardinality(employee_ids))
);
create index mail_batches_by_age on mail_batches (created_at, company_id, id);

-- Something that the next digest of a user is about. Its text is written when it is sent.
create table digest_items (
  company_id bigint not null,
  mail_id bigint not null,
  id bigint generated always as identity,
  notice text not null
    check (notice in ('sync-held', 'sync-failed', 'sync-refused', 'integration-silent', 'conflict-found', 'entries-waiting',
    'webhook-disabled', 'key-expiring', 'invalid-entries', 'month-ready', 'requests-waiting', 'group-moves-held',
    'large-offboarding')),
  about jsonb not null,
  primary key (company_id, mail_id, id),
  foreign key (company_id, mail_id) references mails on delete cascade
);

-- A person who does not want the monthly mail with the ticket.
create table mail_opt_outs (
  company_id bigint not null,
  employee_id bigint not null,
  at timestamptz not null default now(),
  primary key (company_id, employee_id),
  foreign key (company_id, employee_id) references employees
);

-- ## Audit log

-- A change, or a view of personal data, with the actor. Only the two functions below change or delete entries.
create table audit_log (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  actor_type text not null check (actor_type in ('operator', 'portal-user', 'api-key', 'employee', 'sync', 'system')),
  actor_id bigint,
  -- As it was then.
  actor_name text,
  action text not null,
  subject_type text not null,
  subject_id bigint,
  details jsonb not null default '{}',
  primary key (company_id, id),
  check (actor_name is null or (actor_type in ('portal-user', 'api-key')))
);
create index audit_log_by_subject on audit_log (company_id, subject_type, subject_id, id);

create function protect_audit_log() returns trigger language plpgsql as $$
begin
  if current_setting('transit.audit_log', true) is distinct from 'open' then
    raise exception 'entries of the audit log are neither changed nor deleted' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;

create trigger protect_audit_log before update or delete or truncate on audit_log
  for each statement execute function protect_audit_log();

-- Deletes entries from before a moment, and returns how many. Runs with the rights of its owner, so that the operator can give
-- the table to another role than the service's (docs/operating.md).
create function delete_audit_log(of_company bigint, before timestamptz) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  deleted bigint;
begin
  if before > now() - interval '1 year' then
    raise exception 'entries of the last year stay' using errcode = 'insufficient_privilege';
  end if;
  set local transit.audit_log = 'open';
  delete from audit_log where company_id = of_company and at < before;
  get diagnostics deleted = row_count;
  set local transit.audit_log = '';
  return deleted;
end $$;
revoke execute on function delete_audit_log from public;

-- Removes what entries say about an erased person: address, browser, the digest of a contract's text, the address of a mailed
-- link.
create function erase_from_audit_log(of_company bigint, employee bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local transit.audit_log = 'open';
  update audit_log a set details = details - array['address', 'browser', 'textDigest', 'mailedTo']
  where company_id = of_company and details ?| array['address', 'browser', 'textDigest', 'mailedTo'] and (
    (actor_type = 'employee' and actor_id = employee)
    or (subject_type = 'employee' and subject_id = employee)
    or (subject_type = 'contract-offer' and exists (
      select from contract_offers o where o.company_id = of_company and o.id = a.subject_id and o.employee_id = employee)));
  set local transit.audit_log = '';
end $$;
revoke execute on function erase_from_audit_log from public;

-- ## Operation

-- An action about many people that a portal user has started (docs/decisions/0028-actions-about-many-people.md). A job does it
-- person by person, in short transactions.
create table bulk_actions (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  action text not null check (action in ('enrol', 'change-plan', 'pause', 'cancel', 'send-links')),
  input jsonb not null,
  user_id bigint not null,
  people integer not null check (people > 0),
  claim uuid,
  claimed_until timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references portal_users (company_id, id)
);
-- The job asks for these every second.
create index bulk_actions_unfinished on bulk_actions (company_id, id) where finished_at is null;

-- A person of such an action, with the outcome.
create table bulk_action_people (
  company_id bigint not null,
  bulk_action_id bigint not null,
  employee_id bigint not null,
  -- Null: the person waits.
  outcome text check (outcome in ('done', 'refused', 'failed')),
  -- Why it was refused, with the values of the sentence.
  reason text,
  reason_values jsonb,
  primary key (company_id, bulk_action_id, employee_id),
  foreign key (company_id, bulk_action_id) references bulk_actions on delete cascade,
  foreign key (company_id, employee_id) references employees on delete cascade,
  check ((outcome = 'refused') = (reason is not null) or outcome is null)
);
create index bulk_action_people_waiting on bulk_action_people (company_id, bulk_action_id, employee_id)
  where outcome is null;
create index bulk_action_people_of_employee on bulk_action_people (company_id, employee_id);

-- A change that may take long, such as applying a roster (docs/architecture.md, "Long changes"). The row is committed before the
-- change, which deletes it in its own transaction. A client that follows changes goes back to the oldest one.
create table running_changes (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  begun_at timestamptz not null default now(),
  primary key (company_id, id)
);

-- A demo company whose story is being played; until it is over, the company refuses writes. Rows carry the time at which they
-- were written. Each step adds the time of its beginning and the moment of the story at which it happens, which replaces that
-- time at the end.
create table demo_stories (
  company_id bigint primary key references companies,
  -- The present of the story.
  ends_at timestamptz not null,
  ends_on date not null,
  -- The company's clock stays on that date.
  stays_frozen boolean not null,
  begun timestamptz[] not null default '{}',
  moments timestamptz[] not null default '{}'
);

-- A migration that was applied. `transit migrate` creates this table before the first one.
create table schema_migrations (
  version integer primary key,
  name text not null,
  checksum text not null,
  -- Older code does not work with the schema any more.
  breaking boolean not null,
  applied_at timestamptz not null default now()
);
