import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import { emit } from '../../domain/events/emit.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';
import { inDay } from '../../tickets/issue/open-day.ts';
import {
  blankAuditLog,
  blankCharges,
  blankDocuments,
  blankLinks,
  blankOffers,
  blankRecord,
  blankRosterTraces,
  deleteLinkViewers,
  deleteMails,
  deleteMemberships,
  deleteRequests,
  type Leaver,
  selectLeaverForUpdate,
} from './erase-sql.ts';

export interface Erasure {
  /** False if the person had been erased before. */
  erased: boolean;
  documentsDeleted: number;
}

/**
 * Anonymises a person who has left and whose retention period is over. Tickets, charges and receipts stay for
 * accounting. The retention period can only be shortened by the company's setting, which is audited.
 */
export async function eraseEmployee(
  tx: Transaction,
  companyId: number,
  employeeId: number,
  actor: Actor,
): Promise<Erasure> {
  return await inDay(tx, companyId, 'short', async (day) => {
    const leaver = await selectLeaverForUpdate(tx, day, employeeId);
    if (!leaver) throw notFound();
    if (leaver.erasedAt !== null) return { erased: false, documentsDeleted: 0 };
    requireErasable(leaver, day.today);
    const documentsDeleted = await blankDocuments(tx, day, employeeId);
    await deleteLinkViewers(tx, day, employeeId);
    await deleteRequests(tx, day, employeeId);
    await deleteMails(tx, day, employeeId);
    await deleteMemberships(tx, day, employeeId);
    await blankCharges(tx, day, employeeId);
    await blankOffers(tx, day, employeeId);
    await blankRosterTraces(tx, day, employeeId);
    await blankLinks(tx, day, employeeId);
    await blankRecord(tx, day, employeeId);
    await blankAuditLog(tx, day, employeeId);
    // Programs that keep a copy of the record read it again.
    await emit(tx, companyId, 'employee.updated', [{ employeeId }]);
    await recordChange(tx, companyId, {
      actor,
      action: 'employee-erased',
      subject: { type: 'employee', id: employeeId },
      details: { erasableFrom: leaver.erasableFrom, documentsDeleted },
    });
    return { erased: true, documentsDeleted };
  });
}

function requireErasable(leaver: Leaver, today: string): void {
  const { hasLiveTerm, isLinked, isStaged, isAwaited, erasableFrom } = leaver;
  if (hasLiveTerm) throw refused('still-subscribed');
  if (isLinked) throw refused('still-linked');
  if (isStaged) throw refused('on-waiting-roster');
  if (isAwaited) throw refused('entry-waits');
  if (today < erasableFrom) throw refused('retention-not-over', { day: erasableFrom });
}
