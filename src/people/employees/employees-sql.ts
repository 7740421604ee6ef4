import { lastSyncedAt, lastSyncOfLink } from '../../company/integrations/latest-runs.ts';
import { andInScope, andLinkedInScope, type Scope, WHOLE_COMPANY } from '../../domain/access/scope.ts';
import type { OpenDay } from '../../domain/day/company-day.ts';
import { rosterFactsRaised } from '../../domain/day/roster-facts.ts';
import type { PayrollField } from '../../domain/person/payroll-fields.ts';
import { groupName } from '../../domain/rules/groups-sql.ts';
import { inOrderOfNumbers, payrollFacts } from '../../domain/rules/personnel-numbers-sql.ts';
import {
  contributionCents,
  nextTermTicketOn,
  nextTicketOn,
  planInForce,
  subscriptionEnd,
  subscriptionPauses,
  subscriptionStatus,
} from '../../domain/rules/subscription-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import { hiddenFromPlanner } from '../../platform/db/planner.ts';
import { readyStatement } from '../../platform/db/ready-statement.ts';
import type { Sql } from '../../platform/db/types.ts';
import type { Employee, ListedPerson } from './employee.ts';
import { payrollAsJson } from './payroll-sql.ts';

/**
 * The employees with these ids, in any order, as one JSON value: the driver takes twice as long to read single columns.
 */
export async function selectEmployees(
  sql: Sql,
  companyId: number,
  ids: readonly number[],
  scope: Scope = WHOLE_COMPANY,
): Promise<Employee[]> {
  const [found] =
    scope === WHOLE_COMPANY
      ? await employeesOfCompany<Found>(sql, companyId, ids)
      : await sql<Found[]>`${employeesAsJson(sql, companyId, ids, scope)}`;
  return found?.employees ?? [];
}

interface Found {
  employees: Employee[] | null;
}

/** Most reads are of this kind. */
const employeesOfCompany = readyStatement((sql: Sql, companyId: number, ids: readonly number[]) =>
  employeesAsJson(sql, companyId, ids, WHOLE_COMPANY),
);

function employeesAsJson(sql: Sql, companyId: number, ids: readonly number[], scope: Scope): Fragment {
  return sql`
    with ${judgedEmployees(sql, companyId, ids, scope)}
    select json_agg(employee) as employees
    from (
      select ${listedFields(sql)}, e.company_id as "companyId", e.profile_image as "profileImage",
        e.locale,
        greatest(
          e.earlier_paused_on,
          case when not isempty(e.pauses) then latest_pause_begun(e.pauses, e.today) end) as "pausedAt",
        case when e.term_end <= e.today then e.term_end end as "cancelledAt",
        greatest(
          e.earlier_reactivated_on,
          case when e.term_number > 1 and e.term_start <= e.today then e.term_start end,
          e.term_reopened_on,
          case when not isempty(e.pauses) then latest_pause_over(e.pauses, e.term_end, e.today) end) as "reactivatedAt",
        t.id as "ticketId", to_char(t.month, 'YYYY-MM') as "ticketMonth", t.valid_from as "ticketValidFrom",
        t.valid_until as "ticketValidUntil",
        (select coalesce(json_agg(link), '[]') from (${linksOfEmployee(sql, companyId, scope)}) link) as links
      from judged e
      join prices p on p.day = coalesce(e.next_ticket_on, e.today)
      left join lateral (
        select t.id, t.month, t.valid_from, t.valid_until
        from tickets t
        where t.company_id = ${companyId} and t.employee_id = e.id and t.voided_at is null
        order by t.month desc
        limit 1
      ) t on true
    ) employee`;
}

/** For exports: reading links and tickets as well took three times as long. */
export async function selectListedPeople(
  sql: Sql,
  companyId: number,
  ids: readonly number[],
): Promise<ListedPerson[]> {
  const [found] = await sql<{ people: ListedPerson[] | null }[]>`
    with ${judgedEmployees(sql, companyId, ids, WHOLE_COMPANY)}
    select json_agg(person) as people
    from (
      select ${listedFields(sql)}, ${payrollFacts(sql)} as payroll, ${groupName(sql)} as "group"
      from judged e
      join prices p on p.day = coalesce(e.next_ticket_on, e.today)
    ) person`;
  return found?.people ?? [];
}

/**
 * Common table expressions: the employees with these ids, judged on the business date, and the prices that they need.
 * `company` and `judged` are materialized, so that the rules' functions get columns as arguments and are inlined.
 * The planner knows neither the company nor how many ids there are, so it keeps one plan. Otherwise it planned each read of a few
 * employees anew, or each in a small company beside a large one: 2.2 ms, beside 0.4 ms to execute it.
 */
function judgedEmployees(sql: Sql, companyId: number, ids: readonly number[], scope: Scope): Fragment {
  const today = sql`c.today`;
  const plan = planInForce(sql, sql`c.default_plan_type`, today);
  return sql`
    company as materialized (
      select locale, default_plan_type, subsidy_cents, business_date(time_zone, clock_frozen_on) as today
      from companies where id = ${companyId}
    ), judged as materialized (
      select e.*, c.locale, c.subsidy_cents, c.default_plan_type, c.today,
        ${subscriptionEnd(sql)} as term_end,
        ${subscriptionStatus(sql, today)} as status,
        coalesce(${nextTicketOn(sql, today)},
          case when ${plan} = 'fully-subsidized-plan' then ${nextTermTicketOn(sql, today)} end) as next_ticket_on,
        ${subscriptionPauses(sql)} as pauses,
        ${plan} as plan
      from company c
      join employees e on e.company_id = ${hiddenFromPlanner(sql, companyId)}
        and e.id = any(array(select unnest(${ids}::bigint[])))
        ${andLinkedInScope(sql, companyId, scope, sql`e.id`)}
    ), prices as materialized (
      select day, ticket_price_cents(day) as cents
      from (select distinct coalesce(next_ticket_on, today) as day from judged) days
    )`;
}

/** The fields that lists show, of a judged employee `e` and the price `p` of their next ticket. */
function listedFields(sql: Sql): Fragment {
  return sql`
    e.id, e.first_name as "firstName", e.last_name as "lastName", e.email, e.date_of_birth as "dateOfBirth",
    e.status, case when e.term_start <= e.today then e.term_start end as "startAt",
    e.next_ticket_on as "nextTicketAt", e.plan as "planType",
    contract_status_shown(e.plan, e.contract_status) as "contractStatus",
    ${contributionCents(sql, {
      month: sql`p.day`,
      priceCents: sql`p.cents`,
      subsidyCents: sql`e.subsidy_cents`,
      defaultPlanType: sql`e.default_plan_type`,
    })} as "contributionCents"`;
}

/** The links of employee `e` within the scope. The first one that has a number has the personnel number. */
function linksOfEmployee(sql: Sql, companyId: number, scope: Scope): Fragment {
  return sql`
    select l.type, l.hr_id as "hrId", l.integration_id as "integrationId", last_sync.sync_id as "lastSyncId",
      ${lastSyncedAt(sql)} as "lastSyncedAt"
    from hr_links l
    join hr_integrations i on i.company_id = l.company_id and i.id = l.integration_id
    ${lastSyncOfLink(sql)}
    where l.company_id = ${companyId} and l.employee_id = e.id ${andInScope(sql, scope, sql`l.integration_id`)}
    ${inOrderOfNumbers(sql)}`;
}

export async function employeeExists(
  sql: Sql,
  companyId: number,
  scope: Scope,
  id: number,
): Promise<boolean> {
  const found = await sql`
    select from employees
    where company_id = ${companyId} and id = ${id} ${andLinkedInScope(sql, companyId, scope, sql`employees.id`)}`;
  return found.length > 0;
}

/** Returns the company's business date, or nothing if the company is unknown. */
export async function selectBusinessDate(sql: Sql, companyId: number): Promise<string | undefined> {
  const [row] = await sql<{ today: string }[]>`
    select business_date(time_zone, clock_frozen_on) as today from companies where id = ${companyId}`;
  return row?.today;
}

/** Payroll fields may be null or missing. Once a roster lists the person, its values are used. */
export interface NewEmployee extends Partial<Record<PayrollField, string | null>> {
  firstName: string;
  lastName: string;
  email: string;
  dateOfBirth: string;
  profileImage?: string | null;
}

export async function insertEmployee(
  sql: Sql,
  { companyId }: OpenDay,
  employee: NewEmployee,
): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    with ${rosterFactsRaised(sql, companyId)}
    insert into employees (company_id, first_name, last_name, email, date_of_birth, profile_image, payroll)
    values (${companyId}, ${employee.firstName}, ${employee.lastName}, ${employee.email}, ${employee.dateOfBirth},
      ${employee.profileImage ?? null}, ${payrollAsJson(sql, employee)})
    returning id`;
  if (!row) throw new Error('insert into employees returned nothing');
  return row.id;
}

/** Ids are unique over all companies, although rows are keyed by company. */
export async function selectCompanyOf(sql: Sql, id: number): Promise<number | undefined> {
  const [row] = await sql<{ companyId: number }[]>`
    select company_id as "companyId" from employees where id = ${id}`;
  return row?.companyId;
}

/** Erased people are not found. */
export async function lockEmployee(sql: Sql, companyId: number, id: number): Promise<boolean> {
  const found = await sql`
    select from employees where company_id = ${companyId} and id = ${id} and erased_at is null for update`;
  return found.length > 0;
}

/** Returns nothing if the employee already has a present link to the integration. */
export async function insertCustomLink(
  sql: Sql,
  { companyId }: OpenDay,
  employeeId: number,
  integrationId: number,
): Promise<number | undefined> {
  const [row] = await sql<{ id: number }[]>`
    with ${rosterFactsRaised(sql, companyId)}
    insert into hr_links (company_id, employee_id, integration_id, type)
    values (${companyId}, ${employeeId}, ${integrationId}, 'custom')
    on conflict (company_id, employee_id, integration_id) where ended_at is null do nothing
    returning id`;
  return row?.id;
}

export async function touchEmployee(sql: Sql, { companyId }: OpenDay, id: number): Promise<void> {
  await sql`update employees set updated_at = now() where company_id = ${companyId} and id = ${id}`;
}
