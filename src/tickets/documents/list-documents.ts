import { andLinkedInScope, type Scope, WHOLE_COMPANY } from '../../domain/access/scope.ts';
import { matchesName } from '../../domain/person/matches-name-sql.ts';
import { wordsOf } from '../../domain/person/search-words.ts';
import { rowsInBatches } from '../../platform/db/batches.ts';
import { allOf, type Fragment } from '../../platform/db/fragments.ts';
import { type ListOrder, type Page, pageOfRecords } from '../../platform/db/pages.ts';
import type { Pool, ReadBatch } from '../../platform/db/types.ts';
import { type Document, selectDocuments } from './documents-sql.ts';
import type { FileType } from './file-types.ts';

export interface DocumentFilter {
  ids?: number[];
  employeeIds?: number[];
  downloadable?: boolean;
  documentFileTypes?: FileType[];
  updatedSince?: Date;
  createdFrom?: Date;
  /** Exclusive upper bound. */
  createdBefore?: Date;
  kinds?: Document['kind'][];
  /** The first day of the month whose statement has the receipt, or in which the contract was accepted. */
  month?: string;
  /** In the name or the e-mail address of the person, or in the name of the document. */
  search?: string;
}

export async function listDocuments(
  sql: Pool,
  companyId: number,
  scope: Scope,
  filter: DocumentFilter,
  order: ListOrder,
): Promise<Page<Document>> {
  const matching = matchDocuments(sql, companyId, scope, filter);
  return await pageOfRecords(sql, matching, order, (ids) => selectDocuments(sql, companyId, scope, ids));
}

/** For exports, newest first. */
export function readDocuments(
  read: ReadBatch,
  companyId: number,
  filter: DocumentFilter,
): AsyncGenerator<Document[]> {
  return rowsInBatches(
    read,
    async (sql) => {
      const [found] = await sql<{ ids: number[] }[]>`
        select array(select e.id from ${matchDocuments(sql, companyId, WHOLE_COMPANY, filter)} order by e.created_at desc, e.id desc) as ids`;
      return found?.ids ?? [];
    },
    async (sql, ids) => {
      const documents = await selectDocuments(sql, companyId, WHOLE_COMPANY, ids);
      const place = new Map(ids.map((id, at) => [id, at]));
      return documents.toSorted((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0));
    },
  );
}

/** `documents e where …`. */
function matchDocuments(sql: Pool, companyId: number, scope: Scope, filter: DocumentFilter): Fragment {
  const parts: Fragment[] = [
    sql`e.company_id = ${companyId} ${andLinkedInScope(sql, companyId, scope, sql`e.employee_id`)}`,
  ];
  if (filter.ids) parts.push(sql`e.id = any(${filter.ids}::bigint[])`);
  if (filter.employeeIds) parts.push(sql`e.employee_id = any(${filter.employeeIds}::bigint[])`);
  if (filter.downloadable !== undefined) parts.push(sql`e.downloadable = ${filter.downloadable}`);
  if (filter.documentFileTypes) parts.push(sql`e.file_type = any(${filter.documentFileTypes}::text[])`);
  if (filter.updatedSince) parts.push(sql`e.updated_at >= ${filter.updatedSince}`);
  if (filter.createdFrom) parts.push(sql`e.created_at >= ${filter.createdFrom}`);
  if (filter.createdBefore) parts.push(sql`e.created_at < ${filter.createdBefore}`);
  if (filter.kinds && filter.kinds.length > 0) parts.push(sql`e.kind = any(${filter.kinds}::text[])`);
  if (filter.month) parts.push(isOfMonth(sql, companyId, filter.month));
  if (filter.search) parts.push(matchesSearch(sql, companyId, filter.search));
  return sql`documents e where ${allOf(sql, parts)}`;
}

function isOfMonth(sql: Pool, companyId: number, month: string): Fragment {
  return sql`(
    e.charge_id in (select h.id from charges h where h.company_id = ${companyId} and h.booked_in = ${month})
    or e.offer_id in (
      select o.id from contract_offers o join companies c on c.id = o.company_id
      where o.company_id = ${companyId} and o.status = 'accepted'
        and date_trunc('month', o.decided_at at time zone c.time_zone) = ${month}::date))`;
}

function matchesSearch(sql: Pool, companyId: number, search: string): Fragment {
  const words = wordsOf(search);
  return sql`(
    e.employee_id in (
      select s.id from employees s where s.company_id = ${companyId} and ${matchesName(sql, 's', search)})
    or (${words.length > 0} and searchable(e.name) like all(
      array(select '%' || searchable(word) || '%' from unnest(${words}::text[]) word))))`;
}
