import type { Sql } from '../db/types.ts';
import { notFound } from '../errors.ts';
import { disconnected } from '../integrations/require-connected.ts';
import { type MarkedRun, selectOpenIntegration } from './mark-sql.ts';

/** Refuses unless the integration takes rosters. The last applied run, if a body that equals its body need not be read. */
export async function openForRosters(
  sql: Sql,
  companyId: number,
  integrationId: number,
): Promise<MarkedRun | undefined> {
  const integration = await selectOpenIntegration(sql, companyId, integrationId);
  if (!integration) throw notFound();
  if (integration.isDisconnected) throw disconnected();
  return integration.mark ?? undefined;
}
