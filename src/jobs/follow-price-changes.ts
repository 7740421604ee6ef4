import { followPrices } from '../tickets/prices/follow-prices.ts';
import { selectCompaniesBehind } from '../tickets/prices/prices-sql.ts';
import { eachCompany } from './each-company.ts';
import type { JobContext } from './job.ts';

/** Makes the offers after a change of prices, and in a new month, in every company that has not followed it yet. */
export async function followPriceChanges(context: JobContext): Promise<void> {
  await eachCompany(context, {
    companyIds: await selectCompaniesBehind(context.sql),
    work: followPrices,
    done: 'amounts followed',
    failed: 'amounts could not be followed',
  });
}
