import type { Pool, Sql } from '../../platform/db/types.ts';

export interface Progress {
  step: string;
  done: number;
  total: number;
}

export async function recordProgress(
  sql: Sql,
  companyId: number,
  runId: number,
  { step, done, total }: Progress,
): Promise<void> {
  await sql`
    insert into sync_progress (company_id, run_id, step, done, total) values (${companyId}, ${runId}, ${step}, ${done}, ${total})
    on conflict (company_id, run_id) do update set step = excluded.step, done = excluded.done, total = excluded.total, at = excluded.at`;
}

/** Deletes the progress of finished runs. */
export async function deleteOldProgress(sql: Pool): Promise<void> {
  await sql`
    delete from sync_progress p where not exists (
      select from sync_runs r
      where r.company_id = p.company_id and r.id = p.run_id
        and r.status in ('queued', 'running'))`;
}
