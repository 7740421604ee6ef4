import { isPresentHrLink } from '../../domain/rules/links-sql.ts';
import { type Page, type PageRequest, pageOfRecords } from '../../platform/db/pages.ts';
import type { Pool, Sql } from '../../platform/db/types.ts';
import type { WaitingDecision } from '../runs/sync-outcomes.ts';
import { fits, selectDecidable } from './waiting-decisions-sql.ts';

interface Identity {
  firstName: string;
  lastName: string;
  email: string;
  dateOfBirth: string;
}

/** A person with the address of an entry that waits. */
export interface PersonWithAddress extends Identity {
  employeeId: number;
  /** The birth date and the first name fit too. */
  fits: boolean;
  /** The number under which the integration lists the person; the entry cannot be given to them. */
  hrId: string | null;
  /** The names of the integrations that list the person. */
  listedBy: string[];
}

export interface WaitingEntry {
  id: number;
  integrationId: number;
  hrId: string;
  foundAt: Date;
  entry: Identity & { startDate: string; terminationDate: string | null };
  decision: WaitingDecision | null;
  decidedAt: Date | null;
  employeeId: number | null;
  /** Of a decided entry: the person, if not erased. */
  people: PersonWithAddress[];
}

export interface WaitingFilter {
  integrationId?: number;
  isDecided: boolean;
}

/** Decided entries the latest first. */
export async function listWaiting(
  sql: Pool,
  companyId: number,
  { integrationId, isDecided }: WaitingFilter,
  page: PageRequest,
): Promise<Page<WaitingEntry>> {
  const matching = sql`waiting_entries e
    where e.company_id = ${companyId} and (e.decision is not null) = ${isDecided}
      and (${integrationId ?? null}::bigint is null or e.integration_id = ${integrationId ?? null})`;
  const order = { ...page, sortField: 'id', sortOrder: isDecided ? 'desc' : 'asc' } as const;
  return await pageOfRecords(sql, matching, order, (ids) => selectEntries(sql, companyId, ids));
}

async function selectEntries(sql: Sql, companyId: number, ids: readonly number[]): Promise<WaitingEntry[]> {
  return await sql<WaitingEntry[]>`
    select w.id, w.integration_id as "integrationId", w.hr_id as "hrId", w.found_at as "foundAt", w.decision,
      w.decided_at as "decidedAt", w.employee_id as "employeeId",
      json_build_object('firstName', w.entry -> 'first_name', 'lastName', w.entry -> 'last_name', 'email', w.entry -> 'email',
        'dateOfBirth', w.entry -> 'date_of_birth', 'startDate', w.entry -> 'start_date',
        'terminationDate', w.entry -> 'termination_date') as entry,
      coalesce((
        select json_agg(json_build_object('employeeId', e.id, 'firstName', e.first_name, 'lastName', e.last_name,
          'email', e.email, 'dateOfBirth', e.date_of_birth, 'fits', ${fits(sql)}, 'hrId', (
            select l.hr_id from hr_links l where l.company_id = ${companyId} and l.employee_id = e.id
              and l.integration_id = w.integration_id and ${isPresentHrLink(sql)}),
          'listedBy', array(
            select i.name from hr_links l
            join hr_integrations i on i.company_id = l.company_id and i.id = l.integration_id
            where l.company_id = ${companyId} and l.employee_id = e.id and l.ended_at is null order by i.id)
        ) order by e.id)
        from employees e
        where e.company_id = ${companyId} and e.erased_at is null
          and case when w.decision is null then e.email_normal = w.email_normal else e.id = w.employee_id end), '[]') as people
    from waiting_entries w
    where w.company_id = ${companyId} and w.id = any(${ids}::bigint[])`;
}

export interface WaitingCounts {
  open: number;
  decided: number;
  /** Those that are decided if all are decided at once. */
  samePerson: number;
  newPerson: number;
}

export async function countWaiting(
  sql: Sql,
  companyId: number,
  integrationId: number,
): Promise<WaitingCounts> {
  const { samePerson, newPerson } = await selectDecidable(sql, companyId, integrationId);
  const [counted] = await sql<{ open: number; decided: number }[]>`
    select count(*) filter (where decision is null)::int as open, count(*) filter (where decision is not null)::int as decided
    from waiting_entries where company_id = ${companyId} and integration_id = ${integrationId}`;
  return {
    open: counted?.open ?? 0,
    decided: counted?.decided ?? 0,
    samePerson: samePerson.length,
    newPerson: newPerson.length,
  };
}
