import { idsInScope, type Scope } from '../../domain/access/scope.ts';
import { foundByNumber } from '../../domain/person/found-by-number-sql.ts';
import { PAYROLL_FIELDS } from '../../domain/person/payroll-fields.ts';
import { escapeForLike, wordsOf } from '../../domain/person/search-words.ts';
import type { PlanType } from '../../domain/plans/plan-types.ts';
import { planInForce, subscriptionStatus } from '../../domain/rules/subscription-sql.ts';
import { allOf, type Fragment } from '../../platform/db/fragments.ts';
import { type ListOrder, type Page, pageOfRecords } from '../../platform/db/pages.ts';
import { comparingSets } from '../../platform/db/planner.ts';
import type { Pool, Sql } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import type {
  ContractStatus,
  SubscriptionStatus,
} from '../../tickets/subscriptions/subscription-statuses.ts';
import type { Employee } from './employee.ts';
import { selectEmployees } from './employees-sql.ts';
import type { LinkType } from './link-types.ts';
import { hasPayroll, type PayrollFilter } from './payroll-sql.ts';

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
  payroll?: PayrollFilter;
  groupIds?: number[];
}

/** If a search finds more people by number than this, the database joins the numbers itself. */
const MAX_LINKED = 10_000;

interface Search {
  patterns: string[];
  numberPattern: string;
  linkedIds: number[];
}

/** Read before the list: a month without later tickets is listed more quickly. */
interface TicketMonth {
  firstDay: string;
  hasLaterTickets: boolean;
}

/** Read before the list, so that the SQL rules are inlined with constants. */
interface BusinessDay {
  today: string;
  defaultPlanType: PlanType;
}

export async function listEmployees(
  sql: Pool,
  companyId: number,
  scope: Scope,
  asked: EmployeeFilter,
  order: ListOrder,
): Promise<Page<Employee>> {
  const filter = withinScope(scope, asked);
  const { matching, month } = await matchEmployees(sql, companyId, scope, filter);
  const total = await countWithoutPeople(sql, companyId, filter, month);
  return await pageOfRecords(sql, matching, order, (ids) => selectEmployees(sql, companyId, ids, scope), {
    ...(total !== undefined && { total }),
    comparesLargeSets: month?.hasLaterTickets === true,
  });
}

/** One link must match all link filters, so filters by other integrations or by their numbers find nobody. */
function withinScope(scope: Scope, filter: EmployeeFilter): EmployeeFilter {
  const hrIntegrationIds = idsInScope(scope, filter.hrIntegrationIds);
  return { ...filter, ...(hrIntegrationIds && { hrIntegrationIds }) };
}

/** `employees e where …`, and the facts that it was built for. */
export async function matchEmployees(
  sql: Pool,
  companyId: number,
  scope: Scope,
  asked: EmployeeFilter,
): Promise<{ matching: Fragment; today: string; month: TicketMonth | undefined }> {
  const filter = withinScope(scope, asked);
  const day = await businessDay(sql, companyId);
  const search = filter.search ? await prepareSearch(sql, companyId, scope, filter.search) : undefined;
  const month = filter.ticketMonth ? await prepareMonth(sql, companyId, filter.ticketMonth) : undefined;
  return {
    matching: sql`employees e where ${conditions(sql, companyId, scope, filter, day, search, month)}`,
    today: day.today,
    month,
  };
}

function conditions(
  sql: Sql,
  companyId: number,
  scope: Scope,
  filter: EmployeeFilter,
  day: BusinessDay,
  search: Search | undefined,
  month: TicketMonth | undefined,
): Fragment {
  const parts: Fragment[] = [sql`e.company_id = ${companyId}`];
  const plan = planInForce(sql, day.defaultPlanType, day.today);
  if (filter.ids) parts.push(sql`e.id = any(${filter.ids}::bigint[])`);
  if (search) parts.push(matchesSearch(sql, companyId, scope, search));
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
  if (month) parts.push(showsTicketOf(sql, month));
  if (filter.subscriptionStatuses)
    parts.push(sql`${subscriptionStatus(sql, day.today)} = any(${filter.subscriptionStatuses}::text[])`);
  for (const field of PAYROLL_FIELDS) {
    const values = filter.payroll?.[field];
    if (values) parts.push(hasPayroll(sql, companyId, field, values));
  }
  if (filter.groupIds) parts.push(sql`e.group_id = any(${filter.groupIds}::bigint[])`);
  if (filter.planTypes) parts.push(sql`${plan} = any(${filter.planTypes}::text[])`);
  return allOf(sql, parts);
}

/** Matches every word in the name or e-mail address, or the whole text in a number or another payroll field. */
function matchesSearch(
  sql: Sql,
  companyId: number,
  scope: Scope,
  { patterns, numberPattern, linkedIds }: Search,
): Fragment {
  if (patterns.length === 0) return sql`false`;
  // One condition per word: an array would be unpacked for every row, which took a fifth longer.
  const hasWords = allOf(
    sql,
    patterns.map((pattern) => sql`e.search_text like ${pattern}`),
  );
  if (linkedIds.length === 0) return hasWords;
  const hasNumber =
    linkedIds.length <= MAX_LINKED
      ? sql`e.id = any(${linkedIds}::bigint[])`
      : sql`e.id in (${foundByNumber(sql, companyId, scope, numberPattern)})`;
  return sql`((${hasWords}) or ${hasNumber})`;
}

/**
 * Numbers are looked up before the list: as a part of it, PostgreSQL would scan all links in each worker,
 * for the total and again for the page.
 */
async function prepareSearch(sql: Sql, companyId: number, scope: Scope, text: string): Promise<Search> {
  const words = wordsOf(text);
  if (words.length === 0) return { patterns: [], numberPattern: '', linkedIds: [] };
  const numberPattern = `%${escapeForLike(text.trim())}%`;
  const [found] = await sql<Pick<Search, 'patterns' | 'linkedIds'>[]>`
    select array(select '%' || searchable(word) || '%' from unnest(${words}::text[]) word) as patterns,
      array(select n.employee_id from (${foundByNumber(sql, companyId, scope, numberPattern)}) n
        limit ${MAX_LINKED + 1}) as "linkedIds"`;
  if (!found) throw new Error('a select without a table gave no row');
  return { ...found, numberPattern };
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

/** The record shows the ticket of the latest month, so people with a later ticket are excluded. */
function showsTicketOf(sql: Sql, { firstDay, hasLaterTickets }: TicketMonth): Fragment {
  const valid = sql`
    select from tickets t where t.company_id = e.company_id and t.employee_id = e.id and t.voided_at is null`;
  const ofMonth = sql`exists (${valid} and t.month = ${firstDay})`;
  return hasLaterTickets ? sql`${ofMonth} and not exists (${valid} and t.month > ${firstDay})` : ofMonth;
}

async function prepareMonth(sql: Sql, companyId: number, month: string): Promise<TicketMonth> {
  const firstDay = `${month}-01`;
  const later = await sql`
    select from tickets where company_id = ${companyId} and month > ${firstDay} and voided_at is null limit 1`;
  return { firstDay, hasLaterTickets: later.length > 0 };
}

/** Links and tickets have exactly one employee: without other filters they can be counted without a join. */
async function countWithoutPeople(
  sql: Pool,
  companyId: number,
  filter: EmployeeFilter,
  month: TicketMonth | undefined,
): Promise<number | undefined> {
  const { hrIntegrationIds, hrLinkTypes, ticketMonth: _, ...others } = filter;
  if (Object.values(others).some((value) => value !== undefined)) return undefined;
  if (month && !hrIntegrationIds && !hrLinkTypes) return await countTicketsShown(sql, companyId, month);
  if ((hrIntegrationIds || hrLinkTypes) && !month)
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
async function countTicketsShown(sql: Pool, companyId: number, month: TicketMonth): Promise<number> {
  const { firstDay, hasLaterTickets } = month;
  const ofMonth = sql`
    tickets t where t.company_id = ${companyId} and t.month = ${firstDay} and t.voided_at is null`;
  if (!hasLaterTickets) return await count(sql, ofMonth);
  const shown = sql`${ofMonth} and not exists (
    select from tickets later
    where later.company_id = ${companyId} and later.employee_id = t.employee_id and later.month > ${firstDay}
      and later.voided_at is null)`;
  return await comparingSets(sql, true, (tx) => count(tx, shown));
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
