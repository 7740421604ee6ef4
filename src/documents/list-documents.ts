import { allOf, type Fragment } from '../db/fragments.ts';
import { type ListOrder, type Page, pageOfRecords } from '../db/pages.ts';
import type { Pool } from '../db/types.ts';
import { andLinkedInScope, type Scope } from '../integrations/scope.ts';
import { type Document, selectDocuments } from './sql.ts';
import type { FileType } from './vocabulary.ts';

export interface DocumentFilter {
  ids?: number[];
  employeeIds?: number[];
  downloadable?: boolean;
  documentFileTypes?: FileType[];
  createdFrom?: Date;
  /** Exclusive upper bound. */
  createdBefore?: Date;
}

export async function listDocuments(
  sql: Pool,
  companyId: number,
  scope: Scope,
  filter: DocumentFilter,
  order: ListOrder,
): Promise<Page<Document>> {
  const parts: Fragment[] = [
    sql`e.company_id = ${companyId} ${andLinkedInScope(sql, companyId, scope, sql`e.employee_id`)}`,
  ];
  if (filter.ids) parts.push(sql`e.id = any(${filter.ids}::bigint[])`);
  if (filter.employeeIds) parts.push(sql`e.employee_id = any(${filter.employeeIds}::bigint[])`);
  if (filter.downloadable !== undefined) parts.push(sql`e.downloadable = ${filter.downloadable}`);
  if (filter.documentFileTypes) parts.push(sql`e.file_type = any(${filter.documentFileTypes}::text[])`);
  if (filter.createdFrom) parts.push(sql`e.created_at >= ${filter.createdFrom}`);
  if (filter.createdBefore) parts.push(sql`e.created_at < ${filter.createdBefore}`);
  return await pageOfRecords(sql, sql`documents e where ${allOf(sql, parts)}`, order, (ids) =>
    selectDocuments(sql, companyId, scope, ids),
  );
}
