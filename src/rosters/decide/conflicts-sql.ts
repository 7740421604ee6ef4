import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';
import type { EntryOfLink } from './entry-of-link-sql.ts';

interface Conflict {
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

type ListedIdentity = Identity & { startDate: string; terminationDate: string | null };

/** The entry of the roster beside the record. */
export interface ConflictRecord extends Conflict {
  record: Identity;
  entry: ListedIdentity;
  /** The number with which this one seems to have been exchanged. */
  other: { hrId: string; employeeId: number; record: Identity; entry: ListedIdentity } | null;
}

const COLUMNS = `c.id, c.integration_id as "integrationId", c.hr_id as "hrId", c.link_id as "linkId",
  l.employee_id as "employeeId", c.run_id as "runId", c.found_at as "foundAt"`;

export async function selectConflicts(
  sql: Sql,
  companyId: number,
  integrationId: number | null = null,
): Promise<ConflictRecord[]> {
  return await sql<ConflictRecord[]>`
    select ${sql.unsafe(COLUMNS)}, ${identityInEntry(sql, 'entry')} as entry, ${identityInRecord(sql, 'e')} as record,
      case when c.other_link_id is not null then json_build_object('hrId', other.hr_id, 'employeeId', other.employee_id,
        'record', ${identityInRecord(sql, 'oe')}, 'entry', ${identityInEntry(sql, 'other_entry')}) end as other
    from sync_conflicts c
    join hr_links l on l.company_id = c.company_id and l.id = c.link_id
    join employees e on e.company_id = l.company_id and e.id = l.employee_id
    left join hr_links other on other.company_id = c.company_id and other.id = c.other_link_id
    left join employees oe on oe.company_id = other.company_id and oe.id = other.employee_id
    where c.company_id = ${companyId} and (${integrationId}::bigint is null or c.integration_id = ${integrationId})
    order by c.id`;
}

const identityInEntry = (sql: Sql, column: 'entry' | 'other_entry'): Fragment =>
  sql.unsafe(`json_build_object('firstName', c.${column} -> 'first_name', 'lastName', c.${column} -> 'last_name',
    'email', c.${column} -> 'email', 'dateOfBirth', c.${column} -> 'date_of_birth', 'startDate', c.${column} -> 'start_date',
    'terminationDate', c.${column} -> 'termination_date')`);

const identityInRecord = (sql: Sql, alias: 'e' | 'oe'): Fragment =>
  sql.unsafe(`json_build_object('firstName', ${alias}.first_name, 'lastName', ${alias}.last_name, 'email', ${alias}.email,
    'dateOfBirth', ${alias}.date_of_birth)`);

/** Selects one conflict of the company, and of the integration if one is given. */
export interface ConflictName {
  id: number;
  integrationId?: number;
}

export interface LockedConflict extends Conflict, EntryOfLink {
  /** The entry of the number with which this one seems to have been exchanged, while both links are present. */
  other: Pick<EntryOfLink, 'linkId' | 'employeeId' | 'listed'> | null;
}

export async function lockConflict(
  sql: Sql,
  companyId: number,
  { id, integrationId }: ConflictName,
): Promise<LockedConflict | undefined> {
  const [conflict] = await sql<LockedConflict[]>`
    select ${sql.unsafe(COLUMNS)}, c.entry as listed,
      case when l.ended_at is null and other.ended_at is null and other.id is not null then
        json_build_object('linkId', other.id, 'employeeId', other.employee_id, 'listed', c.other_entry) end as other
    from sync_conflicts c
    join hr_links l on l.company_id = c.company_id and l.id = c.link_id
    left join hr_links other on other.company_id = c.company_id and other.id = c.other_link_id
    where c.company_id = ${companyId} and c.id = ${id}
      and c.integration_id = coalesce(${integrationId ?? null}, c.integration_id) for no key update of c`;
  return conflict;
}
