import type { Sql } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
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
  if (!run) throw notFound();
  return run;
}
