import { both, type Fragment } from '../db/fragments.ts';
import { type ListOrder, type Page, pageOfIds } from '../db/pages.ts';
import type { Pool } from '../db/types.ts';
import { type Integration, selectIntegrations } from './sql.ts';
import type { IntegrationType } from './vocabulary.ts';

export interface IntegrationFilter {
  ids?: number[];
  types?: IntegrationType[];
}

export async function listIntegrations(
  sql: Pool,
  companyId: number,
  filter: IntegrationFilter,
  order: ListOrder,
): Promise<Page<Integration>> {
  const parts: Fragment[] = [sql`e.company_id = ${companyId}`];
  if (filter.ids) parts.push(sql`e.id = any(${filter.ids}::bigint[])`);
  if (filter.types) parts.push(sql`e.type = any(${filter.types}::text[])`);
  const { total, ids } = await pageOfIds(sql, sql`hr_integrations e where ${both(sql, parts)}`, order);
  const found = new Map((await selectIntegrations(sql, companyId, ids)).map((item) => [item.id, item]));
  return { total, items: ids.flatMap((id) => found.get(id) ?? []) };
}
