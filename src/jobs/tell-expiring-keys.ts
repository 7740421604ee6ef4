import { selectCompaniesWithExpiring } from '../company/api-keys/expiring-sql.ts';
import { tellExpiring } from '../company/api-keys/tell-expiring.ts';
import { eachCompany } from './each-company.ts';
import type { JobContext } from './job.ts';

/** Finds API keys that are about to expire. */
export async function tellExpiringKeys(context: JobContext): Promise<void> {
  await eachCompany(context, {
    companyIds: await selectCompaniesWithExpiring(context.sql),
    work: async (tx, companyId) => ({ keys: await tellExpiring(tx, companyId) }),
    done: 'API keys are about to expire',
    failed: 'expiring API keys could not be told',
  });
}
