import type { Actor } from '../../domain/audit/record-change.ts';
import type { OpenDay } from '../../domain/day/company-day.ts';
import { changedEmail } from '../../domain/day/link-version.ts';
import { rosterFactsRaised } from '../../domain/day/roster-facts.ts';
import { describes, entryOf, recordOf } from '../../domain/person/describes-sql.ts';
import { followedLinks, isLinked, ownsRecord } from '../../domain/rules/links-sql.ts';
import type { Sql } from '../../platform/db/types.ts';
import { rowOfEntry, type StoredEntry } from '../plan/entry-json.ts';
import { listsLike, listsTheRecord, ticketDiffers } from '../plan/listed-sql.ts';

/** An entry of a roster that a person decided to be that of a link. */
export interface EntryOfLink {
  integrationId: number;
  linkId: number;
  employeeId: number;
  runId: number;
  listed: StoredEntry;
}

/**
 * Takes the entry over into the link. An ended link becomes present again and replaces a link made by hand or
 * a link that is about to end.
 */
export async function takeOverLink(sql: Sql, day: OpenDay, entry: EntryOfLink): Promise<void> {
  const { companyId, today } = day;
  await sql`
    with ${rosterFactsRaised(sql, companyId)}
    update hr_links set ended_at = now(),
      last_run_id = case when type = 'hr-integration' then coalesce(last_run_id, ${entry.runId}::bigint) end
    where company_id = ${companyId} and employee_id = ${entry.employeeId} and integration_id = ${entry.integrationId}
      and ended_at is null and id <> ${entry.linkId}`;
  await sql`
    with ${rosterFactsRaised(sql, companyId)}
    update hr_links l set start_date = r.start_date, termination_date = r.termination_date, auto_sync = r.auto_sync,
      absences = r.absences, payroll = r.payroll, last_run_id = null, ended_at = null,
      first_seen_on = case
        when l.ended_at is not null then ${today}::date
        when coalesce(r.auto_sync, i.auto_sync_default) and not coalesce(l.auto_sync, i.auto_sync_default) then ${today}::date
        else l.first_seen_on
      end
    from ${rowOfEntry(sql, entry.listed)}
    join hr_integrations i on i.company_id = ${companyId} and i.id = ${entry.integrationId}
    where l.company_id = ${companyId} and l.id = ${entry.linkId}`;
}

/**
 * Updates the record if the link is its oldest present one; the other links then remember what their numbers listed.
 * Otherwise the link remembers what its number lists. Returns whether the ticket shows something else now.
 */
export async function takeOverRecord(
  sql: Sql,
  { companyId }: OpenDay,
  { employeeId, linkId, listed }: EntryOfLink,
  actor: Actor,
): Promise<{ isRenamed: boolean }> {
  const [record] = await sql<{ isFollower: boolean; isRenamed: boolean }[]>`
    select owner.owns as "isFollower", owner.owns and ${ticketDiffers(sql, 'e', 'r')} as "isRenamed"
    from employees e
    cross join ${rowOfEntry(sql, listed)}
    left join (${followedLinks(sql, companyId, sql`o.employee_id = ${employeeId}`)}) followed on followed.employee_id = e.id
    cross join lateral (select ${ownsRecord(sql, sql`followed.link_id`, sql`${linkId}`)} as owns) owner
    where e.company_id = ${companyId} and e.id = ${employeeId}`;
  const { isFollower = false, isRenamed = false } = record ?? {};
  if (isFollower)
    await sql`
      with ${rosterFactsRaised(sql, companyId)}
      update hr_links l set ${listsLike(sql, 'e')}
      from employees e
      where e.company_id = ${companyId} and e.id = ${employeeId} and l.company_id = ${companyId} and l.employee_id = e.id
        and l.type = 'hr-integration' and l.id <> ${linkId} and l.listed_date_of_birth is null`;
  await sql`
    with ${rosterFactsRaised(sql, companyId)}
    update hr_links l set ${isFollower ? listsTheRecord(sql) : listsLike(sql, 'r')}
    from ${rowOfEntry(sql, listed)}
    where l.company_id = ${companyId} and l.id = ${linkId}`;
  if (isFollower)
    await sql`
      with ${rosterFactsRaised(sql, companyId)}
      update employees e set first_name = r.first_name, last_name = r.last_name,
        ${changedEmail(sql, sql`r.email`, actor)}, date_of_birth = r.date_of_birth, profile_image = r.profile_image
      from ${rowOfEntry(sql, listed)}
      where e.company_id = ${companyId} and e.id = ${employeeId}`;
  await sql`update employees set updated_at = now() where company_id = ${companyId} and id = ${employeeId}`;
  return { isRenamed };
}

/** Whether an integration or a link made by hand lists the person. */
export async function hasPresentLink(sql: Sql, companyId: number, employeeId: number): Promise<boolean> {
  const found = await sql`
    select from employees e where e.company_id = ${companyId} and e.id = ${employeeId} and ${isLinked(sql)}`;
  return found.length > 0;
}

/** The person leaves the integration, as if a roster had omitted the number. */
export async function endLink(
  sql: Sql,
  { companyId }: OpenDay,
  { linkId, runId }: { linkId: number; runId: number },
): Promise<void> {
  await sql`
    with ${rosterFactsRaised(sql, companyId)}, ended as (
      update hr_links set ended_at = now(), last_run_id = coalesce(last_run_id, ${runId})
      where company_id = ${companyId} and id = ${linkId} and ended_at is null returning employee_id
    )
    update employees e set updated_at = now() from ended where e.company_id = ${companyId} and e.id = ended.employee_id`;
}

export async function insertPerson(sql: Sql, { companyId }: OpenDay, listed: StoredEntry): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    with ${rosterFactsRaised(sql, companyId)}
    insert into employees (company_id, first_name, last_name, email, date_of_birth, profile_image)
    select ${companyId}, r.first_name, r.last_name, r.email, r.date_of_birth, r.profile_image
    from ${rowOfEntry(sql, listed)} returning id`;
  if (!row) throw new Error('insert into employees returned nothing');
  return row.id;
}

/** Links the person to the number of the entry. A link made by hand to the integration becomes the link of the entry. */
export async function insertLink(
  sql: Sql,
  day: OpenDay,
  { employeeId, integrationId, listed }: Pick<EntryOfLink, 'employeeId' | 'integrationId' | 'listed'>,
): Promise<number> {
  const { companyId, today } = day;
  const [byHand] = await sql<{ id: number }[]>`
    with ${rosterFactsRaised(sql, companyId)}
    update hr_links l set type = 'hr-integration', hr_id = r.hr_id, start_date = r.start_date,
      termination_date = r.termination_date, auto_sync = r.auto_sync, absences = r.absences, payroll = r.payroll,
      first_seen_on = ${today}
    from ${rowOfEntry(sql, listed)}
    where l.company_id = ${companyId} and l.employee_id = ${employeeId} and l.integration_id = ${integrationId}
      and l.ended_at is null and l.type = 'custom'
    returning l.id`;
  if (byHand) return byHand.id;
  const [row] = await sql<{ id: number }[]>`
    with ${rosterFactsRaised(sql, companyId)}
    insert into hr_links (company_id, employee_id, integration_id, type, hr_id, start_date, termination_date, auto_sync,
      absences, payroll, first_seen_on)
    select ${companyId}, ${employeeId}, ${integrationId}, 'hr-integration', r.hr_id, r.start_date, r.termination_date,
      r.auto_sync, r.absences, r.payroll, ${today}
    from ${rowOfEntry(sql, listed)} returning id`;
  if (!row) throw new Error('insert into hr_links returned nothing');
  return row.id;
}

/** A person whom an entry describes. */
export interface FittingPerson {
  employeeId: number;
  /** The person's present number in the integration. */
  hrId: string | null;
  /** The latest ended link of the person with the number of the entry. */
  endedLinkId: number | null;
}

/**
 * Present people come first, then those with the smaller id. If a restricted key sent the roster, only people in its scope: the
 * decision must not open somebody else to the key (docs/sync.md, "Restricted keys").
 */
export async function selectFitting(
  sql: Sql,
  companyId: number,
  {
    integrationId,
    employeeId,
    runId,
    listed,
  }: Pick<EntryOfLink, 'employeeId' | 'integrationId' | 'runId' | 'listed'>,
): Promise<FittingPerson[]> {
  return await sql<FittingPerson[]>`
    select e.id as "employeeId", links.number as "hrId", links.ended_link_id as "endedLinkId"
    from ${rowOfEntry(sql, listed)}
    join employees e on e.company_id = ${companyId} and ${describes(sql, entryOf(sql, 'r'), recordOf(sql, 'e'))}
      and e.erased_at is null and e.id <> ${employeeId}
    cross join lateral (
      select bool_or(l.ended_at is null) as is_present,
        min(l.hr_id) filter (where l.ended_at is null and l.integration_id = ${integrationId}) as number,
        max(l.id) filter (where l.ended_at is not null and l.integration_id = ${integrationId} and l.hr_id = r.hr_id)
          as ended_link_id
      from hr_links l where l.company_id = ${companyId} and l.employee_id = e.id
    ) links
    join sync_runs sent on sent.company_id = ${companyId} and sent.id = ${runId}
    where sent.scope is null or exists (
      select from hr_links l where l.company_id = ${companyId} and l.employee_id = e.id and l.integration_id = any(sent.scope))
    order by coalesce(links.is_present, false) desc, e.id`;
}
