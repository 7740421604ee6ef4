import { announceExpiring } from '../company/api-keys/announce-expiring.ts';
import { selectCompaniesWithExpiring } from '../company/api-keys/expiring-sql.ts';
import { eachCompany } from './each-company.ts';
import type { JobContext } from './job.ts';

/** Finds API keys that are about to expire. */
export async function announceExpiringKeys(context: JobContext): Promise<void> {
  await eachCompany(context, {
    companyIds: await selectCompaniesWithExpiring(context.sql),
    work: async (tx, companyId) => ({ keys: await announceExpiring(tx, companyId) }),
    done: 'API keys are about to expire',
    failed: 'expiring API keys could not be announced',
  });
}
