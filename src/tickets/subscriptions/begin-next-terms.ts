import type { OpenDay } from '../../domain/day/company-day.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { followHrFacts } from './follow-hr-facts.ts';
import { takeNextTerms } from './terms-sql.ts';

/**
 * Begins the next terms, after a gap, for people whose last term has ended. The facts of today decide: the person
 * may have been excluded meanwhile.
 */
export async function beginNextTerms(tx: Transaction, day: OpenDay): Promise<void> {
  await followHrFacts(tx, day, await takeNextTerms(tx, day));
}
