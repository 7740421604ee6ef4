import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { inDay } from '../../tickets/issue/open-day.ts';
import { mailAnswer } from './mail-answer.ts';
import { settleRequest } from './requests-sql.ts';
import { requireOpen } from './require-open.ts';

/** Declines it, with a reason for the employee. */
export async function refuseRequest(
  tx: Transaction,
  companyId: number,
  id: number,
  actor: Actor,
  answer: string,
): Promise<void> {
  await inDay(tx, companyId, 'short', async (day) => {
    const { employeeId, action } = await requireOpen(tx, day, id);
    await settleRequest(tx, day, id, { status: 'refused', answer });
    await recordChange(tx, companyId, {
      actor,
      action: 'request-refused',
      subject: { type: 'employee', id: employeeId },
      details: { requestId: id, act: action },
    });
    await mailAnswer(tx, companyId, employeeId, id);
  });
}
