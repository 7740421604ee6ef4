import { idsOf } from '../../platform/db/ids-of.ts';
import type { Pool, Sql } from '../../platform/db/types.ts';

/** Runs are kept, with their counts. Ids of runs grow with time, so the first change is of the oldest run. */
export async function selectCompaniesWithOldChanges(sql: Pool, days: number): Promise<number[]> {
  return await idsOf(sql<{ id: number }[]>`
    select c.id from companies c
    cross join lateral (
      select run_id from sync_changes s where s.company_id = c.id order by s.run_id limit 1
    ) oldest
    join sync_runs r on r.company_id = c.id and r.id = oldest.run_id
    where r.finished_at < now() - make_interval(days => ${days})
    order by 1`);
}

export async function deleteOldChanges(
  sql: Sql,
  companyId: number,
  days: number,
  max: number,
): Promise<number> {
  const deleted = await sql<{ runId: number }[]>`
    delete from sync_changes where company_id = ${companyId} and (run_id, id) in (
      select s.run_id, s.id from sync_changes s
      join sync_runs r on r.company_id = s.company_id and r.id = s.run_id
      where s.company_id = ${companyId} and r.finished_at < now() - make_interval(days => ${days})
      order by s.run_id, s.id limit ${max})
    returning run_id as "runId"`;
  if (deleted.length === 0) return 0;
  const runIds = [...new Set(deleted.map(({ runId }) => runId))];
  await sql`
    update sync_runs set keeps_listings = false
    where company_id = ${companyId} and id = any(${runIds}::bigint[]) and keeps_listings`;
  return deleted.length;
}
