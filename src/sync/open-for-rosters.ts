import type { Sql } from '../db/types.ts';
import { requireConnected } from '../integrations/require-connected.ts';
import { type MarkedRun, selectOpenIntegration } from './mark-sql.ts';

/** Refuses an unknown or disconnected integration. Returns its roster mark, if it has one. */
export async function openForRosters(
  sql: Sql,
  companyId: number,
  integrationId: number,
): Promise<MarkedRun | undefined> {
  const { mark } = requireConnected(await selectOpenIntegration(sql, companyId, integrationId));
  return mark ?? undefined;
}
