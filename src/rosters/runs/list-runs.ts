import { allOf, type Fragment } from '../../platform/db/fragments.ts';
import { type ListOrder, type Page, pageOfRecords } from '../../platform/db/pages.ts';
import type { Pool } from '../../platform/db/types.ts';
import { type Run, selectRuns } from './run.ts';
import type { RunStatus } from './runs-sql.ts';

export interface RunFilter {
  ids?: number[];
  statuses?: RunStatus[];
  updatedSince?: Date;
}

export async function listRuns(
  sql: Pool,
  companyId: number,
  integrationId: number,
  filter: RunFilter,
  order: ListOrder,
): Promise<Page<Run>> {
  const parts: Fragment[] = [sql`e.company_id = ${companyId} and e.integration_id = ${integrationId}`];
  if (filter.ids) parts.push(sql`e.id = any(${filter.ids}::bigint[])`);
  if (filter.updatedSince) parts.push(sql`e.updated_at >= ${filter.updatedSince}`);
  if (filter.statuses) parts.push(sql`e.status = any(${filter.statuses}::text[])`);
  return await pageOfRecords(sql, sql`sync_runs e where ${allOf(sql, parts)}`, order, (ids) =>
    selectRuns(sql, companyId, ids),
  );
}
