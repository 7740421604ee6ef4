import { escapeForLike, wordsOf } from '../../domain/person/search-words.ts';
import { allOf, type Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';
import type { RunStatus } from '../../rosters/runs/runs-sql.ts';

export interface FoundDocument {
  id: number;
  employeeId: number;
  name: string;
  firstName: string;
  lastName: string;
}

export interface FoundSync {
  id: number;
  integrationId: number;
  integrationName: string;
  syncId: string;
  status: RunStatus;
  acceptedAt: Date;
}

export interface FoundName {
  id: number;
  name: string;
}

/**
 * Uploaded documents with these words in their name, or the receipt with this number, newest first. The names of receipts and
 * contracts are all alike, and looking through them took a second for 240,000.
 */
export async function findDocuments(
  sql: Sql,
  companyId: number,
  text: string,
  limit: number,
): Promise<FoundDocument[]> {
  const number = numberIn(text);
  const hasNumber = number === null ? sql`false` : sql`(d.receipt ->> 'number')::bigint = ${number}::bigint`;
  return await sql<FoundDocument[]>`
    select d.id, d.employee_id as "employeeId", d.name, e.first_name as "firstName", e.last_name as "lastName"
    from documents d
    join employees e on e.company_id = d.company_id and e.id = d.employee_id
    where d.company_id = ${companyId} and (${hasNumber} or d.kind = 'upload' and ${hasWords(sql, sql`d.name`, text)})
    order by d.created_at desc, d.id desc limit ${limit}`;
}

/** Syncs with this text in their sync id, newest first. */
export async function findSyncs(
  sql: Sql,
  companyId: number,
  text: string,
  limit: number,
): Promise<FoundSync[]> {
  return await sql<FoundSync[]>`
    select r.id, i.id as "integrationId", i.name as "integrationName", r.sync_id as "syncId", r.status,
      r.accepted_at as "acceptedAt"
    from sync_runs r
    join hr_integrations i on i.company_id = r.company_id and i.id = r.integration_id
    where r.company_id = ${companyId} and r.accept_seq is not null
      and r.sync_id ilike ${`%${escapeForLike(text.trim())}%`}
    order by r.accepted_at desc, r.id desc limit ${limit}`;
}

export async function findIntegrations(
  sql: Sql,
  companyId: number,
  text: string,
  limit: number,
): Promise<FoundName[]> {
  return await sql<FoundName[]>`
    select id, name from hr_integrations
    where company_id = ${companyId} and ${hasWords(sql, sql`name`, text)}
    order by disconnected_at is not null, id limit ${limit}`;
}

/** Each word, somewhere in the text. */
function hasWords(sql: Sql, column: Fragment, text: string): Fragment {
  const words = wordsOf(text);
  if (words.length === 0) return sql`false`;
  return allOf(
    sql,
    words.map((word) => sql`searchable(${column}) like '%' || searchable(${word}) || '%'`),
  );
}

/** The number of a receipt, as `12`, `#0012`, `Beleg 12` or `receipt no. 12`. */
function numberIn(text: string): string | null {
  return /^(?:(?:beleg|receipt)\s*)?(?:(?:nr\.?|no\.?|#)\s*)?0*(\d{1,15})$/i.exec(text.trim())?.[1] ?? null;
}
