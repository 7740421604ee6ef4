import { type Actor, recordChange } from '../audit/record-change.ts';
import { nextFirst } from '../calendar/months.ts';
import type { Transaction } from '../db/types.ts';
import { openDay } from '../tickets/open-day.ts';
import { makeOffers } from './make-offers.ts';
import { selectUnderOlderTerms } from './offers-sql.ts';
import { lockEmployees } from './terms-sql.ts';

/**
 * Offers today's amounts to all people whose contract has other amounts, after a change of price or subsidy.
 * A person who rejects them keeps the ticket until the end of the month. Open offers stay as they are.
 */
export async function offerNewTerms(
  tx: Transaction,
  companyId: number,
  actor: Actor,
): Promise<{ offered: number }> {
  const day = await openDay(tx, companyId, 'short');
  const plannedStart = nextFirst(day.today);
  const asked = await selectUnderOlderTerms(tx, day, plannedStart);
  await lockEmployees(
    tx,
    day,
    asked.map(({ employeeId }) => employeeId),
  );
  await makeOffers(
    tx,
    day,
    'new-terms',
    asked.map((one) => ({ ...one, plannedStart })),
  );
  await recordChange(tx, companyId, {
    actor,
    action: 'new-terms-offered',
    subject: { type: 'company', id: companyId },
    details: { offered: asked.length },
  });
  return { offered: asked.length };
}
