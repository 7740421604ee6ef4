import type { CompanyDay, OpenDay } from '../../domain/day/company-day.ts';
import type { PlanType } from '../../domain/plans/plan-types.ts';
import { subscriptionStatus } from '../../domain/rules/subscription-sql.ts';
import type { Sql } from '../../platform/db/types.ts';
import type { Group, GroupSettings } from './group.ts';

const GROUP = `g.id, row_number() over (order by g.position, g.id)::int as position, g.name, g.subsidy_cents as "subsidyCents",
  g.default_plan_type as "defaultPlanType", g.offered_plan_types as "offeredPlanTypes", g.rule`;

/** In the order in which they are tried. */
export async function selectGroups(sql: Sql, companyId: number): Promise<Group[]> {
  return await sql<Group[]>`
    select ${sql.unsafe(GROUP)} from groups g where g.company_id = ${companyId} order by g.position, g.id`;
}

/** The plans that the person may choose from: those of their group, or else the company's default plan. */
export async function selectOfferedPlans(
  sql: Sql,
  { companyId, defaultPlanType }: CompanyDay,
  employeeId: number,
): Promise<PlanType[]> {
  const [group] = await sql<{ plans: PlanType[] }[]>`
    select g.offered_plan_types as plans
    from employees e join groups g on g.company_id = e.company_id and g.id = e.group_id
    where e.company_id = ${companyId} and e.id = ${employeeId}`;
  return group?.plans ?? [defaultPlanType];
}

export async function insertGroup(
  sql: Sql,
  { companyId }: OpenDay,
  { name, subsidyCents, defaultPlanType, offeredPlanTypes, rule }: GroupSettings,
): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into groups (company_id, position, name, subsidy_cents, default_plan_type, offered_plan_types, rule)
    select ${companyId}, (select coalesce(max(position), 0) + 1 from groups where company_id = ${companyId}), ${name},
      ${subsidyCents}, ${defaultPlanType}, ${[...offeredPlanTypes]}::text[], ${sql.json({ ...rule })}
    returning id`;
  if (!row) throw new Error('insert into groups returned nothing');
  return row.id;
}

/**
 * Changes a group and the amounts of its members in one statement, because of the foreign key between them. Members with a
 * subscription under its default plan keep that plan: a new default applies to others only.
 */
export async function updateGroup(sql: Sql, { companyId, today }: OpenDay, group: Group): Promise<void> {
  const { id, name, subsidyCents, defaultPlanType, offeredPlanTypes, rule } = group;
  await sql`
    with changed as (
      update groups set name = ${name}, subsidy_cents = ${subsidyCents}, default_plan_type = ${defaultPlanType},
        offered_plan_types = ${[...offeredPlanTypes]}::text[], rule = ${sql.json({ ...rule })}, updated_at = now()
      where company_id = ${companyId} and id = ${id}
      returning id
    )
    update employees e set group_subsidy_cents = ${subsidyCents}, group_plan_type = ${defaultPlanType},
      plan_type = case
        when e.plan_type is null and e.group_plan_type <> ${defaultPlanType} and e.term_start is not null
          and ${subscriptionStatus(sql, today)} <> 'cancelled' then e.group_plan_type
        else e.plan_type
      end, updated_at = now()
    where e.company_id = ${companyId} and e.group_id = ${id}
      and (e.group_subsidy_cents, e.group_plan_type) is distinct from (${subsidyCents}::int, ${defaultPlanType}::text)`;
}

/** Numbers the groups in this order. */
export async function updatePositions(
  sql: Sql,
  { companyId }: OpenDay,
  ids: readonly number[],
): Promise<void> {
  await sql`
    update groups g set position = o.place, updated_at = now()
    from unnest(${[...ids]}::bigint[]) with ordinality as o (id, place)
    where g.company_id = ${companyId} and g.id = o.id and g.position <> o.place`;
}

/** The group fits nobody any more, and nobody is in it by hand. */
export async function emptyGroup(sql: Sql, { companyId }: OpenDay, id: number): Promise<void> {
  await sql`update groups set rule = '{}' where company_id = ${companyId} and id = ${id}`;
  await sql`
    update employees set group_by_hand = false where company_id = ${companyId} and group_id = ${id} and group_by_hand`;
}

export async function deleteGroupRow(sql: Sql, { companyId }: OpenDay, id: number): Promise<void> {
  await sql`delete from groups where company_id = ${companyId} and id = ${id}`;
}
