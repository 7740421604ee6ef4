import type { OpenDay } from '../day/company-day.ts';
import { rosterFactsRaised } from '../day/roster-facts.ts';
import type { Sql } from '../db/types.ts';
import type { Employee } from './employee.ts';
import { type EmployeeRow, toEmployees } from './employee-row.ts';

/**
 * Employees by company and id, each at the position they are asked at; those that do not exist are undefined.
 * The business dates are fixed first, so that the rules' functions get a column and are inlined.
 *
 * All come as one JSON value, which costs this process 7 to 11 µs for each employee; as single columns they took it 20.
 */
export async function readEmployees(
  sql: Sql,
  companyIds: readonly number[],
  ids: readonly number[],
): Promise<(Employee | undefined)[]> {
  const [found] = await sql<{ rows: EmployeeRow[] | null }[]>`
    with asked as materialized (
      select a.position, a.company_id, a.id, c.locale, c.default_plan_type, c.subsidy_cents,
        business_date(c.time_zone, c.clock_frozen_on) as today
      from unnest(${companyIds}::bigint[], ${ids}::bigint[]) with ordinality as a (company_id, id, position)
      join companies c on c.id = a.company_id
    ), judged as materialized (
      select e.*, a.position, a.locale, a.subsidy_cents, a.today,
        subscription_end(term_end_hr, term_end_person, term_end_contract) as term_end,
        subscription_status(
          term_start, term_end_hr, term_end_person, term_end_contract, pauses_hr, pauses_person, a.today) as status,
        subscription_next_ticket_on(
          term_start, term_end_hr, term_end_person, term_end_contract, pauses_hr, pauses_person, a.today) as next_ticket_on,
        subscription_pauses(
          term_start, term_end_hr, term_end_person, term_end_contract, pauses_hr, pauses_person) as pauses,
        plan_in_force(plan_type, next_plan_type, next_plan_from, a.default_plan_type, a.today) as plan
      from asked a
      join employees e on e.company_id = a.company_id and e.id = a.id
    ), prices as materialized (
      select day, ticket_price_cents(day) as cents
      from (select distinct coalesce(next_ticket_on, today) as day from judged) days
    )
    select json_agg(json_build_array(
      e.position, e.company_id, e.id, e.first_name, e.last_name, e.email, e.date_of_birth, e.profile_image, e.locale,
      e.status,
      case when e.term_start <= e.today then e.term_start end,
      e.next_ticket_on,
      greatest(e.earlier_paused_on, case when not isempty(e.pauses) then latest_pause_begun(e.pauses, e.today) end),
      case when e.term_end <= e.today then e.term_end end,
      greatest(
        e.earlier_reactivated_on,
        case when e.term_number > 1 and e.term_start <= e.today then e.term_start end,
        e.term_reopened_on,
        case when not isempty(e.pauses) then latest_pause_over(e.pauses, e.term_end, e.today) end),
      e.plan, contract_status_shown(e.plan, e.contract_status), employee_contribution_cents(e.plan, p.cents, e.subsidy_cents),
      t.id, to_char(t.month, 'YYYY-MM'), t.valid_from, t.valid_until,
      l.type, l.hr_id, l.integration_id, r.sync_id, coalesce(r.finished_at, r.accepted_at)
    ) order by l.ended_at is not null, l.id) as rows
    from judged e
    join prices p on p.day = coalesce(e.next_ticket_on, e.today)
    left join lateral (
      select t.id, t.month, t.valid_from, t.valid_until
      from tickets t
      where t.company_id = e.company_id and t.employee_id = e.id and t.voided_at is null
      order by t.month desc
      limit 1
    ) t on true
    left join (
      hr_links l
      join hr_integrations i on i.company_id = l.company_id and i.id = l.integration_id
      -- A present link was part of whatever its integration applied last; only an ended one remembers a run of its own.
      left join sync_runs r on l.type = 'hr-integration' and r.company_id = l.company_id
        and r.id = case when l.ended_at is null then i.last_applied_run_id else l.last_run_id end
    ) on l.company_id = e.company_id and l.employee_id = e.id`;
  return toEmployees(found?.rows ?? [], ids.length);
}

/** The same without those that do not exist. */
export async function selectEmployees(
  sql: Sql,
  companyIds: readonly number[],
  ids: readonly number[],
): Promise<Employee[]> {
  return (await readEmployees(sql, companyIds, ids)).filter((employee) => employee !== undefined);
}

export async function employeeExists(sql: Sql, companyId: number, id: number): Promise<boolean> {
  const found = await sql`select from employees where company_id = ${companyId} and id = ${id}`;
  return found.length > 0;
}

/** The company's business date, or nothing when there is no such company. */
export async function selectBusinessDate(sql: Sql, companyId: number): Promise<string | undefined> {
  const [row] = await sql<{ today: string }[]>`
    select business_date(time_zone, clock_frozen_on) as today from companies where id = ${companyId}`;
  return row?.today;
}

export interface NewEmployee {
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
    insert into employees (company_id, first_name, last_name, email, date_of_birth, profile_image)
    values (${companyId}, ${employee.firstName}, ${employee.lastName}, ${employee.email}, ${employee.dateOfBirth},
      ${employee.profileImage ?? null})
    returning id`;
  if (!row) throw new Error('insert into employees returned nothing');
  return row.id;
}

/** Employees' ids are unique among all companies, though every record is kept under its company's. */
export async function selectCompanyOf(sql: Sql, id: number): Promise<number | undefined> {
  const [row] = await sql<{ companyId: number }[]>`
    select company_id as "companyId" from employees where id = ${id}`;
  return row?.companyId;
}

/** Nobody who has been erased is found. */
export async function lockEmployee(sql: Sql, companyId: number, id: number): Promise<boolean> {
  const found = await sql`
    select from employees where company_id = ${companyId} and id = ${id} and erased_at is null for update`;
  return found.length > 0;
}

/** Nothing comes back when the employee already has a present link to the integration. */
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
