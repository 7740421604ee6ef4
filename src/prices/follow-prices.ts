import { type Actor, recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/types.ts';
import { type FollowedAmounts, followAmounts } from '../subscriptions/follow-amounts.ts';
import { openDay } from '../tickets/open-day.ts';
import { markFollowed, selectVersion } from './sql.ts';

const SYSTEM: Actor = { type: 'system' };

/** Makes the offers that follow from the present prices. The company remembers the version that it has followed. */
export async function followPrices(tx: Transaction, companyId: number): Promise<FollowedAmounts> {
  const day = await openDay(tx, companyId, 'short');
  // Read before the prices are: a change in between raises the version, and the company is visited again.
  const version = await selectVersion(tx);
  const followed = await followAmounts(tx, day);
  await markFollowed(tx, companyId, version);
  if (followed.offered + followed.withdrawn + followed.replaced > 0)
    await recordChange(tx, companyId, {
      actor: SYSTEM,
      action: 'new-terms-offered',
      subject: { type: 'company', id: companyId },
      details: { ...followed },
    });
  return followed;
}
