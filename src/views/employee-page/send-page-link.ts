import { type Actor, recordChanges } from '../../domain/audit/record-change.ts';
import { queueMails } from '../../domain/mail-queue/queue-mail.ts';
import type { Transaction } from '../../platform/db/types.ts';

/** Mails people the link to their page, which leads to the ticket, the contract and the receipts. HR asked for it. */
export async function sendPageLinks(
  tx: Transaction,
  companyId: number,
  people: readonly { employeeId: number }[],
  about: { bulkActionId: number },
  actor: Actor,
): Promise<void> {
  const ids = people.map(({ employeeId }) => employeeId);
  await queueMails(tx, companyId, { kind: 'page-link', to: ids, about });
  await recordChanges(tx, companyId, {
    actor,
    subjectType: 'employee',
    changes: ids.map((subjectId) => ({ action: 'page-link-sent', subjectId })),
  });
}
