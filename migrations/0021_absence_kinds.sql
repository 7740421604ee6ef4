-- breaking
-- Code from before stores absences without their kind.

-- The types of absence that the integration names itself, with their kinds: {"Sonderurlaub XY": "unpaid"}.
alter table hr_integrations
  add column absence_types jsonb not null default '{}' check (jsonb_typeof(absence_types) = 'object');
-- Those by which the roster was read.
alter table sync_runs add column absence_types jsonb not null default '{}';

-- src/person/absence-kinds.ts knows the types. A stored absence has the kind that was found when its roster was read, so a
-- change of what a type means counts from the next roster on.
--
-- Stored absences keep their meaning until then. Types that the service knows only from now on get no kind here: the next
-- roster gives them one, and that is a change.
create function pg_temp.with_kinds(absences jsonb) returns jsonb
  language sql
  return (
    select jsonb_agg(item || jsonb_build_object('kind', case
      when name in ('parental', 'maternity', 'unpaid', 'sabbatical', 'military', 'voluntary-service', 'care', 'sick') then name
      when name = 'military-service' then 'military'
      when name in ('vacation', 'annual', 'holiday', 'training', 'other', 'urlaub', 'fortbildung', 'homeoffice') then 'other'
    end) order by place)
    from jsonb_array_elements(absences) with ordinality as listed (item, place)
    cross join lateral (select regexp_replace(lower(item ->> 'type'), '[-_ ]?leave$', '') as name) named
  );
update hr_links set absences = pg_temp.with_kinds(absences) where absences <> '[]';
update roster_entries set absences = pg_temp.with_kinds(absences) where absences <> '[]';
update sync_conflicts set entry = entry || jsonb_build_object('absences', pg_temp.with_kinds(entry -> 'absences'))
where entry -> 'absences' <> '[]';
drop function pg_temp.with_kinds(jsonb);

-- The months that absences pause: those of which every day is covered. Kinds that pause do so from their first day;
-- sickness from its 43rd, counted over spells that overlap or touch, or at once while it is unpaid.
-- A half day at an edge counts as present.
create or replace function absence_pauses(absences jsonb) returns datemultirange
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
