import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';
import { inDay } from '../../tickets/issue/open-day.ts';
import { deleteHandover, listed, selectHandover, selectLastHandedOver } from '../payroll/handovers-sql.ts';

/** Takes the last handover back, because payroll has not booked its files. */
export async function takeBackHandover(
  tx: Transaction,
  companyId: number,
  actor: Actor,
  { month, reason }: { month: string; reason: string },
): Promise<void> {
  await inDay(tx, companyId, 'short', async (day) => {
    const handover = await selectHandover(tx, companyId, month);
    if (!handover) throw notFound();
    const last = await selectLastHandedOver(tx, companyId);
    if (last !== null && last !== month) throw refused('later-month-handed-over', { month: last });
    await deleteHandover(tx, day, month);
    await recordChange(tx, companyId, {
      actor,
      action: 'handover-taken-back',
      subject: { type: 'company', id: companyId },
      details: { month, reason: reason.trim(), digests: listed(handover.digests) },
    });
  });
}
