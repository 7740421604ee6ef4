import { allOf, type Fragment } from '../db/fragments.ts';
import { type ListOrder, type Page, pageOfRecords } from '../db/pages.ts';
import { withoutNestedLoops } from '../db/planner.ts';
import type { Pool, Sql } from '../db/types.ts';
import { notFound } from '../errors.ts';
import type { PlanType } from '../plans/plan-types.ts';
import { planInForce, subscriptionStatus } from '../rules/subscription-sql.ts';
import type { ContractStatus, SubscriptionStatus } from '../subscriptions/vocabulary.ts';
import type { Employee } from './employee.ts';
import { escapeForLike, wordsOf } from './search-words.ts';
import { selectEmployees } from './sql.ts';
import type { LinkType } from './vocabulary.ts';

export interface EmployeeFilter {
  ids?: number[];
  search?: string;
  emails?: string[];
  hrIds?: string[];
  hrIntegrationIds?: number[];
  hrLinkTypes?: LinkType[];
  subscriptionStatuses?: SubscriptionStatus[];
  planTypes?: PlanType[];
  contractSigningStatuses?: ContractStatus[];
  ticketMonth?: string;
  updatedSince?: Date;
}

/** If a search finds more people by HR number than this, the database joins the numbers itself. */
const MOST_LINKED = 10_000;

interface Search {
  patterns: string[];
  numberPattern: string;
  linkedIds: number[];
}

/** Read before the list, so that the SQL rules are inlined with constants. */
interface BusinessDay {
  today: string;
  defaultPlanType: PlanType;
}

export async function listEmployees(
  sql: Pool,
  companyId: number,
  filter: EmployeeFilter,
  order: ListOrder,
): Promise<Page<Employee>> {
  const { matching } = await matchEmployees(sql, companyId, filter);
  const known = await countWithoutPeople(sql, companyId, filter);
  return await pageOfRecords(sql, matching, order, (ids) => selectEmployees(sql, companyId, ids), known);
}

/** `employees e where …`, and the business date that it was built for. */
export async function matchEmployees(
  sql: Pool,
  companyId: number,
  filter: EmployeeFilter,
): Promise<{ matching: Fragment; today: string }> {
  const day = await businessDay(sql, companyId);
  const search = filter.search ? await prepareSearch(sql, companyId, filter.search) : undefined;
  return {
    matching: sql`employees e where ${conditions(sql, companyId, filter, day, search)}`,
    today: day.today,
  };
}

function conditions(
  sql: Sql,
  companyId: number,
  filter: EmployeeFilter,
  day: BusinessDay,
  search: Search | undefined,
): Fragment {
  const parts: Fragment[] = [sql`e.company_id = ${companyId}`];
  const plan = planInForce(sql, day.defaultPlanType, day.today);
  if (filter.ids) parts.push(sql`e.id = any(${filter.ids}::bigint[])`);
  if (search) parts.push(matchesSearch(sql, companyId, search));
  if (filter.emails)
    parts.push(
      sql`e.email_normal in (select normal_email(email) from unnest(${filter.emails}::text[]) email)`,
    );
  if (filter.hrIds || filter.hrIntegrationIds || filter.hrLinkTypes) parts.push(hasLink(sql, filter));
  if (filter.contractSigningStatuses)
    parts.push(
      sql`contract_status_shown(${plan}, e.contract_status) = any(${filter.contractSigningStatuses}::text[])`,
    );
  if (filter.updatedSince) parts.push(sql`e.updated_at >= ${filter.updatedSince}`);
  if (filter.ticketMonth) parts.push(showsTicketOf(sql, `${filter.ticketMonth}-01`));
  if (filter.subscriptionStatuses)
    parts.push(sql`${subscriptionStatus(sql, day.today)} = any(${filter.subscriptionStatuses}::text[])`);
  if (filter.planTypes) parts.push(sql`${plan} = any(${filter.planTypes}::text[])`);
  return allOf(sql, parts);
}

/** Matches every word in the name or e-mail address, or the whole text in an HR number. */
function matchesSearch(
  sql: Sql,
  companyId: number,
  { patterns, numberPattern, linkedIds }: Search,
): Fragment {
  // One condition per word: an array would be unpacked for every row, which took a fifth longer.
  const hasWords = allOf(
    sql,
    patterns.map((pattern) => sql`e.search_text like ${pattern}`),
  );
  if (linkedIds.length === 0) return hasWords;
  const hasNumber =
    linkedIds.length <= MOST_LINKED
      ? sql`e.id = any(${linkedIds}::bigint[])`
      : sql`e.id in (${peopleByNumber(sql, companyId, numberPattern)})`;
  return sql`((${hasWords}) or ${hasNumber})`;
}

/**
 * HR numbers are looked up before the list: as a part of it, PostgreSQL would scan all links in each worker,
 * for the total and again for the page.
 */
async function prepareSearch(sql: Sql, companyId: number, text: string): Promise<Search> {
  const words = wordsOf(text);
  const numberPattern = `%${escapeForLike(text.trim())}%`;
  const [found] = await sql<Pick<Search, 'patterns' | 'linkedIds'>[]>`
    select array(select '%' || searchable(word) || '%' from unnest(${words}::text[]) word) as patterns,
      array(${peopleByNumber(sql, companyId, numberPattern)} limit ${MOST_LINKED + 1}) as "linkedIds"`;
  if (!found) throw new Error('a select without a table gave no row');
  return { ...found, numberPattern };
}

function peopleByNumber(sql: Sql, companyId: number, pattern: string): Fragment {
  return sql`
    select l.employee_id from hr_links l
    where l.company_id = ${companyId} and l.search_text like lower(${pattern})`;
}

/** One link must match all link filters. */
function hasLink(sql: Sql, filter: EmployeeFilter): Fragment {
  return sql`
    exists (
      select from hr_links l
      where l.company_id = e.company_id and l.employee_id = e.id and ${fitsLink(sql, filter)}
    )`;
}

function fitsLink(sql: Sql, filter: EmployeeFilter): Fragment {
  const parts: Fragment[] = [];
  if (filter.hrIds) parts.push(sql`l.hr_id = any(${filter.hrIds}::text[])`);
  if (filter.hrIntegrationIds) parts.push(sql`l.integration_id = any(${filter.hrIntegrationIds}::bigint[])`);
  if (filter.hrLinkTypes) parts.push(sql`l.type = any(${filter.hrLinkTypes}::text[])`);
  return allOf(sql, parts);
}

/**
 * The record shows the ticket of the latest month, so a filter by month excludes people with a later ticket.
 */
function showsTicketOf(sql: Sql, month: string): Fragment {
  return sql`
    exists (
      select from tickets t
      where t.company_id = e.company_id and t.employee_id = e.id and t.month = ${month} and t.voided_at is null
    ) and not exists (
      select from tickets t
      where t.company_id = e.company_id and t.employee_id = e.id and t.month > ${month} and t.voided_at is null
    )`;
}

/** Links and tickets have exactly one employee: without other filters they can be counted without a join. */
async function countWithoutPeople(
  sql: Pool,
  companyId: number,
  filter: EmployeeFilter,
): Promise<number | undefined> {
  const { hrIntegrationIds, hrLinkTypes, ticketMonth, ...others } = filter;
  if (Object.values(others).some((value) => value !== undefined)) return undefined;
  if (ticketMonth && !hrIntegrationIds && !hrLinkTypes)
    return await countTicketsShown(sql, companyId, `${ticketMonth}-01`);
  if ((hrIntegrationIds || hrLinkTypes) && !ticketMonth)
    return await count(
      sql,
      sql`(
        select distinct l.employee_id from hr_links l
        where l.company_id = ${companyId} and ${fitsLink(sql, filter)}
      ) linked`,
    );
  return undefined;
}

/** A person has at most one valid ticket per month. It is shown if there is no later one. */
async function countTicketsShown(sql: Pool, companyId: number, month: string): Promise<number> {
  const ofMonth = sql`tickets t where t.company_id = ${companyId} and t.month = ${month} and t.voided_at is null`;
  if (!(await hasTicketsAfter(sql, companyId, month))) return await count(sql, ofMonth);
  const shown = sql`${ofMonth} and not exists (
    select from tickets later
    where later.company_id = ${companyId} and later.employee_id = t.employee_id and later.month > ${month}
      and later.voided_at is null)`;
  // The planner takes months without statistics for empty and chose nested loops, which took minutes.
  return await sql.begin((tx) => withoutNestedLoops(tx, true, () => count(tx, shown)));
}

async function hasTicketsAfter(sql: Sql, companyId: number, month: string): Promise<boolean> {
  const found = await sql`
    select from tickets where company_id = ${companyId} and month > ${month} and voided_at is null limit 1`;
  return found.length > 0;
}

async function count(sql: Sql, rows: Fragment): Promise<number> {
  const [found] = await sql<{ total: number }[]>`select count(*) as total from ${rows}`;
  return found?.total ?? 0;
}

async function businessDay(sql: Sql, companyId: number): Promise<BusinessDay> {
  const [day] = await sql<BusinessDay[]>`
    select business_date(time_zone, clock_frozen_on) as today, default_plan_type as "defaultPlanType"
    from companies where id = ${companyId}`;
  if (!day) throw notFound();
  return day;
}
