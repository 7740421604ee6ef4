import type { CompanyDay, OpenDay } from '../../domain/day/company-day.ts';
import { byName } from '../../domain/person/order-sql.ts';
import { fittingGroup, groupName } from '../../domain/rules/groups-sql.ts';
import { isLinked } from '../../domain/rules/links-sql.ts';
import { payrollFacts } from '../../domain/rules/personnel-numbers-sql.ts';
import { subscriptionStatus } from '../../domain/rules/subscription-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import { hiddenFromPlanner } from '../../platform/db/planner.ts';
import type { Sql } from '../../platform/db/types.ts';

/** A person who comes to another group. Null: no group, with the company's amounts. */
export interface Move {
  employeeId: number;
  fromId: number | null;
  from: string | null;
  toId: number | null;
  to: string | null;
  byHand: boolean;
  /** Of the group before. */
  subsidyBefore: number | null;
}

/**
 * The people of `who`, which is about the employee `e`, whose group is not the one that fits. People who were chosen by hand stay
 * where they are.
 */
export async function selectMoves(sql: Sql, { companyId }: CompanyDay, who: Fragment): Promise<Move[]> {
  // Otherwise the facts would be looked up for each group.
  return await sql<Move[]>`
    select e.id as "employeeId", e.group_id as "fromId", before.name as "from", g.id as "toId", g.name as "to",
      false as "byHand", e.group_subsidy_cents as "subsidyBefore"
    from employees e
    cross join lateral (select ${payrollFacts(sql)} as facts offset 0) f
    left join lateral (${fittingGroup(sql, companyId, 'f.facts')}) g on true
    left join groups before on before.company_id = e.company_id and before.id = e.group_id
    where e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.erased_at is null and not e.group_by_hand and ${who}
      and e.group_id is distinct from g.id
    order by e.id`;
}

/** The moves by which these people come to a group by hand, or, without one, are in no group by hand. */
export async function selectMovesByHand(
  sql: Sql,
  { companyId }: CompanyDay,
  ids: readonly number[],
  to: { id: number; name: string } | null,
): Promise<Move[]> {
  return await sql<Move[]>`
    select e.id as "employeeId", e.group_id as "fromId", ${groupName(sql)} as "from",
      ${to?.id ?? null}::bigint as "toId", ${to?.name ?? null}::text as "to", true as "byHand",
      e.group_subsidy_cents as "subsidyBefore"
    from employees e
    where e.company_id = ${companyId} and e.id = any(${ids}::bigint[]) and e.erased_at is null
      and (e.group_id is distinct from ${to?.id ?? null}::bigint or not e.group_by_hand)
    order by e.id`;
}

/** Those of these people whose data is not erased. Ids of other companies are left out. */
export async function selectKnown(
  sql: Sql,
  { companyId }: CompanyDay,
  ids: readonly number[],
): Promise<number[]> {
  const found = await sql<{ id: number }[]>`
    select id from employees
    where company_id = ${companyId} and id = any(${ids}::bigint[]) and erased_at is null order by id`;
  return found.map(({ id }) => id);
}

/** Lets rules decide again about people who were chosen by hand. */
export async function forgetChoices(sql: Sql, { companyId }: OpenDay, ids: readonly number[]): Promise<void> {
  await sql`
    update employees set group_by_hand = false, updated_at = now()
    where company_id = ${companyId} and id = any(${ids}::bigint[]) and group_by_hand`;
}

/**
 * Moves people, and writes since when they have been in their group. The only statement that does, beside the insert of newcomers.
 * A plan in force never changes: people with a subscription under a default plan keep it. People who are put by hand into the group
 * in which they are have the same default plan as before.
 */
export async function moveMembers(
  sql: Sql,
  { companyId, today, defaultPlanType }: OpenDay,
  moves: readonly Move[],
): Promise<void> {
  if (moves.length === 0) return;
  const ids = moves.map(({ employeeId }) => employeeId);
  await sql`
    with moved as (
      update employees e set
        plan_type = case
          when e.plan_type is null and e.group_id is distinct from g.id and e.term_start is not null
            and ${subscriptionStatus(sql, today)} <> 'cancelled' then coalesce(e.group_plan_type, ${defaultPlanType})
          else e.plan_type
        end,
        group_id = g.id, group_subsidy_cents = g.subsidy_cents, group_plan_type = g.default_plan_type,
        group_by_hand = m.by_hand, updated_at = now()
      from unnest(${ids}::bigint[], ${moves.map(({ toId }) => toId)}::bigint[], ${moves.map(({ byHand }) => String(byHand))}::text[]::boolean[])
        as m (employee_id, group_id, by_hand)
      left join groups g on g.company_id = ${companyId} and g.id = m.group_id
      where e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.id = m.employee_id and e.id = any(${ids}::bigint[])
      returning e.company_id, e.id as employee_id, e.group_id, g.name as group_name, e.group_by_hand as by_hand
    )
    insert into group_memberships (company_id, employee_id, group_id, group_name, by_hand, since)
    select company_id, employee_id, group_id, group_name, by_hand, ${today}::date from moved order by employee_id`;
}

/** The subsidies of the members of a group, by employee. */
export async function selectSubsidiesOfMembers(
  sql: Sql,
  { companyId }: CompanyDay,
  groupId: number,
): Promise<Map<number, number>> {
  const rows = await sql<{ id: number; cents: number }[]>`
    select id, group_subsidy_cents as cents from employees where company_id = ${companyId} and group_id = ${groupId}`;
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}

interface Member {
  employeeId: number;
  firstName: string;
  lastName: string;
  byHand: boolean;
  since: string;
}

/** The people of a group, by name. */
export async function selectMembers(sql: Sql, companyId: number, groupId: number): Promise<Member[]> {
  return await sql<Member[]>`
    select e.id as "employeeId", e.first_name as "firstName", e.last_name as "lastName", e.group_by_hand as "byHand", (
        select max(m.since) from group_memberships m
        where m.company_id = ${companyId} and m.employee_id = e.id and m.group_id = ${groupId}
      ) as since
    from employees e
    where e.company_id = ${companyId} and e.group_id = ${groupId}
    order by ${byName(sql)}`;
}

interface MemberCount {
  groupId: number | null;
  people: number;
  byHand: number;
}

/** The present people of each group: an HR system lists them, or they were added by hand and never listed. */
export async function countMembers(sql: Sql, companyId: number): Promise<MemberCount[]> {
  return await sql<MemberCount[]>`
    select e.group_id as "groupId", count(*) as people, count(*) filter (where e.group_by_hand) as "byHand"
    from employees e
    where e.company_id = ${companyId} and ${isPresent(sql, companyId)}
    group by e.group_id`;
}

export async function countPresentPeople(sql: Sql, companyId: number): Promise<number> {
  const [row] = await sql<{ people: number }[]>`
    select count(*) as people from employees e where e.company_id = ${companyId} and ${isPresent(sql, companyId)}`;
  return row?.people ?? 0;
}

function isPresent(sql: Sql, companyId: number): Fragment {
  return sql`e.erased_at is null and (${isLinked(sql)} or not exists (
    select from hr_links l where l.company_id = ${companyId} and l.employee_id = e.id))`;
}

export interface MovedPerson {
  employeeId: number;
  firstName: string;
  lastName: string;
}

/** The first of these people, by name. */
export async function selectFirstByName(
  sql: Sql,
  companyId: number,
  ids: readonly number[],
  max: number,
): Promise<MovedPerson[]> {
  if (ids.length === 0) return [];
  return await sql<MovedPerson[]>`
    select e.id as "employeeId", e.first_name as "firstName", e.last_name as "lastName" from employees e
    where e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.id = any(${ids}::bigint[])
    order by ${byName(sql)} limit ${max}`;
}
