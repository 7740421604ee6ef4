-- breaking
-- Code from before it charges members of groups by the company's amounts.

-- Groups of people with amounts of their own (docs/costs.md, "Groups"). The first group by position that fits a person counts;
-- without one, the company's amounts do.

-- A value as rules compare it: without spaces around it, upper and lower case alike.
create function group_value(value text) returns text language sql immutable strict parallel safe
  return lower(normalize(btrim(value, E' \t\r\n'), nfc) collate people_order);

-- The values of each field of a rule, as they are compared.
create function group_values(rule jsonb) returns jsonb language sql immutable parallel safe
  return (
    select coalesce(jsonb_object_agg(field.key, (
      select jsonb_agg(group_value(value)) from jsonb_array_elements_text(field.value) value)), '{}')
    from jsonb_each(rule) field
  );

create table groups (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  position integer not null check (position > 0),
  name text not null check (length(name) between 1 and 100 and name = btrim(name)),
  subsidy_cents integer not null check (subsidy_cents between 0 and 1000000),
  default_plan_type text not null
    check (default_plan_type in ('fully-subsidized-plan', 'deferred-plan', 'split-pay-plan')),
  -- The plans that employees may choose from.
  offered_plan_types text[] not null
    check (offered_plan_types <@ array['fully-subsidized-plan', 'deferred-plan', 'split-pay-plan']),
  check (default_plan_type = any (offered_plan_types)),
  -- By payroll field: the values that fit. All fields must fit, each with one of its values. Without a field it fits nobody.
  rule jsonb not null default '{}' check (jsonb_typeof(rule) = 'object'),
  compared_rule jsonb not null generated always as (group_values(rule)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, name),
  -- What members have in their rows.
  unique (company_id, id, subsidy_cents, default_plan_type)
);

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

-- The amounts of the group stand in the row, because every read and every charge needs them; the foreign key keeps them true. A group
-- and its members change in one statement.
alter table employees
  add column group_id bigint,
  add column group_subsidy_cents integer,
  add column group_plan_type text,
  -- Chosen by a person: rules do not move them. Without a group: they have the company's amounts, whatever fits.
  add column group_by_hand boolean not null default false,
  add check (num_nulls(group_id, group_subsidy_cents, group_plan_type) in (0, 3)),
  add foreign key (company_id, group_id, group_subsidy_cents, group_plan_type)
    references groups (company_id, id, subsidy_cents, default_plan_type);
create index employees_of_group on employees (company_id, group_id) where group_id is not null;

-- Since when somebody has been in a group. The name is the one of that day; the group may be gone.
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

-- A roster would have moved suspiciously many people to other groups. While the row exists, no roster moves anybody; who would move
-- follows from the rules.
create table held_group_moves (
  company_id bigint primary key references companies,
  people integer not null check (people > 0),
  out_of integer not null,
  held_at timestamptz not null default now()
);

-- The name of the group, frozen with the charge. Null: in no group.
alter table charges add column group_name text;
