import type { Sql } from '../../platform/db/types.ts';
import { noSuch, noSuchIn } from '../../platform/errors.ts';
import { type Run, selectRuns } from './run.ts';
import { findRun, type RunName } from './runs-sql.ts';

export async function readRun(
  sql: Sql,
  companyId: number,
  integrationId: number,
  name: RunName,
): Promise<Run> {
  const known = await findRun(sql, companyId, integrationId, name);
  const [run] = known ? await selectRuns(sql, companyId, [known.id]) : [];
  if (!run) throw noSuchRun(integrationId, name);
  return run;
}

export const noSuchRun = (integrationId: number, name: RunName) =>
  'runId' in name ? noSuch('sync', name.runId) : noSuchIn(integrationId, 'sync');
