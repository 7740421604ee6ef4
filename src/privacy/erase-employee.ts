import { type Actor, recordChange } from '../audit/record-change.ts';
import { lockCompanySoon } from '../day/lock-company.ts';
import type { Transaction } from '../db/types.ts';
import { notFound } from '../errors.ts';
import { refused } from '../refusals.ts';
import {
  blankDocuments,
  blankLinks,
  blankOffers,
  blankRecord,
  blankRosterTraces,
  type Leaver,
  selectLeaverForUpdate,
} from './erase-sql.ts';

export interface Erasure {
  /** False where it had been done before. */
  erased: boolean;
  documentsDeleted: number;
}

/**
 * Makes a person who has left, and whose retention is over, anonymous. Their tickets and receipts stay, to be
 * counted. There is no way around the retention: who wants it shorter changes the company's setting, which is recorded.
 */
export async function eraseEmployee(
  tx: Transaction,
  companyId: number,
  employeeId: number,
  actor: Actor,
): Promise<Erasure> {
  const day = await lockCompanySoon(tx, companyId);
  const leaver = await selectLeaverForUpdate(tx, day, employeeId);
  if (!leaver) throw notFound();
  if (leaver.erasedAt !== null) return { erased: false, documentsDeleted: 0 };
  requireErasable(leaver, day.today);
  const documentsDeleted = await blankDocuments(tx, companyId, employeeId);
  await blankOffers(tx, companyId, employeeId);
  await blankRosterTraces(tx, companyId, employeeId);
  await blankLinks(tx, companyId, employeeId);
  await blankRecord(tx, companyId, employeeId);
  await recordChange(tx, companyId, {
    actor,
    action: 'employee-erased',
    subject: { type: 'employee', id: employeeId },
    details: { erasableFrom: leaver.erasableFrom, documentsDeleted },
  });
  return { erased: true, documentsDeleted };
}

function requireErasable(leaver: Leaver, today: string): void {
  const { hasLiveTerm, isLinked, isStaged, erasableFrom } = leaver;
  if (hasLiveTerm) throw refused('still-subscribed');
  if (isLinked) throw refused('still-linked');
  if (isStaged) throw refused('on-waiting-roster');
  if (today < erasableFrom) throw refused('retention-not-over', { day: erasableFrom });
}
