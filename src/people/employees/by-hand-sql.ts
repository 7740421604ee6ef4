import type { Actor } from '../../domain/audit/record-change.ts';
import type { OpenDay } from '../../domain/day/company-day.ts';
import { changedEmail } from '../../domain/day/link-version.ts';
import { rosterFactsRaised } from '../../domain/day/roster-facts.ts';
import type { Sql } from '../../platform/db/types.ts';
import type { NewEmployee } from './employees-sql.ts';
import { payrollAsJson, payrollColumns } from './payroll-sql.ts';

/** Whether an admin may edit or delete a person. */
export interface ByHand extends Required<NewEmployee> {
  /** An HR integration lists the person, or has listed the person before. */
  isKeptByHr: boolean;
  /** A ticket, a document other than an open contract, a charge or an answered contract exists. */
  isIssued: boolean;
}

/** Erased people are not found. Locks the person. */
export async function selectByHandForUpdate(
  sql: Sql,
  { companyId }: OpenDay,
  id: number,
): Promise<ByHand | undefined> {
  const [found] = await sql<ByHand[]>`
    select first_name as "firstName", last_name as "lastName", email, date_of_birth as "dateOfBirth",
      profile_image as "profileImage", ${payrollColumns(sql)},
      exists (select from hr_links l where l.company_id = ${companyId} and l.employee_id = e.id
        and l.type = 'hr-integration') as "isKeptByHr",
      exists (select from tickets t where t.company_id = ${companyId} and t.employee_id = e.id)
        or exists (select from charges c where c.company_id = ${companyId} and c.employee_id = e.id)
        or exists (select from documents d where d.company_id = ${companyId} and d.employee_id = e.id
          and (d.kind <> 'contract' or d.downloadable))
        or exists (select from contract_offers o where o.company_id = ${companyId} and o.employee_id = e.id
          and o.status <> 'pending') as "isIssued"
    from employees e
    where e.company_id = ${companyId} and e.id = ${id} and e.erased_at is null
    for update`;
  return found;
}

export async function updatePerson(
  sql: Sql,
  { companyId }: OpenDay,
  id: number,
  person: NewEmployee,
  actor: Actor,
): Promise<void> {
  await sql`
    with ${rosterFactsRaised(sql, companyId)}
    update employees e set first_name = ${person.firstName}, last_name = ${person.lastName},
      ${changedEmail(sql, sql`${person.email}::text`, actor)}, date_of_birth = ${person.dateOfBirth},
      profile_image = ${person.profileImage ?? null}, payroll = ${payrollAsJson(sql, person)}, updated_at = now()
    where e.company_id = ${companyId} and e.id = ${id}`;
}

/** Deletes a person without tickets, with open offers, links by hand and queued mails. */
export async function deletePerson(sql: Sql, { companyId }: OpenDay, id: number): Promise<void> {
  await sql`
    update employees set offer_id = null, contract_status = null where company_id = ${companyId} and id = ${id}`;
  await sql`delete from mails where company_id = ${companyId} and employee_id = ${id}`;
  await sql`delete from employee_requests where company_id = ${companyId} and employee_id = ${id}`;
  await sql`delete from link_viewers where company_id = ${companyId} and employee_id = ${id}`;
  await sql`delete from mail_opt_outs where company_id = ${companyId} and employee_id = ${id}`;
  await sql`delete from documents where company_id = ${companyId} and employee_id = ${id}`;
  await sql`delete from contract_offers where company_id = ${companyId} and employee_id = ${id}`;
  await sql`delete from past_terms where company_id = ${companyId} and employee_id = ${id}`;
  await sql`
    with ${rosterFactsRaised(sql, companyId)}
    delete from hr_links where company_id = ${companyId} and employee_id = ${id}`;
  // biome-ignore lint/plugin: the statement before it has raised roster_facts.
  await sql`delete from employees where company_id = ${companyId} and id = ${id}`;
}
