import type { Sql } from '../db/connect.ts';
import { notFound } from '../errors.ts';
import { type Run, selectRuns } from './run.ts';
import { findRun } from './sql.ts';

export async function readRun(
  sql: Sql,
  companyId: number,
  integrationId: number,
  syncId: string,
): Promise<Run> {
  const known = await findRun(sql, companyId, integrationId, syncId);
  const [run] = known ? await selectRuns(sql, companyId, [known.id]) : [];
  if (!run) throw notFound();
  return run;
}
