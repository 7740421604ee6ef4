import { requireConnected } from '../../company/integrations/require-connected.ts';
import type { Sql } from '../../platform/db/types.ts';
import { type OpenIntegration, selectOpenIntegration } from './mark-sql.ts';

/** Returns what a roster of the integration is read with. Refuses an unknown or disconnected integration. */
export async function openForRosters(
  sql: Sql,
  companyId: number,
  integrationId: number,
): Promise<OpenIntegration> {
  return requireConnected(await selectOpenIntegration(sql, companyId, integrationId), integrationId);
}
