import { allOf, type Fragment } from '../../platform/db/fragments.ts';
import { type ListOrder, type Page, pageOfRecords } from '../../platform/db/pages.ts';
import type { Pool } from '../../platform/db/types.ts';
import { type Attempt, selectAttempts } from './attempts-sql.ts';

export async function listAttempts(
  sql: Pool,
  companyId: number,
  integrationId: number,
  filter: { ids?: number[]; updatedSince?: Date },
  order: ListOrder,
): Promise<Page<Attempt>> {
  const parts: Fragment[] = [sql`e.company_id = ${companyId} and e.integration_id = ${integrationId}`];
  if (filter.ids) parts.push(sql`e.id = any(${filter.ids}::bigint[])`);
  if (filter.updatedSince) parts.push(sql`e.updated_at >= ${filter.updatedSince}`);
  return await pageOfRecords(sql, sql`sync_attempts e where ${allOf(sql, parts)}`, order, (ids) =>
    selectAttempts(sql, companyId, integrationId, ids),
  );
}
