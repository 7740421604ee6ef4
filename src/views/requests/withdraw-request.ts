import { recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import type { PageOwner } from '../../platform/links/page-links.ts';
import { inDay } from '../../tickets/issue/open-day.ts';
import { selectRequest, settleRequest } from './requests-sql.ts';
import { requireOpen } from './require-open.ts';
import { actorOf } from './visit.ts';

/** The employee takes a request back. Once more changes nothing. */
export async function withdrawRequest(tx: Transaction, owner: PageOwner, id: number): Promise<void> {
  const { companyId, employeeId } = owner;
  await inDay(tx, companyId, 'short', async (day) => {
    const found = await selectRequest(tx, companyId, id);
    // Of somebody else.
    if (found?.employeeId !== employeeId) throw notFound();
    if (found.status === 'withdrawn') return;
    const { action } = await requireOpen(tx, day, id);
    await settleRequest(tx, day, id, { status: 'withdrawn' });
    await recordChange(tx, companyId, {
      actor: actorOf(owner),
      action: 'request-withdrawn',
      subject: { type: 'employee', id: employeeId },
      details: { requestId: id, act: action },
    });
  });
}
