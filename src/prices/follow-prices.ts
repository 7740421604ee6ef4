import type { Actor } from '../audit/record-change.ts';
import type { Transaction } from '../db/types.ts';
import { offerNewTerms } from '../subscriptions/offer-new-terms.ts';
import { markFollowed, selectVersion } from './sql.ts';

const SYSTEM: Actor = { type: 'system' };

/** Makes the offers that follow from the present prices. The company remembers the version that it has followed. */
export async function followPrices(tx: Transaction, companyId: number): Promise<{ offered: number }> {
  // Read before the prices are: a change in between raises the version, and the company is visited again.
  const version = await selectVersion(tx);
  const followed = await offerNewTerms(tx, companyId, SYSTEM);
  await markFollowed(tx, companyId, version);
  return followed;
}
