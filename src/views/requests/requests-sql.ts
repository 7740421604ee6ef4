import type { CompanyDay, OpenDay } from '../../domain/day/company-day.ts';
import type { PlanType } from '../../domain/plans/plan-types.ts';
import { hasLeft } from '../../domain/rules/has-left-sql.ts';
import { hasOpenConflict } from '../../domain/rules/open-conflict-sql.ts';
import { idsOf } from '../../platform/db/ids-of.ts';
import { type Page, type PageRequest, pageOfRows } from '../../platform/db/pages.ts';
import type { Pool, Sql } from '../../platform/db/types.ts';
import type { LinkClass } from '../../platform/links/link-class.ts';
import type {
  EmployeeAction,
  EmployeeActionMode,
} from '../../tickets/subscriptions/actions/employee-actions.ts';

/**
 * - `approved`, `refused`: by HR.
 * - `withdrawn`: by the employee.
 * - `lapsed`: the person has left.
 */
export const REQUEST_STATUSES = ['open', 'approved', 'refused', 'withdrawn', 'lapsed'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

export interface EmployeeRequest {
  id: number;
  employeeId: number;
  action: EmployeeAction;
  planType: PlanType | null;
  /** Months are YYYY-MM. */
  fromMonth: string | null;
  untilMonth: string | null;
  askedOn: string;
  askedAt: Date;
  linkClass: LinkClass;
  /** What the employee was shown. */
  effectiveOn: string | null;
  contributionCents: number | null;
  status: RequestStatus;
  answeredAt: Date | null;
  /** What HR wrote. */
  answer: string | null;
  /** What was decided, if it is not what was asked for. */
  decidedOn: string | null;
  decidedCents: number | null;
}

const COLUMNS = `r.id, r.employee_id as "employeeId", r.action, r.plan_type as "planType",
  to_char(r.from_month, 'YYYY-MM') as "fromMonth", to_char(r.until_month, 'YYYY-MM') as "untilMonth",
  r.asked_on as "askedOn", r.asked_at as "askedAt", r.link_class as "linkClass", r.effective_on as "effectiveOn",
  r.contribution_cents as "contributionCents", r.status, r.answered_at as "answeredAt", r.answer,
  r.decided_on as "decidedOn", r.decided_cents as "decidedCents"`;

export type NewRequest = Pick<
  EmployeeRequest,
  | 'employeeId'
  | 'action'
  | 'planType'
  | 'fromMonth'
  | 'untilMonth'
  | 'linkClass'
  | 'effectiveOn'
  | 'contributionCents'
>;

export async function insertRequest(
  sql: Sql,
  { companyId, today }: OpenDay,
  request: NewRequest,
): Promise<number> {
  const first = (month: string | null) => month && `${month}-01`;
  const [row] = await sql<{ id: number }[]>`
    insert into employee_requests (company_id, employee_id, action, plan_type, from_month, until_month, asked_on, link_class,
      effective_on, contribution_cents)
    values (${companyId}, ${request.employeeId}, ${request.action}, ${request.planType}, ${first(request.fromMonth)},
      ${first(request.untilMonth)}, ${today}, ${request.linkClass}, ${request.effectiveOn}, ${request.contributionCents})
    returning id`;
  if (!row) throw new Error('insert into employee_requests returned nothing');
  return row.id;
}

export async function selectOpenRequest(
  sql: Sql,
  companyId: number,
  employeeId: number,
  action: EmployeeAction,
): Promise<EmployeeRequest | undefined> {
  const [request] = await sql<EmployeeRequest[]>`
    select ${sql.unsafe(COLUMNS)} from employee_requests r
    where r.company_id = ${companyId} and r.employee_id = ${employeeId} and r.action = ${action} and r.status = 'open'`;
  return request;
}

export async function selectRequest(
  sql: Sql,
  companyId: number,
  id: number,
): Promise<EmployeeRequest | undefined> {
  const [request] = await sql<EmployeeRequest[]>`
    select ${sql.unsafe(COLUMNS)} from employee_requests r where r.company_id = ${companyId} and r.id = ${id}`;
  return request;
}

/** So many requests of a person are shown: the open ones and the latest answered ones. */
const MAX_SHOWN = 10;

export async function selectRequestsOf(
  sql: Sql,
  companyId: number,
  employeeId: number,
): Promise<EmployeeRequest[]> {
  return await sql<EmployeeRequest[]>`
    select ${sql.unsafe(COLUMNS)} from employee_requests r
    where r.company_id = ${companyId} and r.employee_id = ${employeeId}
    order by r.status <> 'open', r.id desc limit ${MAX_SHOWN}`;
}

/** With the name of the person. */
export type ListedRequest = EmployeeRequest & { firstName: string; lastName: string };

/** Open requests with the oldest first, others with the newest first. */
export async function pageOfRequests(
  sql: Sql,
  companyId: number,
  { open, action }: { open: boolean; action?: EmployeeAction | undefined },
  request: PageRequest,
): Promise<Page<ListedRequest>> {
  // Names are read for the page only. A join of tables without statistics compares each request with each person.
  const nameOfPerson = (column: string) =>
    sql`(select ${sql(column)} from employees where company_id = ${companyId} and id = r.employee_id)`;
  const requests = sql`
    select ${sql.unsafe(COLUMNS)}, ${nameOfPerson('first_name')} as "firstName", ${nameOfPerson('last_name')} as "lastName"
    from employee_requests r
    where r.company_id = ${companyId} and ${open ? sql`r.status = 'open'` : sql`r.status <> 'open'`}
      ${action ? sql`and r.action = ${action}` : sql``}`;
  return await pageOfRows(
    sql,
    requests,
    open ? sql`order by r.id` : sql`order by r.answered_at desc, r.id desc`,
    request,
  );
}

/** Counts open requests of employees, and of unknown people who asked through the join link. */
export async function countOpenRequests(sql: Sql, companyId: number): Promise<number> {
  const [found] = await sql<{ count: number }[]>`
    select (select count(*) from employee_requests where company_id = ${companyId} and status = 'open')
      + (select count(*) from join_requests where company_id = ${companyId}) as count`;
  return found?.count ?? 0;
}

/** Whether it is the first request of the company's day. */
export async function isFirstOfDay(sql: Sql, { companyId, today }: CompanyDay, id: number): Promise<boolean> {
  const others = await sql`
    select from employee_requests
    where company_id = ${companyId} and asked_on = ${today} and id <> ${id} limit 1`;
  return others.length === 0;
}

export async function settleRequest(
  sql: Sql,
  { companyId }: OpenDay,
  id: number,
  {
    status,
    answer = null,
    decided,
  }: {
    status: Exclude<RequestStatus, 'open'>;
    answer?: string | null;
    decided?: Pick<EmployeeRequest, 'effectiveOn' | 'contributionCents'>;
  },
): Promise<void> {
  await sql`
    update employee_requests set status = ${status}, answered_at = now(), answer = ${answer},
      decided_on = ${decided?.effectiveOn ?? null}, decided_cents = ${decided?.contributionCents ?? null}
    where company_id = ${companyId} and id = ${id} and status = 'open'`;
}

/** The setting, and the facts about a person that decide whether they may act. */
export interface Standing {
  mode: EmployeeActionMode;
  hasConflict: boolean;
  hasLeft: boolean;
}

/** Undefined if the person was erased. */
export async function selectStanding(
  sql: Sql,
  { companyId, today }: CompanyDay,
  employeeId: number,
): Promise<Standing | undefined> {
  const [standing] = await sql<Standing[]>`
    select c.employee_actions as mode, ${hasOpenConflict(sql)} as "hasConflict",
      ${hasLeft(sql, today)} as "hasLeft"
    from employees e
    join companies c on c.id = ${companyId}
    where e.company_id = ${companyId} and e.id = ${employeeId} and e.erased_at is null`;
  return standing;
}

/** Whether people who have left have open requests. */
export async function haveLeaversRequests(sql: Sql, companyId: number): Promise<boolean> {
  const found = await sql`
    select from employee_requests r
    join companies c on c.id = ${companyId}
    join employees e on e.company_id = ${companyId} and e.id = r.employee_id
    where r.company_id = ${companyId} and r.status = 'open'
      and ${hasLeft(sql, sql`business_date(c.time_zone, c.clock_frozen_on)`)} limit 1`;
  return found.length > 0;
}

/** Settles the open requests of people who have left. */
export async function lapseRequestsOfLeavers(
  sql: Sql,
  { companyId, today }: CompanyDay,
): Promise<{ id: number; employeeId: number; action: EmployeeAction }[]> {
  return await sql<{ id: number; employeeId: number; action: EmployeeAction }[]>`
    update employee_requests r set status = 'lapsed', answered_at = now()
    from employees e
    where r.company_id = ${companyId} and r.status = 'open' and e.company_id = ${companyId} and e.id = r.employee_id
      and ${hasLeft(sql, today)}
    returning r.id, r.employee_id as "employeeId", r.action`;
}

export async function selectCompaniesWithRequests(sql: Pool): Promise<number[]> {
  return await idsOf(sql<{ id: number }[]>`
    select distinct company_id as id from employee_requests where status = 'open' order by 1`);
}

/** What the employee pays by the offer that waits for an answer. */
export async function selectOfferedCents(
  sql: Sql,
  companyId: number,
  employeeId: number,
): Promise<number | undefined> {
  const [offer] = await sql<{ cents: number }[]>`
    select (o.terms ->> 'contributionCents')::int as cents
    from employees e join contract_offers o on o.company_id = ${companyId} and o.id = e.offer_id
    where e.company_id = ${companyId} and e.id = ${employeeId} and o.status = 'pending'`;
  return offer?.cents;
}
