import type { Actor } from '../../domain/audit/record-change.ts';
import type { OpenDay } from '../../domain/day/company-day.ts';
import { changedEmail } from '../../domain/day/link-version.ts';
import { rosterFactsRaised } from '../../domain/day/roster-facts.ts';
import { describes, fitsOtherwise, recordOf, waitingEntryOf } from '../../domain/person/describes-sql.ts';
import { isPresentHrLink } from '../../domain/rules/links-sql.ts';
import { deleteConflictsOf } from '../../domain/rules/open-conflict-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';
import type { StoredEntry } from '../plan/entry-json.ts';
import { LISTED, listedFieldsOf, listsLike, recordFieldsOf } from '../plan/listed-sql.ts';
import type { WaitingDecision } from '../runs/sync-outcomes.ts';

/** Selects one entry of the company, and of the integration if one is given. */
export interface WaitingName {
  id: number;
  integrationId?: number;
}

export interface LockedEntry {
  id: number;
  integrationId: number;
  hrId: string;
  listed: StoredEntry;
}

export async function lockWaiting(
  sql: Sql,
  companyId: number,
  { id, integrationId }: WaitingName,
): Promise<LockedEntry | undefined> {
  const [entry] = await sql<LockedEntry[]>`
    select id, integration_id as "integrationId", hr_id as "hrId", entry as listed from waiting_entries
    where company_id = ${companyId} and id = ${id} and decision is null
      and integration_id = coalesce(${integrationId ?? null}, integration_id)
    for no key update`;
  return entry;
}

/** A person with the address of the entry. */
interface Candidate {
  employeeId: number;
  /** The birth date and the first name fit too. */
  fits: boolean;
  /** The number under which the integration of the entry lists the person. */
  hrId: string | null;
}

/** Selects people that a waiting entry could belong to. */
export async function selectCandidates(sql: Sql, companyId: number, id: number): Promise<Candidate[]> {
  return await sql<Candidate[]>`
    select e.id as "employeeId", ${fits(sql)} as fits, l.hr_id as "hrId"
    from waiting_entries w
    join employees e on e.company_id = w.company_id and e.email_normal = w.email_normal and e.erased_at is null
    left join hr_links l on l.company_id = w.company_id and l.employee_id = e.id and l.integration_id = w.integration_id
      and ${isPresentHrLink(sql)}
    where w.company_id = ${companyId} and w.id = ${id}
    order by e.id`;
}

/** Whether the person `e`, who has the address of the entry `w`, has its birth date and first name too. */
export const fits = (sql: Sql): Fragment => fitsOtherwise(sql, waitingEntryOf(sql, 'w'), recordOf(sql, 'e'));

/** An entry, and whose it is. */
export interface Assignment {
  id: number;
  employeeId: number;
}

/** The entries that are decided if all are decided at once (docs/sync.md, "Restricted keys"). */
export interface DecidableEntries {
  samePerson: Assignment[];
  newPerson: LockedEntry[];
}

export async function selectDecidable(
  sql: Sql,
  companyId: number,
  integrationId: number,
): Promise<DecidableEntries> {
  const rows = await sql<(LockedEntry & { people: number; employeeId: number | null })[]>`
    select w.id, w.integration_id as "integrationId", w.hr_id as "hrId", w.entry as listed, known.people,
      known.free as "employeeId"
    from waiting_entries w
    cross join lateral (
      select count(*)::int as people, min(e.id) filter (where not exists (
          select from hr_links l where l.company_id = ${companyId} and l.employee_id = e.id
            and l.integration_id = w.integration_id and ${isPresentHrLink(sql)})) as free
      from employees e
      where e.company_id = ${companyId} and e.erased_at is null
        and ${describes(sql, waitingEntryOf(sql, 'w'), recordOf(sql, 'e'))}
    ) known
    where w.company_id = ${companyId} and w.integration_id = ${integrationId} and w.decision is null
      and not exists (
        select from waiting_entries o where o.company_id = ${companyId} and o.integration_id = w.integration_id
          and o.decision is null and o.email_normal = w.email_normal and o.id <> w.id)
    order by w.id`;
  return {
    samePerson: rows.flatMap(({ id, people, employeeId }) =>
      people === 1 && employeeId !== null ? [{ id, employeeId }] : [],
    ),
    newPerson: rows.filter(({ people }) => people === 0),
  };
}

/** Stores the decisions. Where the record will follow the entry, its present data are kept to be put back. */
export async function storeDecisions(
  sql: Sql,
  { companyId }: OpenDay,
  decision: WaitingDecision,
  assignments: readonly Assignment[],
): Promise<void> {
  const ids = assignments.map(({ id }) => id);
  const employeeIds = assignments.map(({ employeeId }) => employeeId);
  await sql`
    with ${rosterFactsRaised(sql, companyId)}
    update waiting_entries w set decision = ${decision}, employee_id = d.employee_id, decided_at = now(),
      record_before = (
        select jsonb_build_object('first_name', e.first_name, 'last_name', e.last_name, 'email', e.email,
          'date_of_birth', e.date_of_birth, 'profile_image', e.profile_image)
        from employees e
        where e.company_id = ${companyId} and e.id = d.employee_id and ${recordDiffers(sql)} and not exists (
          select from hr_links l where l.company_id = ${companyId} and l.employee_id = e.id and ${isPresentHrLink(sql)}))
    from unnest(${ids}::bigint[], ${employeeIds}::bigint[]) as d (id, employee_id)
    where w.company_id = ${companyId} and w.id = d.id`;
}

/** Whether the entry `w` says something else than the record `e`. */
const recordDiffers = (sql: Sql): Fragment => sql`
  ((w.entry ->> 'first_name', w.entry ->> 'last_name', w.entry ->> 'email', (w.entry ->> 'date_of_birth')::date,
      w.entry ->> 'profile_image')
    is distinct from (e.first_name, e.last_name, e.email, e.date_of_birth, e.profile_image))`;

/** Selects the people of these entries that have a present link, of an integration or by hand. */
export async function selectLinked(
  sql: Sql,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await sql<{ employeeId: number }[]>`
    select distinct l.employee_id as "employeeId"
    from waiting_entries w
    join hr_links l on l.company_id = w.company_id and l.employee_id = w.employee_id and l.ended_at is null
    where w.company_id = ${companyId} and w.id = any(${ids}::bigint[])`;
  return new Set(rows.map(({ employeeId }) => employeeId));
}

/** Links the people of decided entries. A link made by hand to the integration ends. */
export async function linkDecided(
  sql: Sql,
  { companyId, today }: OpenDay,
  ids: readonly number[],
): Promise<void> {
  await sql`
    with ${rosterFactsRaised(sql, companyId)}
    update hr_links l set ended_at = now()
    from waiting_entries w
    where w.company_id = ${companyId} and w.id = any(${ids}::bigint[]) and l.company_id = ${companyId}
      and l.employee_id = w.employee_id and l.integration_id = w.integration_id and l.type = 'custom' and l.ended_at is null`;
  await sql`
    with ${rosterFactsRaised(sql, companyId)}
    insert into hr_links (company_id, employee_id, integration_id, type, hr_id, start_date, termination_date, auto_sync,
      absences, payroll, first_seen_on, ${sql.unsafe(LISTED.join(', '))})
    select w.company_id, w.employee_id, w.integration_id, 'hr-integration', w.hr_id, (w.entry ->> 'start_date')::date,
      (w.entry ->> 'termination_date')::date, (w.entry ->> 'auto_sync')::boolean, w.entry -> 'absences', w.entry -> 'payroll', ${today}::date,
      ${sql.unsafe(LISTED.map((column) => `case when listed.differs then listed.${column} end`).join(', '))}
    from waiting_entries w
    join employees e on e.company_id = w.company_id and e.id = w.employee_id
    cross join lateral (
      select *, w.record_before is null and ${listedFieldsOf(sql, 'said')} is distinct from ${recordFieldsOf(sql, 'e')} as differs
      from (
        select w.entry ->> 'first_name', w.entry ->> 'last_name', w.entry ->> 'email', (w.entry ->> 'date_of_birth')::date,
          w.entry ->> 'profile_image'
      ) said (${sql.unsafe(LISTED.join(', '))})
    ) listed
    where w.company_id = ${companyId} and w.id = any(${ids}::bigint[])`;
}

/**
 * Lets records follow decided entries if no other link of the person is present; the ended links then remember what their
 * numbers listed. Returns the people whose ticket would show something else.
 */
export async function followDecided(
  sql: Sql,
  { companyId }: OpenDay,
  ids: readonly number[],
  actor: Actor,
): Promise<number[]> {
  await sql`
    with ${rosterFactsRaised(sql, companyId)}
    update hr_links l set ${listsLike(sql, 'e')}
    from waiting_entries w
    join employees e on e.company_id = w.company_id and e.id = w.employee_id
    where w.company_id = ${companyId} and w.id = any(${ids}::bigint[]) and w.record_before is not null
      and l.company_id = ${companyId} and l.employee_id = e.id and l.type = 'hr-integration' and l.ended_at is not null
      and l.listed_date_of_birth is null`;
  const followers = await sql<{ employeeId: number; isRenamed: boolean }[]>`
    with ${rosterFactsRaised(sql, companyId)}
    update employees e set first_name = w.entry ->> 'first_name', last_name = w.entry ->> 'last_name',
      ${changedEmail(sql, sql`(w.entry ->> 'email')`, actor)}, date_of_birth = (w.entry ->> 'date_of_birth')::date,
      profile_image = w.entry ->> 'profile_image', updated_at = now()
    from waiting_entries w
    where w.company_id = ${companyId} and w.id = any(${ids}::bigint[]) and w.record_before is not null
      and e.company_id = ${companyId} and e.id = w.employee_id
    returning e.id as "employeeId",
      (lower(e.first_name), lower(e.last_name), e.date_of_birth) is distinct from (lower(w.record_before ->> 'first_name'),
        lower(w.record_before ->> 'last_name'), (w.record_before ->> 'date_of_birth')::date) as "isRenamed"`;
  await sql`
    update employees e set updated_at = now() from waiting_entries w
    where w.company_id = ${companyId} and w.id = any(${ids}::bigint[]) and w.record_before is null
      and e.company_id = ${companyId} and e.id = w.employee_id`;
  return followers.filter(({ isRenamed }) => isRenamed).map(({ employeeId }) => employeeId);
}

export interface DecidedEntry {
  id: number;
  integrationId: number;
  employeeId: number;
  /** The number is still that of a present link of the person, and the last roster lists it: its omission is not held. */
  isListed: boolean;
}

export async function lockDecided(
  sql: Sql,
  companyId: number,
  { id, integrationId }: WaitingName,
): Promise<DecidedEntry | undefined> {
  const [entry] = await sql<DecidedEntry[]>`
    select w.id, w.integration_id as "integrationId", w.employee_id as "employeeId", exists (
        select from hr_links l where l.company_id = ${companyId} and l.integration_id = w.integration_id
          and l.employee_id = w.employee_id and l.hr_id = w.hr_id and l.ended_at is null and l.last_run_id is null) as "isListed"
    from waiting_entries w
    where w.company_id = ${companyId} and w.id = ${id} and w.decision is not null
      and w.integration_id = coalesce(${integrationId ?? null}, w.integration_id)
    for no key update of w`;
  return entry;
}

/** The links that the person has got since the decision to the integrations of the sender's scope. */
export async function selectLinksSince(sql: Sql, companyId: number, entryId: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select l.id from waiting_entries w
    join hr_links l on l.company_id = w.company_id and l.employee_id = w.employee_id
      and (l.integration_id = w.integration_id or l.integration_id = any(w.scope)) and l.created_at >= w.decided_at
    where w.company_id = ${companyId} and w.id = ${entryId}`;
  return rows.map(({ id }) => id);
}

/** Ends the links, so that the subscription follows. */
export async function endLinksSince(
  sql: Sql,
  { companyId }: OpenDay,
  linkIds: readonly number[],
): Promise<void> {
  await sql`
    with ${rosterFactsRaised(sql, companyId)}
    update hr_links set ended_at = now() where company_id = ${companyId} and id = any(${linkIds}::bigint[]) and ended_at is null`;
}

/** Deletes the links with what refers to them: an ended link would still open the person to the key. */
export async function deleteLinks(
  sql: Sql,
  { companyId }: OpenDay,
  linkIds: readonly number[],
): Promise<void> {
  await sql`delete from sync_held_ends where company_id = ${companyId} and link_id = any(${linkIds}::bigint[])`;
  await deleteConflictsOf(sql, companyId, linkIds);
  await sql`
    with ${rosterFactsRaised(sql, companyId)}
    delete from hr_links where company_id = ${companyId} and id = any(${linkIds}::bigint[])`;
}

/** Puts back what the record said before the decision, unless something has changed it since. Returns whether it did. */
export async function putRecordBack(
  sql: Sql,
  { companyId }: OpenDay,
  entryId: number,
  actor: Actor,
): Promise<boolean> {
  const { count } = await sql`
    with ${rosterFactsRaised(sql, companyId)}
    update employees e set first_name = w.record_before ->> 'first_name', last_name = w.record_before ->> 'last_name',
      ${changedEmail(sql, sql`(w.record_before ->> 'email')`, actor)},
      date_of_birth = (w.record_before ->> 'date_of_birth')::date, profile_image = w.record_before ->> 'profile_image',
      updated_at = now()
    from waiting_entries w
    where w.company_id = ${companyId} and w.id = ${entryId} and w.record_before is not null
      and e.company_id = ${companyId} and e.id = w.employee_id and not ${recordDiffers(sql)}`;
  return count === 1;
}

/** The entry waits again, or is forgotten if the last roster does not list it. */
export async function waitAgain(
  sql: Sql,
  { companyId }: OpenDay,
  { id, isListed }: DecidedEntry,
): Promise<void> {
  if (isListed)
    await sql`
      with ${rosterFactsRaised(sql, companyId)}
      update waiting_entries set decision = null, employee_id = null, decided_at = null, record_before = null, found_at = now()
      where company_id = ${companyId} and id = ${id}`;
  else
    await sql`
      with ${rosterFactsRaised(sql, companyId)}
      delete from waiting_entries where company_id = ${companyId} and id = ${id}`;
}
