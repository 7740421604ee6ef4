import { selectCompaniesToWatch } from '../company/integrations/silence-sql.ts';
import { watchIntegrations } from '../company/integrations/watch-integrations.ts';
import { eachCompany } from './each-company.ts';
import type { JobContext } from './job.ts';

/** Finds integrations whose roster is overdue. */
export async function watchAllIntegrations(context: JobContext): Promise<void> {
  await eachCompany(context, {
    companyIds: await selectCompaniesToWatch(context.sql),
    work: async (tx, companyId) => {
      const silent = await watchIntegrations(tx, companyId);
      return silent > 0 ? { silent } : undefined;
    },
    done: 'integrations have become silent',
    failed: 'integrations could not be watched',
  });
}
