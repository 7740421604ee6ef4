import type { Row } from 'postgres';
import { isAwaited } from '../../domain/person/awaited-sql.ts';
import { isConflictOf } from '../../domain/rules/open-conflict-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';
import { stagedEntries } from './staged-entries-sql.ts';

/** The ids and HR numbers by which a person's data is found. */
export interface Person {
  companyId: number;
  employeeId: number;
}

/** Selects whole rows, so that columns of later migrations are included. */
export async function selectRecord(sql: Sql, { companyId, employeeId }: Person): Promise<Row | undefined> {
  const [row] = await sql`select * from employees where company_id = ${companyId} and id = ${employeeId}`;
  return row;
}

/** Tables with `employee_id`, whole rows in the order of creation. */
export const PERSONAL_TABLES = {
  past_terms: 'number',
  hr_links: 'id',
  contract_offers: 'id',
  contract_progress: 'offer_id',
  tickets: 'id',
  charges: 'id',
  documents: 'id',
  sync_changes: 'id',
  employee_requests: 'id',
  link_viewers: 'last_at',
  mails: 'id',
  mail_opt_outs: 'at',
  bulk_action_people: 'bulk_action_id',
  group_memberships: 'id',
  waiting_entries: 'id',
  wallet_passes: 'id',
} as const;

export async function selectPersonalRows(
  sql: Sql,
  { companyId, employeeId }: Person,
  table: keyof typeof PERSONAL_TABLES,
): Promise<Row[]> {
  return await sql`
    select * from ${sql(table)} where company_id = ${companyId} and employee_id = ${employeeId}
    order by ${sql(PERSONAL_TABLES[table])}`;
}

/** The devices that have registered for a pass of the person, without the addresses of their pushes. */
export async function selectPassDevices(sql: Sql, { companyId, employeeId }: Person): Promise<Row[]> {
  return await sql`
    select r.pass_id, r.wallet, r.device, r.registered_at from pass_registrations r
    join wallet_passes p on p.company_id = r.company_id and p.id = r.pass_id
    where r.company_id = ${companyId} and p.company_id = ${companyId} and p.employee_id = ${employeeId} order by r.id`;
}

/**
 * Entries of waiting rosters that concern the person: by HR number, or by the match that a sync would make.
 */
export async function selectStagedEntries(sql: Sql, { companyId, employeeId }: Person): Promise<Row[]> {
  return await sql`
    select s.* from ${stagedEntries(sql, companyId)} s
    join roster_uploads u on u.company_id = s.company_id and u.id = s.upload_id
    join employees e on e.company_id = s.company_id and e.id = ${employeeId}
    where u.company_id = ${companyId} and ((normal_email(s.email) = e.email_normal
        and coalesce(s.date_of_birth = e.date_of_birth, true))
      or (u.integration_id, s.hr_id) in (
        select l.integration_id, l.hr_id from hr_links l
        where l.company_id = ${companyId} and l.employee_id = ${employeeId} and l.hr_id is not null
      ))
    order by s.upload_id, s.position`;
}

/** Events about the person. Counted ones name nobody. */
export async function selectEventRows(sql: Sql, { companyId, employeeId }: Person): Promise<Row[]> {
  return await sql`
    select type, created_at, data from events
    where company_id = ${companyId} and data -> 'employeeId' = to_jsonb(${employeeId}::bigint) order by seq`;
}

/** Errors in the person's entries, from the problems of runs. */
export async function selectInvalidEntries(sql: Sql, person: Person): Promise<Row[]> {
  return await sql`
    select r.id as run_id, r.integration_id, error.value as error
    from sync_runs r
    cross join lateral jsonb_path_query(r.problems, '$[*].errors[*]') as error (value)
    where r.company_id = ${person.companyId} and ${isNumberOf(sql, person, sql`error.value ->> 'hrId'`)}
    order by r.id, error.value ->> 'pointer'`;
}

/** Problems of runs that name the person. */
export async function selectRosterProblems(sql: Sql, person: Person): Promise<Row[]> {
  return await sql`
    select r.id as run_id, r.integration_id, problem ->> 'code' as code, problem -> 'pointers' ->> (at - 1)::int as pointer
    from sync_runs r
    cross join lateral jsonb_array_elements(r.problems) problem
    cross join lateral jsonb_array_elements_text(problem -> 'hrIds') with ordinality as numbers (number, at)
    where r.company_id = ${person.companyId} and ${isNumberOf(sql, person, sql`number`)}
    order by r.id, code, at`;
}

/** Errors in the person's entries of refused rosters. */
export async function selectRefusedEntries(sql: Sql, person: Person): Promise<Row[]> {
  return await sql`
    select r.id as attempt_id, r.integration_id, error
    from sync_attempts r
    cross join lateral jsonb_array_elements(r.errors) error
    where r.company_id = ${person.companyId} and ${isNumberOf(sql, person, sql`error ->> 'hrId'`)}
    order by r.id, error ->> 'pointer'`;
}

/** Whether the person had this number in the integration of the run or attempt `r`. */
const isNumberOf = (sql: Sql, { companyId, employeeId }: Person, number: Fragment): Fragment => sql`
  (r.integration_id, ${number}) in (
    select l.integration_id, l.hr_id from hr_links l where l.company_id = ${companyId} and l.employee_id = ${employeeId})`;

/** Tables that refer to the person's links. */
export async function selectRowsOfLinks(
  sql: Sql,
  { companyId, employeeId }: Person,
  table: 'sync_held_ends' | 'sync_conflicts',
): Promise<Row[]> {
  return await sql`
    select t.* from ${sql(table)} t
    join hr_links l on ${table === 'sync_conflicts' ? isConflictOf(sql, 't') : sql`l.company_id = t.company_id and l.id = t.link_id`}
    where t.company_id = ${companyId} and l.employee_id = ${employeeId} order by t.link_id`;
}

/** Pairs of numbers of which the person had one last. */
export async function selectDuplicateRows(sql: Sql, { companyId, employeeId }: Person): Promise<Row[]> {
  return await sql`
    select distinct d.* from possible_duplicates d
    join hr_links l on l.company_id = d.company_id and l.integration_id = d.integration_id
      and l.hr_id in (d.first_hr_id, d.hr_id)
    where d.company_id = ${companyId} and l.employee_id = ${employeeId} and not exists (
      select from hr_links o where o.company_id = l.company_id and o.integration_id = l.integration_id
        and o.hr_id = l.hr_id and o.id > l.id and o.employee_id <> l.employee_id)
    order by d.id`;
}

/** Entries that wait for a decision and seem to mean the person. */
export async function selectAwaitingRows(sql: Sql, { companyId, employeeId }: Person): Promise<Row[]> {
  return await sql`
    select w.* from waiting_entries w
    join employees e on e.company_id = w.company_id and e.id = ${employeeId}
    where w.company_id = ${companyId} and ${isAwaited(sql, 'w', 'e')}
    order by w.id`;
}

/** Audit entries about the person, their contracts and documents, or made by them. */
export async function selectAuditRows(sql: Sql, { companyId, employeeId }: Person): Promise<Row[]> {
  return await sql`
    select a.* from audit_log a
    where a.company_id = ${companyId} and (
      (a.subject_type = 'employee' and a.subject_id = ${employeeId})
      or (a.actor_type = 'employee' and a.actor_id = ${employeeId})
      or (a.subject_type = 'contract-offer' and a.subject_id in (
        select id from contract_offers where company_id = ${companyId} and employee_id = ${employeeId}))
      or (a.subject_type = 'document' and a.subject_id in (
        select id from documents where company_id = ${companyId} and employee_id = ${employeeId}))
    )
    order by a.id`;
}
