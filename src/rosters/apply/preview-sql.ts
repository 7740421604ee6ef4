import type { Sql } from '../../platform/db/types.ts';
import type { Change } from '../runs/list-changes.ts';

/** Changes refer to a run, so the preview inserts one, which is rolled back. */
export async function insertPreviewRun(
  sql: Sql,
  companyId: number,
  integrationId: number,
  { uploadId, syncId }: { uploadId: number; syncId: string },
): Promise<number> {
  const [run] = await sql<{ id: number }[]>`
    insert into sync_runs (company_id, integration_id, sync_id, accept_seq, status, upload_id)
    values (${companyId}, ${integrationId}, ${syncId}, 0, 'running', ${uploadId}) returning id`;
  if (!run) throw new Error('insert into sync_runs returned nothing');
  return run.id;
}

/** Selects the first changes of each outcome. */
export async function selectFirstChanges(
  sql: Sql,
  companyId: number,
  runId: number,
  { max, maxLeavers }: { max: number; maxLeavers: number },
): Promise<Change[]> {
  return await sql<Change[]>`
    select id, position, employee_id as "employeeId", hr_id as "hrId", outcome, reason, fields, consequence
    from (
      select *, row_number() over (partition by outcome order by position nulls last, id) as place
      from sync_changes where company_id = ${companyId} and run_id = ${runId} and outcome <> 'listing'
    ) numbered
    where place <= case when outcome in ('offboarded', 'held') then ${maxLeavers}::int else ${max}::int end order by outcome, place`;
}
