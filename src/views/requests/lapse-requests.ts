import { recordChanges } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { inDay } from '../../tickets/issue/open-day.ts';
import { lapseRequestsOfLeavers } from './requests-sql.ts';

/** Somebody who returns later does not find the request of an earlier employment approved. */
export async function lapseRequests(tx: Transaction, companyId: number): Promise<number> {
  return await inDay(tx, companyId, 'short', async (day) => {
    const lapsed = await lapseRequestsOfLeavers(tx, day);
    await recordChanges(tx, companyId, {
      actor: { type: 'system' },
      subjectType: 'employee',
      changes: lapsed.map(({ id, employeeId, action }) => ({
        action: 'request-lapsed',
        subjectId: employeeId,
        details: { requestId: id, act: action },
      })),
    });
    return lapsed.length;
  });
}
