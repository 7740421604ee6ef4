import { idsInScope, type Scope } from '../../domain/access/scope.ts';
import { allOf, type Fragment } from '../../platform/db/fragments.ts';
import { type ListOrder, type Page, pageOfRecords } from '../../platform/db/pages.ts';
import type { Pool } from '../../platform/db/types.ts';
import type { IntegrationType } from './integration-types.ts';
import { type Integration, selectIntegrations } from './integrations-sql.ts';

export interface IntegrationFilter {
  ids?: number[];
  types?: IntegrationType[];
  updatedSince?: Date;
}

export async function listIntegrations(
  sql: Pool,
  companyId: number,
  scope: Scope,
  filter: IntegrationFilter,
  order: ListOrder,
): Promise<Page<Integration>> {
  const parts: Fragment[] = [sql`e.company_id = ${companyId}`];
  const ids = idsInScope(scope, filter.ids);
  if (ids) parts.push(sql`e.id = any(${ids}::bigint[])`);
  if (filter.updatedSince) parts.push(sql`e.updated_at >= ${filter.updatedSince}`);
  if (filter.types) parts.push(sql`e.type = any(${filter.types}::text[])`);
  return await pageOfRecords(sql, sql`hr_integrations e where ${allOf(sql, parts)}`, order, (ids) =>
    selectIntegrations(sql, companyId, ids),
  );
}
