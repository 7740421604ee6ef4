import { WHOLE_COMPANY } from '../../domain/access/scope.ts';
import { foundByNumber } from '../../domain/person/found-by-number-sql.ts';
import { matchesName } from '../../domain/person/matches-name-sql.ts';
import { byName } from '../../domain/person/order-sql.ts';
import { escapeForLike, wordsOf } from '../../domain/person/search-words.ts';
import type { PlanType } from '../../domain/plans/plan-types.ts';
import { hrIdsOf, personnelNumber } from '../../domain/rules/personnel-numbers-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import { hiddenFromPlanner } from '../../platform/db/planner.ts';
import type { Sql } from '../../platform/db/types.ts';

/** Sums of charges: docs/costs.md. Refunds count as negative amounts. */
export interface Sums {
  /** Charged tickets, less the refunded ones. */
  tickets: number;
  refunds: number;
  priceCents: number;
  discountCents: number;
  employerCents: number;
  employeeCents: number;
  /** The part of the employees' shares that payroll withholds from salaries. */
  withheldCents: number;
  /** The part of the employer's share above the subsidy. */
  beyondSubsidyCents: number;
}

export interface PlanSums extends Sums {
  planType: PlanType;
}

/** The one place that adds charges up. `c` is the charge. */
export const SUMS = `sum(case c.kind when 'charge' then 1 else -1 end)::int as tickets,
  count(*) filter (where c.kind = 'reversal')::int as refunds,
  sum(c.price_cents)::bigint as "priceCents", sum(c.discount_cents)::bigint as "discountCents",
  sum(c.employer_cents)::bigint as "employerCents", sum(c.employee_cents)::bigint as "employeeCents",
  coalesce(sum(c.employee_cents) filter (where c.plan_type = 'deferred-plan'), 0)::bigint as "withheldCents",
  sum(c.beyond_subsidy_cents)::bigint as "beyondSubsidyCents"`;

/** The months that have charges, newest first. Jumps from month to month in the index, whatever the number of charges. */
export async function selectMonths(sql: Sql, companyId: number): Promise<string[]> {
  const newest = (condition: Fragment) => sql`
    select c.booked_in from charges c where c.company_id = ${companyId} and ${condition}
    order by c.booked_in desc limit 1`;
  const rows = await sql<{ month: string }[]>`
    with recursive months (month) as (
      (${newest(sql`true`)})
      union all
      select (${newest(sql`c.booked_in < m.month`)}) from months m where m.month is not null
    )
    select to_char(month, 'YYYY-MM') as month from months where month is not null order by month desc`;
  return rows.map(({ month }) => month);
}

/** The sums of these months (YYYY-MM) by plan. */
export async function selectPlanSums(
  sql: Sql,
  companyId: number,
  months: readonly string[],
): Promise<(PlanSums & { month: string })[]> {
  return await sql<(PlanSums & { month: string })[]>`
    select to_char(c.booked_in, 'YYYY-MM') as month, c.plan_type as "planType", ${sql.unsafe(SUMS)}
    from charges c
    where c.company_id = ${hiddenFromPlanner(sql, companyId)}
      and c.booked_in = any(${months.map((month) => `${month}-01`)}::date[])
    group by c.booked_in, c.plan_type`;
}

/** When those of these months (YYYY-MM) that were handed over to payroll were. */
export async function selectHandedOver(
  sql: Sql,
  companyId: number,
  months: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await sql<{ month: string; at: Date }[]>`
    select to_char(month, 'YYYY-MM') as month, handed_over_at as at from handovers
    where company_id = ${companyId} and month = any(${months.map((month) => `${month}-01`)}::date[])`;
  return new Map(rows.map(({ month, at }) => [month, at]));
}

/** What payroll books a charge by, frozen with the charge. */
interface Booking {
  personnelNumber: string | null;
  costCentre: string | null;
  legalEntity: string | null;
  /** The name of the group. */
  group: string | null;
}

/**
 * The cost of one person on one plan in one month. Charges that differ in what payroll books them by are lines of their own: a ticket
 * may be refunded and issued again after a move to another cost centre or group.
 */
export interface CostLine extends PlanSums, Booking {
  /** The employee's id, or the negative id of the charge of a person who was erased. */
  key: number;
  /** Null: the person was erased. */
  employeeId: number | null;
  firstName: string | null;
  lastName: string | null;
}

interface LineFilter {
  search?: string;
  keys?: readonly number[];
}

/**
 * A whole select of the lines of a month, without an order. The company id is hidden from the planner: with it, the page of
 * a company of 20,000 people without statistics compared each line with each person, which took minutes.
 */
export function linesOf(sql: Sql, companyId: number, month: string, filter: LineFilter = {}): Fragment {
  return sql`
    select l.key, e.id as "employeeId", e.first_name as "firstName", e.last_name as "lastName",
      l."planType", l.tickets, l.refunds, l."priceCents", l."discountCents", l."employerCents", l."employeeCents",
      l."withheldCents", l."beyondSubsidyCents", l."personnelNumber", l."costCentre", l."legalEntity", l."group"
    from (
      select ${sql.unsafe(KEY)} as key, c.plan_type as "planType", c.personnel_number as "personnelNumber",
        c.cost_centre as "costCentre", c.legal_entity as "legalEntity", c.group_name as "group", ${sql.unsafe(SUMS)}
      from charges c
      where c.company_id = ${hiddenFromPlanner(sql, companyId)} and c.booked_in = ${`${month}-01`}::date
        ${ofKeys(sql, filter.keys)}
      group by 1, c.plan_type, c.personnel_number, c.cost_centre, c.legal_entity, c.group_name
    ) l
    left join employees e on e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.id = l.key
    where ${filter.search?.trim() ? fits(sql, companyId, filter.search) : sql`true`}`;
}

/** The numbers that people have now. */
export interface PresentNumbers {
  hrIds: string[];
  personnelNumber: string | null;
}

/** By employee. */
export async function selectNumbers(
  sql: Sql,
  companyId: number,
  employeeIds: readonly number[],
): Promise<Map<number, PresentNumbers>> {
  const rows = await sql<({ id: number } & PresentNumbers)[]>`
    select e.id, ${hrIdsOf(sql)} as "hrIds", (${personnelNumber(sql)}) as "personnelNumber" from employees e
    where e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.id = any(${employeeIds}::bigint[])`;
  return new Map(rows.map(({ id, ...numbers }) => [id, numbers]));
}

/** A refund of an erased person's ticket has the key of its charge. */
export const KEY = 'coalesce(c.employee_id, -coalesce(c.reverses, c.id))';

/** Both halves are in the index of a month's charges. Without the first, every batch of an export read the whole month. */
export function ofKeys(sql: Sql, keys: readonly number[] | undefined): Fragment {
  if (!keys) return sql``;
  return sql`and (c.employee_id = any(${keys}::bigint[])
    or c.employee_id is null and ${sql.unsafe(KEY)} = any(${keys}::bigint[]))`;
}

/** Finds people as the list of people does, and lines by what payroll books them by. */
function fits(sql: Sql, companyId: number, search: string): Fragment {
  if (wordsOf(search).length === 0) return sql`false`;
  const pattern = `%${escapeForLike(search.trim())}%`;
  return sql`(${matchesName(sql, 'e', search)} or e.id in (${foundByNumber(sql, companyId, WHOLE_COMPANY, pattern)})
    or lower(concat_ws(E'\\n', l."personnelNumber", l."costCentre", l."legalEntity", l."group")) like lower(${pattern}::text))`;
}

/** People in the order of their records; erased people last. */
export const byRecord = (sql: Sql): Fragment => sql`order by l.key < 0, abs(l.key), ${withinPerson(sql)}`;

/** Erased people have no name and come last. */
export const inNameOrder = (sql: Sql): Fragment =>
  sql`order by ${byName(sql)}, abs(l.key), ${withinPerson(sql)}`;

const withinPerson = (sql: Sql): Fragment =>
  sql`l."planType", l."personnelNumber", l."costCentre", l."legalEntity", l."group"`;
