import type { OpenDay } from '../../../domain/day/company-day.ts';
import type { Transaction } from '../../../platform/db/types.ts';
import { setDeclined } from './actions-sql.ts';
import type { Subject } from './subject.ts';

/**
 * A subscription that a person ends does not begin again with an employment that is known already and still ahead.
 * Otherwise the term after a gap would begin although nobody wants it.
 */
export async function declineEmploymentAhead(
  tx: Transaction,
  day: OpenDay,
  subjects: readonly Subject[],
): Promise<void> {
  const declined = subjects.flatMap(({ employeeId, employedFrom, nextTermStart }) => {
    const isAhead = employedFrom !== null && employedFrom > day.today;
    return isAhead || nextTermStart !== null
      ? [{ employeeId, until: isAhead ? employedFrom : day.today }]
      : [];
  });
  await setDeclined(tx, day, declined);
}
