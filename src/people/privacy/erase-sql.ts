import { randomUUID } from 'node:crypto';
import type { OpenDay } from '../../domain/day/company-day.ts';
import { rosterFactsRaised } from '../../domain/day/roster-facts.ts';
import { isAwaited } from '../../domain/person/awaited-sql.ts';
import { describes, entryInJson, recordOf } from '../../domain/person/describes-sql.ts';
import { isLinked } from '../../domain/rules/links-sql.ts';
import { isConflictOf } from '../../domain/rules/open-conflict-sql.ts';
import { subscriptionEnd } from '../../domain/rules/subscription-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';
import { stagedEntries } from './staged-entries-sql.ts';

/** The state of a person, as far as it decides about erasure. */
export interface Leaver {
  erasedAt: Date | null;
  hasLiveTerm: boolean;
  isLinked: boolean;
  /** Listed in a roster that is arriving or waiting: the HR system is about to add the person again. */
  isStaged: boolean;
  /** An entry that waits for a decision seems to mean the person. */
  isAwaited: boolean;
  /** The first day on which the person may be erased. */
  erasableFrom: string;
}

/**
 * The retention period starts with the later of the subscription's end and the end of the last link, or with
 * the creation of the record if there is neither.
 */
export async function selectLeaverForUpdate(
  sql: Sql,
  { companyId, today }: OpenDay,
  employeeId: number,
): Promise<Leaver | undefined> {
  const [leaver] = await sql<Leaver[]>`
    select e.erased_at as "erasedAt",
      e.term_start is not null and coalesce(ended.term > ${today}::date, true) as "hasLiveTerm",
      ${isLinked(sql)} as "isLinked",
      exists (
        select from ${stagedEntries(sql, companyId)} s
        join roster_uploads u on u.company_id = s.company_id and u.id = s.upload_id and u.lease_until > now()
        where u.company_id = ${companyId}
          and ((normal_email(s.email) = e.email_normal and coalesce(s.date_of_birth = e.date_of_birth, true))
            or (u.integration_id, s.hr_id) in (
              select l.integration_id, l.hr_id from hr_links l where l.company_id = ${companyId} and l.employee_id = e.id))
      ) as "isStaged",
      exists (
        select from waiting_entries w where w.company_id = ${companyId} and ${isAwaited(sql, 'w', 'e')}
      ) as "isAwaited",
      (coalesce(greatest(ended.term, ended.link), (e.created_at at time zone c.time_zone)::date)
        + make_interval(months => c.retention_months))::date as "erasableFrom"
    from employees e
    join companies c on c.id = e.company_id
    cross join lateral (
      select ${subscriptionEnd(sql)} as term,
        (select max((l.ended_at at time zone c.time_zone)::date) from hr_links l
         where l.company_id = ${companyId} and l.employee_id = e.id) as link
    ) ended
    where e.company_id = ${companyId} and e.id = ${employeeId}
    for no key update of e`;
  return leaver;
}

/** Replaces the name in required columns. */
const FIRST_NAME = 'Erased';

/** Replaces name, e-mail address and birth date: the person cannot be found or contacted any more. */
export async function blankRecord(sql: Sql, { companyId }: OpenDay, id: number): Promise<void> {
  await sql`
    with ${rosterFactsRaised(sql, companyId)}
    update employees set first_name = ${FIRST_NAME}, last_name = ${String(id)}, email = ${`erased-${id}@invalid.example`},
      link_version = link_version + 1, email_changed_at = null, email_changed_by_type = null, email_changed_by_id = null,
      date_of_birth = '1900-01-01', profile_image = null, payroll = null,
      offer_id = case when contract_status = 'accepted' then offer_id end,
      contract_status = case when contract_status = 'accepted' then contract_status end,
      group_id = null, group_subsidy_cents = null, group_plan_type = null, group_by_hand = false,
      erased_at = now(), updated_at = now()
    where company_id = ${companyId} and id = ${id}`;
}

/**
 * Blanks changes, problems, attempts and staged entries of rosters, which know the person by an HR number; so it runs before the
 * links are blanked. A change that was never matched to a person is found by its HR number alone.
 */
export async function blankRosterTraces(sql: Sql, { companyId }: OpenDay, employeeId: number): Promise<void> {
  await sql`
    update sync_changes s set fields = '{}', hr_id = null, listed_before = null, entry = null
    from sync_runs r
    where s.company_id = ${companyId} and r.company_id = s.company_id and r.id = s.run_id
      and (s.employee_id = ${employeeId} or (s.employee_id is null and (r.integration_id, s.hr_id) in (
        select l.integration_id, l.hr_id from hr_links l where l.company_id = ${companyId} and l.employee_id = ${employeeId})))`;
  // An entry of another number may describe the person: it was in conflict, or it waited. That change stays.
  const describesThem = (entry: string) =>
    describes(sql, entryInJson(sql, sql`s.${sql(entry)}`), recordOf(sql, 'e'));
  const without = (entry: string) => sql`
    case when ${describesThem(entry)} is not true then s.${sql(entry)} end`;
  await sql`
    update sync_changes s set entry = ${without('entry')}, listed_before = ${without('listed_before')}
    from employees e
    where s.company_id = ${companyId} and e.company_id = s.company_id and e.id = ${employeeId}
      and (${describesThem('entry')} or ${describesThem('listed_before')})`;
  const isTheirs = (number: Fragment) => isNumberOf(sql, companyId, employeeId, number);
  const withoutNumbers = (errors: Fragment) => sql`
    select jsonb_agg(case when ${isTheirs(sql`e ->> 'hrId'`)} then e - 'hrId' else e end order by at)
    from jsonb_array_elements(${errors}) with ordinality as errors (e, at)`;
  await sql`
    update sync_runs r set problems = (
      select jsonb_agg(p
        || case when p ? 'errors' then jsonb_build_object('errors', (${withoutNumbers(sql`p -> 'errors'`)})) else '{}' end
        || case when p ? 'hrIds' then jsonb_build_object('hrIds', (
            select coalesce(jsonb_agg(case when ${isTheirs(sql`n #>> '{}'`)} then 'null' else n end order by at), '[]')
            from jsonb_array_elements(p -> 'hrIds') with ordinality as numbers (n, at))) else '{}' end
        order by place)
      from jsonb_array_elements(r.problems) with ordinality as listed (p, place))
    where r.company_id = ${companyId} and exists (
      select from (
        select jsonb_path_query(r.problems, '$[*].errors[*].hrId')
        union all
        select jsonb_path_query(r.problems, '$[*].hrIds[*]')
      ) named (number) where ${isTheirs(sql`number #>> '{}'`)})`;
  await sql`
    update sync_attempts r set errors = (${withoutNumbers(sql`r.errors`)})
    where r.company_id = ${companyId} and exists (
      select from jsonb_path_query(r.errors, '$[*].hrId') number where ${isTheirs(sql`number #>> '{}'`)})`;
  await sql`
    delete from sync_conflicts k using hr_links l
    where k.company_id = ${companyId} and ${isConflictOf(sql)} and l.employee_id = ${employeeId}`;
  await sql`
    delete from possible_duplicates d using hr_links l
    where d.company_id = ${companyId} and l.company_id = d.company_id and l.integration_id = d.integration_id
      and l.employee_id = ${employeeId} and l.hr_id in (d.first_hr_id, d.hr_id)
      -- The number may have been given to somebody else since.
      and not exists (
        select from hr_links o where o.company_id = l.company_id and o.integration_id = l.integration_id
          and o.hr_id = l.hr_id and o.id > l.id and o.employee_id <> l.employee_id)`;
  await sql`
    with ${rosterFactsRaised(sql, companyId)}
    delete from waiting_entries where company_id = ${companyId} and employee_id = ${employeeId}`;
  await sql`update roster_pulls set preview = null where company_id = ${companyId} and preview is not null`;
  // One that has been read is kept only to change the mapping.
  await sql`
    delete from dropped_files f
    where f.company_id = ${companyId} and f.received_at is not null and not exists (
      select from roster_pulls p
      where p.company_id = ${companyId} and p.integration_id = f.integration_id and p.purpose = 'roster'
        and p.finished_at is null and coalesce(p.file_id, f.id) = f.id)`;
  await sql`
    delete from roster_entries s using roster_uploads u
    where s.company_id = ${companyId} and u.company_id = s.company_id and u.id = s.upload_id
      and (u.integration_id, s.hr_id) in (
        select l.integration_id, l.hr_id from hr_links l where l.company_id = ${companyId} and l.employee_id = ${employeeId})`;
  // Those that wait do not list the person: `selectLeaverForUpdate`.
  await sql`update roster_uploads set entries = null where company_id = ${companyId} and lease_until <= now()`;
  // A hash would confirm a guess at the entry.
  await sql`update hr_integrations set entry_hashes = null where company_id = ${companyId}`;
}

/** Whether the person had this number in the integration of the run or attempt `r`. */
const isNumberOf = (sql: Sql, companyId: number, employeeId: number, number: Fragment): Fragment => sql`
  (r.integration_id, ${number}) in (
    select l.integration_id, l.hr_id from hr_links l where l.company_id = ${companyId} and l.employee_id = ${employeeId})`;

/** A random HR number, so that no roster can match the erased person. */
export async function blankLinks(sql: Sql, { companyId }: OpenDay, employeeId: number): Promise<void> {
  await sql`
    with ${rosterFactsRaised(sql, companyId)}
    update hr_links set hr_id = case when hr_id is not null then 'erased-' || ${randomUUID()}::text || '-' || id::text end, absences = '[]', payroll = null,
      listed_first_name = null, listed_last_name = null, listed_email = null, listed_date_of_birth = null, listed_profile_image = null
    where company_id = ${companyId} and employee_id = ${employeeId}`;
}

/**
 * Withdraws open offers. The digest is blanked because the digest of a text with a name would confirm a
 * guessed name.
 */
export async function blankOffers(sql: Sql, { companyId }: OpenDay, employeeId: number): Promise<void> {
  await sql`
    update contract_offers set
      terms = terms || ${sql.json({ firstName: FIRST_NAME, lastName: String(employeeId) })},
      text_digest = sha256(''),
      -- Null without a proof.
      proof = jsonb_set('{}', '{by}', proof -> 'by')
    where company_id = ${companyId} and employee_id = ${employeeId}`;
  await sql`
    update contract_offers set withdrawn_at = now()
    where company_id = ${companyId} and employee_id = ${employeeId} and status <> 'accepted' and withdrawn_at is null`;
}

/** Keeps receipts without the name and the personnel number; deletes uploads and contracts with their pieces. */
export async function blankDocuments(sql: Sql, { companyId }: OpenDay, employeeId: number): Promise<number> {
  await sql`
    update documents
    set receipt = receipt - 'personnelNumber' || ${sql.json({ firstName: FIRST_NAME, lastName: String(employeeId) })},
      updated_at = now()
    where company_id = ${companyId} and employee_id = ${employeeId} and kind = 'receipt'`;
  const { count } = await sql`
    delete from documents
    where company_id = ${companyId} and employee_id = ${employeeId} and kind in ('upload', 'contract')`;
  return count;
}

/** Requests say when somebody wanted a ticket, and HR's answers may name reasons. */
export async function deleteRequests(sql: Sql, { companyId }: OpenDay, employeeId: number): Promise<void> {
  await sql`delete from employee_requests where company_id = ${companyId} and employee_id = ${employeeId}`;
  await sql`
    delete from join_requests j using employees e
    where j.company_id = ${companyId} and e.company_id = ${companyId} and e.id = ${employeeId} and j.email = e.email_normal`;
}

/** Deletes the list of users who have seen the person's link. */
export async function deleteLinkViewers(sql: Sql, { companyId }: OpenDay, employeeId: number): Promise<void> {
  await sql`delete from link_viewers where company_id = ${companyId} and employee_id = ${employeeId}`;
}

/** Mails contain the address, and answers of mail servers too. */
export async function deleteMails(sql: Sql, { companyId }: OpenDay, employeeId: number): Promise<void> {
  await sql`delete from mails where company_id = ${companyId} and employee_id = ${employeeId}`;
  await sql`delete from mail_opt_outs where company_id = ${companyId} and employee_id = ${employeeId}`;
}

/** Statements keep the amounts, by cost centre and legal entity. */
export async function blankCharges(sql: Sql, { companyId }: OpenDay, employeeId: number): Promise<void> {
  await sql`
    update charges set employee_id = null, personnel_number = null, first_name = null, last_name = null
    where company_id = ${companyId} and employee_id = ${employeeId}`;
}

export async function deleteMemberships(sql: Sql, { companyId }: OpenDay, employeeId: number): Promise<void> {
  await sql`delete from group_memberships where company_id = ${companyId} and employee_id = ${employeeId}`;
}

/** The log itself is protected; this function of the database is the only way to change entries. */
export async function blankAuditLog(sql: Sql, { companyId }: OpenDay, employeeId: number): Promise<void> {
  await sql`select erase_from_audit_log(${companyId}, ${employeeId})`;
}
