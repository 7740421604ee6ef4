import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { OpenDay } from '../../domain/day/company-day.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { inDay } from '../issue/open-day.ts';
import { type FollowedAmounts, followAmounts } from '../subscriptions/follow-amounts.ts';
import { isBehind, markFollowed, selectVersion } from './prices-sql.ts';

const SYSTEM: Actor = { type: 'system' };

/** Makes the offers that follow from the present prices. */
export async function followPrices(tx: Transaction, companyId: number): Promise<FollowedAmounts> {
  return await inDay(tx, companyId, 'short', (day) => follow(tx, day));
}

/** The same in a transaction that has opened the day, if there is something to follow. */
export async function followPricesIfBehind(tx: Transaction, day: OpenDay): Promise<void> {
  if (await isBehind(tx, day.companyId)) await follow(tx, day);
}

/** The company remembers the version of the prices that it has followed. */
async function follow(tx: Transaction, day: OpenDay): Promise<FollowedAmounts> {
  const { companyId } = day;
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
