import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import { raiseLinkVersion } from '../../domain/day/link-version.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { inDay } from '../../tickets/issue/open-day.ts';

/** Ends the links to a person's page. The next one that is made is valid. */
export async function renewLink(
  tx: Transaction,
  companyId: number,
  employeeId: number,
  actor: Actor,
): Promise<void> {
  await inDay(tx, companyId, 'short', async (day) => {
    if (!(await raiseLinkVersion(tx, day, employeeId))) throw notFound();
    await recordChange(tx, companyId, {
      actor,
      action: 'page-link-renewed',
      subject: { type: 'employee', id: employeeId },
    });
  });
}
