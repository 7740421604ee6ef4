import type { CompanyDay } from '../../domain/day/company-day.ts';
import { byName } from '../../domain/person/order-sql.ts';
import {
  contributionCents,
  nextTicketOn,
  planInForce,
  subsidyOf,
} from '../../domain/rules/subscription-sql.ts';
import { type Claim, type ClaimTable, claimRows, isFree, ownsClaim } from '../../platform/claims/claims.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import { idsOf } from '../../platform/db/ids-of.ts';
import type { Pool, Sql } from '../../platform/db/types.ts';
import type { BulkActionName, BulkInput, BulkOutcome } from './bulk-action-types.ts';

export interface Shares {
  employer: number;
  employees: number;
}

/** Sums the cost of the next tickets of these people, at the amounts of their months. */
export async function sumPresentCosts(
  sql: Sql,
  { companyId, today, defaultPlanType }: CompanyDay,
  ids: readonly number[],
): Promise<Shares> {
  const [sums] = await sql<Shares[]>`
    with due as materialized (
      select e.*, ${nextTicketOn(sql, today)} as month from employees e
      where e.company_id = ${companyId} and e.id = any(${ids}::bigint[])
    ), prices as materialized (
      select month, ticket_price_cents(month) as cents from (select distinct month from due where month is not null) months
    ), shares as (
      select net.cents - own.cents as employer, own.cents as own
      from due e
      join prices p on p.month = e.month
      join companies c on c.id = ${companyId}
      cross join lateral (select ${planInForce(sql, defaultPlanType, sql`e.month`)} as plan) plans
      cross join lateral (
        select employer_share_cents(plan, p.cents, subsidy) + employee_contribution_cents(plan, p.cents, subsidy) as cents
        from (select ${subsidyOf(sql, sql`c.subsidy_cents`)} as subsidy) s
      ) net
      cross join lateral (select ${contributionCents(sql, {
        month: sql`e.month`,
        priceCents: sql`p.cents`,
        subsidyCents: sql`c.subsidy_cents`,
        defaultPlanType,
      })} as cents) own
    )
    select coalesce(sum(employer), 0)::bigint as employer, coalesce(sum(own), 0)::bigint as employees from shares`;
  return sums ?? { employer: 0, employees: 0 };
}

/** The costs of one ticket of a plan in the month of a day, for a person with this subsidy. */
export async function selectPlanCost(
  sql: Sql,
  { planType, from, subsidyCents }: { planType: string; from: string; subsidyCents: number },
): Promise<{ employerCents: number; contributionCents: number }> {
  const [cost] = await sql<{ employerCents: number; contributionCents: number }[]>`
    select employer_share_cents(${planType}, price, ${subsidyCents}) as "employerCents",
      employee_contribution_cents(${planType}, price, ${subsidyCents}) as "contributionCents"
    from (select ticket_price_cents(${from}::date) as price) p`;
  return cost ?? { employerCents: 0, contributionCents: 0 };
}

export async function insertBulkAction(
  sql: Sql,
  companyId: number,
  userId: number,
  { action, input, ids }: { action: BulkActionName; input: BulkInput; ids: readonly number[] },
): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into bulk_actions (company_id, action, input, user_id, people)
    values (${companyId}, ${action}, ${sql.json({ ...input })}, ${userId}, ${ids.length})
    returning id`;
  if (!row) throw new Error('insert into bulk_actions returned nothing');
  await sql`
    insert into bulk_action_people (company_id, bulk_action_id, employee_id)
    select ${companyId}, ${row.id}, employee_id from unnest(${ids}::bigint[]) employee_id`;
  return row.id;
}

/** Renewed while a batch is performed. */
export const BULK_ACTIONS: ClaimTable = {
  table: 'bulk_actions',
  token: 'claim',
  until: 'claimed_until',
  seconds: 30,
};

interface Order {
  id: number;
  action: BulkActionName;
  input: BulkInput;
}

export interface ClaimedOrder extends Order, Claim {
  id: number;
  userId: number;
}

export async function findCompaniesWithBulkActions(sql: Pool): Promise<number[]> {
  return await idsOf(sql<{ id: number }[]>`
    select distinct w.company_id as id from bulk_actions w
    where w.finished_at is null and ${isFree(sql, BULK_ACTIONS)}`);
}

/** Claims the oldest action of the company that has people left. */
export async function claimBulkAction(sql: Sql, companyId: number): Promise<ClaimedOrder[]> {
  return await claimRows<ClaimedOrder>(sql, BULK_ACTIONS, companyId, {
    due: sql`w.id = (
      select id from bulk_actions where company_id = ${companyId} and finished_at is null order by id limit 1)`,
    order: sql`w.id`,
    max: 1,
    returning: sql`w.action, w.input, w.user_id as "userId"`,
  });
}

export async function selectNextPeople(
  sql: Sql,
  companyId: number,
  id: number,
  max: number,
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select employee_id as id from bulk_action_people
    where company_id = ${companyId} and bulk_action_id = ${id} and outcome is null order by employee_id limit ${max}`;
  return rows.map((row) => row.id);
}

export interface PersonOutcome {
  employeeId: number;
  outcome: BulkOutcome;
  /** Of a refusal. */
  reason?: string;
  values?: Record<string, string | number> | null;
}

export async function setOutcomes(
  sql: Sql,
  companyId: number,
  id: number,
  outcomes: readonly PersonOutcome[],
): Promise<void> {
  await sql`
    update bulk_action_people p set outcome = o.outcome, reason = o.reason, reason_values = o.reason_values::jsonb
    from unnest(${outcomes.map(({ employeeId }) => employeeId)}::bigint[], ${outcomes.map(({ outcome }) => outcome)}::text[],
      ${outcomes.map(({ reason = null }) => reason)}::text[],
      ${outcomes.map(({ values }) => (values ? JSON.stringify(values) : null))}::text[])
      as o (employee_id, outcome, reason, reason_values)
    where p.company_id = ${companyId} and p.bulk_action_id = ${id} and p.employee_id = o.employee_id`;
}

/** Ends the claim, and the action if nobody is left. Returns false if the claim was lost. */
export async function settleBulkAction(
  sql: Sql,
  order: ClaimedOrder,
  { isFinished }: { isFinished: boolean },
): Promise<boolean> {
  const { count } = await sql`
    update bulk_actions set claim = null, claimed_until = null ${isFinished ? sql`, finished_at = now()` : sql``}
    where ${ownsClaim(sql, BULK_ACTIONS, order)} and finished_at is null`;
  return count === 1;
}

export interface BulkAction extends Order {
  by: string;
  people: number;
  done: number;
  refused: number;
  failed: number;
  createdAt: Date;
  finishedAt: Date | null;
}

export async function selectBulkAction(
  sql: Sql,
  companyId: number,
  id: number,
): Promise<BulkAction | undefined> {
  const [action] = await sql<BulkAction[]>`
    select b.id, b.action, b.input, b.people, b.created_at as "createdAt", b.finished_at as "finishedAt",
      u.email as by,
      count(*) filter (where p.outcome = 'done') as done, count(*) filter (where p.outcome = 'refused') as refused,
      count(*) filter (where p.outcome = 'failed') as failed
    from bulk_actions b
    join portal_users u on u.company_id = b.company_id and u.id = b.user_id
    left join bulk_action_people p on p.company_id = b.company_id and p.bulk_action_id = b.id
    where b.company_id = ${companyId} and b.id = ${id}
    group by b.company_id, b.id, u.id`;
  return action;
}

export interface BulkPerson {
  employeeId: number;
  firstName: string;
  lastName: string;
  email: string;
  /** Null: the person waits. */
  outcome: BulkOutcome | null;
  reason: string | null;
  values: Record<string, string | number> | null;
}

/** A whole select of the people of an action, to which an order can be appended. */
export function peopleOf(
  sql: Sql,
  companyId: number,
  id: number,
  outcomes: readonly BulkOutcome[] | undefined,
): { rows: Fragment; order: Fragment } {
  return {
    rows: sql`
      select e.id as "employeeId", e.first_name as "firstName", e.last_name as "lastName", e.email, p.outcome, p.reason,
        p.reason_values as values
      from bulk_action_people p
      join employees e on e.company_id = p.company_id and e.id = p.employee_id
      where p.company_id = ${companyId} and p.bulk_action_id = ${id}
        ${outcomes ? sql`and p.outcome = any(${outcomes}::text[])` : sql``}`,
    order: sql`order by ${byName(sql)}`,
  };
}

export async function selectNames(
  sql: Sql,
  companyId: number,
  ids: readonly number[],
): Promise<{ employeeId: number; firstName: string; lastName: string }[]> {
  return await sql<{ employeeId: number; firstName: string; lastName: string }[]>`
    select e.id as "employeeId", e.first_name as "firstName", e.last_name as "lastName" from employees e
    where e.company_id = ${companyId} and e.id = any(${ids}::bigint[]) order by ${byName(sql)}`;
}
