import type { Pool, Sql } from '../db/connect.ts';
import { both, type Fragment } from '../db/fragments.ts';
import { type ListOrder, type Page, pageOfIds } from '../db/pages.ts';
import { notFound } from '../errors.ts';
import type { ContractStatus, PlanType, SubscriptionStatus } from '../subscriptions/vocabulary.ts';
import type { Employee } from './employee.ts';
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

/** Read before the list, so that the rules are inlined with constants. */
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
  const day = await businessDay(sql, companyId);
  const matching = sql`employees e where ${conditions(sql, companyId, filter, day)}`;
  const { total, ids } = await pageOfIds(sql, matching, order);
  const employees = await selectEmployees(
    sql,
    ids.map(() => companyId),
    ids,
  );
  const byId = new Map(employees.map((employee) => [employee.id, employee]));
  return { total, items: ids.flatMap((id) => byId.get(id) ?? []) };
}

function conditions(sql: Sql, companyId: number, filter: EmployeeFilter, day: BusinessDay): Fragment {
  const parts: Fragment[] = [sql`e.company_id = ${companyId}`];
  if (filter.ids) parts.push(sql`e.id = any(${filter.ids}::bigint[])`);
  if (filter.search) parts.push(matchesSearch(sql, companyId, filter.search));
  if (filter.emails)
    parts.push(
      sql`e.email_normal in (select normal_email(email) from unnest(${filter.emails}::text[]) email)`,
    );
  if (filter.hrIds || filter.hrIntegrationIds || filter.hrLinkTypes) parts.push(hasLink(sql, filter));
  if (filter.contractSigningStatuses)
    parts.push(sql`e.contract_status = any(${filter.contractSigningStatuses}::text[])`);
  if (filter.updatedSince) parts.push(sql`e.updated_at >= ${filter.updatedSince}`);
  if (filter.ticketMonth) parts.push(showsTicketOf(sql, `${filter.ticketMonth}-01`));
  if (filter.subscriptionStatuses)
    parts.push(sql`
      subscription_status(e.term_start, e.term_end_hr, e.term_end_person, e.term_end_contract,
        e.pauses_hr, e.pauses_person, ${day.today}::date) = any(${filter.subscriptionStatuses}::text[])`);
  if (filter.planTypes)
    parts.push(sql`
      plan_in_force(e.plan_type, e.next_plan_type, e.next_plan_from, ${day.defaultPlanType}::text, ${day.today}::date)
        = any(${filter.planTypes}::text[])`);
  return both(sql, parts);
}

/** Every word in the name or the e-mail address, or the whole text in a personnel number. */
function matchesSearch(sql: Sql, companyId: number, search: string): Fragment {
  const escaped = escapeForLike(search.trim());
  // Normalised before it is escaped: a wide percent sign would become a wildcard otherwise.
  const words = escapeForLike(search.normalize('NFKD').trim()).split(/\s+/);
  return sql`(
    e.search_text like all (select '%' || searchable(word) || '%' from unnest(${words}::text[]) word)
    or e.id in (
      select l.employee_id from hr_links l
      where l.company_id = ${companyId} and lower(l.hr_id) like '%' || lower(${escaped}) || '%'
    )
  )`;
}

function escapeForLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** One link that fits all that is asked of links. */
function hasLink(sql: Sql, filter: EmployeeFilter): Fragment {
  const parts: Fragment[] = [sql`l.company_id = e.company_id and l.employee_id = e.id`];
  if (filter.hrIds) parts.push(sql`l.hr_id = any(${filter.hrIds}::text[])`);
  if (filter.hrIntegrationIds) parts.push(sql`l.integration_id = any(${filter.hrIntegrationIds}::bigint[])`);
  if (filter.hrLinkTypes) parts.push(sql`l.type = any(${filter.hrLinkTypes}::text[])`);
  return sql`exists (select from hr_links l where ${both(sql, parts)})`;
}

/** The record shows the ticket of the latest month, so a filter by month asks that there is no later one. */
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

async function businessDay(sql: Sql, companyId: number): Promise<BusinessDay> {
  const [day] = await sql<BusinessDay[]>`
    select business_date(time_zone, clock_frozen_on) as today, default_plan_type as "defaultPlanType"
    from companies where id = ${companyId}`;
  if (!day) throw notFound();
  return day;
}
