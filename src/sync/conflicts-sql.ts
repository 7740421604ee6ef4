import type { Actor } from '../audit/record-change.ts';
import type { OpenDay } from '../day/company-day.ts';
import { changedEmail } from '../day/link-version.ts';
import { rosterFactsRaised } from '../day/roster-facts.ts';
import type { Sql } from '../db/types.ts';
import { rowOfEntry, type StoredEntry } from './entry-json.ts';
import { identityOf } from './identity-sql.ts';

export interface Conflict {
  id: number;
  integrationId: number;
  hrId: string;
  linkId: number;
  employeeId: number;
  runId: number;
  foundAt: Date;
}

interface Identity {
  firstName: string;
  lastName: string;
  email: string;
  dateOfBirth: string;
}

/** The entry of the roster beside the record. */
export interface ConflictRecord extends Conflict {
  record: Identity;
  entry: Identity & {
    startDate: string;
    terminationDate: string | null;
  };
}

const COLUMNS = `c.id, c.integration_id as "integrationId", c.hr_id as "hrId", c.link_id as "linkId",
  l.employee_id as "employeeId", c.run_id as "runId", c.found_at as "foundAt"`;

export async function selectConflicts(
  sql: Sql,
  companyId: number,
  integrationId: number | null = null,
): Promise<ConflictRecord[]> {
  return await sql<ConflictRecord[]>`
    select ${sql.unsafe(COLUMNS)}, json_build_object('firstName', c.entry -> 'first_name', 'lastName', c.entry -> 'last_name',
      'email', c.entry -> 'email', 'dateOfBirth', c.entry -> 'date_of_birth', 'startDate', c.entry -> 'start_date',
      'terminationDate', c.entry -> 'termination_date') as entry,
      json_build_object('firstName', e.first_name, 'lastName', e.last_name, 'email', e.email, 'dateOfBirth', e.date_of_birth)
        as record
    from sync_conflicts c
    join hr_links l on l.company_id = c.company_id and l.id = c.link_id
    join employees e on e.company_id = l.company_id and e.id = l.employee_id
    where c.company_id = ${companyId} and (${integrationId}::bigint is null or c.integration_id = ${integrationId})
    order by c.id`;
}

/** Selects one conflict of the company, and of the integration if one is given. */
export interface ConflictName {
  id: number;
  integrationId?: number;
}

/** An entry of a roster that a person decided to be that of a link. */
interface EntryOfLink {
  integrationId: number;
  linkId: number;
  employeeId: number;
  runId: number;
  listed: StoredEntry;
}

export type LockedConflict = Conflict & EntryOfLink;

export async function lockConflict(
  sql: Sql,
  companyId: number,
  { id, integrationId }: ConflictName,
): Promise<LockedConflict | undefined> {
  const [conflict] = await sql<LockedConflict[]>`
    select ${sql.unsafe(COLUMNS)}, c.entry as listed
    from sync_conflicts c
    join hr_links l on l.company_id = c.company_id and l.id = c.link_id
    where c.company_id = ${companyId} and c.id = ${id}
      and c.integration_id = coalesce(${integrationId ?? null}, c.integration_id) for no key update of c`;
  return conflict;
}

export async function deleteConflict(sql: Sql, companyId: number, id: number): Promise<void> {
  await sql`delete from sync_conflicts where company_id = ${companyId} and id = ${id}`;
}

/**
 * Takes the entry over into the link. An ended link becomes present again and replaces a link made by hand or
 * a link that is about to end.
 */
export async function takeOverLink(sql: Sql, day: OpenDay, conflict: EntryOfLink): Promise<void> {
  const { companyId, today } = day;
  await sql`
    with ${rosterFactsRaised(sql, companyId)}
    update hr_links set ended_at = now(),
      last_run_id = case when type = 'hr-integration' then coalesce(last_run_id, ${conflict.runId}::bigint) end
    where company_id = ${companyId} and employee_id = ${conflict.employeeId} and integration_id = ${conflict.integrationId}
      and ended_at is null and id <> ${conflict.linkId}`;
  await sql`
    with ${rosterFactsRaised(sql, companyId)}
    update hr_links l set start_date = r.start_date, termination_date = r.termination_date, auto_sync = r.auto_sync,
      absences = r.absences, last_run_id = null, ended_at = null,
      first_seen_on = case
        when l.ended_at is not null then ${today}::date
        when coalesce(r.auto_sync, i.auto_sync_default) and not coalesce(l.auto_sync, i.auto_sync_default) then ${today}::date
        else l.first_seen_on
      end
    from ${rowOfEntry(sql, conflict.listed)}
    join hr_integrations i on i.company_id = ${companyId} and i.id = ${conflict.integrationId}
    where l.company_id = ${companyId} and l.id = ${conflict.linkId}`;
}

/**
 * Updates the record if the link is its oldest present one; the other links then remember what their numbers listed.
 * Returns false if the record follows another link; the link then remembers what its number lists.
 */
export async function takeOverRecord(
  sql: Sql,
  day: OpenDay,
  conflict: EntryOfLink,
  actor: Actor,
): Promise<boolean> {
  const { companyId } = day;
  const [record, entry] = [identityOf(sql, 'e'), identityOf(sql, 'r')];
  await sql`
    with ${rosterFactsRaised(sql, companyId)}, owner as (
      select coalesce(min(o.id) = ${conflict.linkId}, true) as owns from hr_links o
      where o.company_id = ${companyId} and o.employee_id = ${conflict.employeeId} and o.ended_at is null
        and o.type = 'hr-integration'
    )
    update hr_links l set
      listed_first_name = case when l.id <> ${conflict.linkId} then ${record.firstName} when not owns then ${entry.firstName} end,
      listed_email = case when l.id <> ${conflict.linkId} then ${record.email} when not owns then ${entry.email} end,
      listed_date_of_birth = case when l.id <> ${conflict.linkId} then ${record.dateOfBirth} when not owns then ${entry.dateOfBirth} end
    from owner, employees e, ${rowOfEntry(sql, conflict.listed)}
    where e.company_id = ${companyId} and e.id = ${conflict.employeeId}
      and l.company_id = ${companyId} and l.employee_id = e.id and l.type = 'hr-integration'
      and (l.id = ${conflict.linkId} or (owns and l.listed_date_of_birth is null))`;
  const { count } = await sql`
    with ${rosterFactsRaised(sql, companyId)}
    update employees e set first_name = r.first_name, last_name = r.last_name,
      ${changedEmail(sql, sql`r.email`, actor)}, date_of_birth = r.date_of_birth,
      profile_image = r.profile_image
    from ${rowOfEntry(sql, conflict.listed)}
    where e.company_id = ${companyId} and e.id = ${conflict.employeeId} and not exists (
      select from hr_links o where o.company_id = ${companyId} and o.employee_id = e.id and o.ended_at is null
        and o.type = 'hr-integration' and o.id < ${conflict.linkId})`;
  await sql`update employees set updated_at = now() where company_id = ${companyId} and id = ${conflict.employeeId}`;
  return count === 1;
}

/** Whether an integration or a link made by hand lists the person. */
export async function isLinked(sql: Sql, companyId: number, employeeId: number): Promise<boolean> {
  const found = await sql`
    select from hr_links where company_id = ${companyId} and employee_id = ${employeeId} and ended_at is null limit 1`;
  return found.length > 0;
}

export async function endLinkOfConflict(sql: Sql, { companyId }: OpenDay, conflict: Conflict): Promise<void> {
  await sql`
    with ${rosterFactsRaised(sql, companyId)}, ended as (
      update hr_links set ended_at = now(), last_run_id = coalesce(last_run_id, ${conflict.runId})
      where company_id = ${companyId} and id = ${conflict.linkId} and ended_at is null returning employee_id
    )
    update employees e set updated_at = now() from ended where e.company_id = ${companyId} and e.id = ended.employee_id`;
}

export async function insertPersonOfEntry(
  sql: Sql,
  day: OpenDay,
  { integrationId, listed }: { integrationId: number; listed: StoredEntry },
): Promise<number> {
  const { companyId, today } = day;
  const [row] = await sql<{ id: number }[]>`
    with ${rosterFactsRaised(sql, companyId)}
    insert into employees (company_id, first_name, last_name, email, date_of_birth, profile_image)
    select ${companyId}, r.first_name, r.last_name, r.email, r.date_of_birth, r.profile_image
    from ${rowOfEntry(sql, listed)} returning id`;
  if (!row) throw new Error('insert into employees returned nothing');
  await sql`
    with ${rosterFactsRaised(sql, companyId)}
    insert into hr_links (company_id, employee_id, integration_id, type, hr_id, start_date, termination_date, auto_sync,
      absences, first_seen_on)
    select ${companyId}, ${row.id}, ${integrationId}, 'hr-integration', r.hr_id, r.start_date, r.termination_date,
      r.auto_sync, r.absences, ${today}
    from ${rowOfEntry(sql, listed)}`;
  return row.id;
}
