import { selectCompaniesWithBulkActions } from '../views/bulk-actions/bulk-actions-sql.ts';
import { performBatch } from '../views/bulk-actions/perform-batch.ts';
import { eachCompany } from './each-company.ts';
import type { JobContext } from './job.ts';

/** Performs the actions about many people, companies in turn, one batch each, until nobody is left. */
export async function performBulkActions(context: JobContext): Promise<void> {
  let isLeft = true;
  while (isLeft && !context.signal.aborted) {
    isLeft = false;
    await eachCompany(context, {
      companyIds: await selectCompaniesWithBulkActions(context.sql),
      work: async (tx, companyId) => {
        const batch = await performBatch(tx, companyId);
        isLeft ||= batch.isLeft;
        for (const error of batch.failures)
          context.log.error({ err: error, companyId }, 'an action about many people failed for one of them');
        return undefined;
      },
      done: 'people done',
      failed: 'an action about many people could not go on',
    });
  }
}
