import { deleteDeadRunningChanges, selectCompaniesWithOldRunningChanges } from '../domain/day/long-change.ts';
import { eachOnItsOwn } from './each-company.ts';
import type { JobContext } from './job.ts';

/** Deletes the rows of `running_changes` whose node has died. Until then, clients that follow changes only get more repeats. */
export async function deleteDeadChanges(context: JobContext): Promise<void> {
  const { sql, log } = context;
  const companyIds = await selectCompaniesWithOldRunningChanges(sql);
  await eachOnItsOwn(context, companyIds, 'dead changes could not be deleted', async (companyId) => {
    const deleted = await deleteDeadRunningChanges(sql, companyId);
    if (deleted > 0) log.info({ companyId, deleted }, 'dead changes deleted');
  });
}
