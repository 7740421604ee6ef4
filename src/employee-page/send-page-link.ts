import { type Actor, recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/types.ts';
import { notFound } from '../errors.ts';
import { queueMail } from '../mail-queue/queue-mail.ts';
import { checkMailable, selectMailable } from './mailable.ts';

/** Mails a person the link to their page, which leads to the ticket, the contract and the receipts. HR asked for it. */
export async function sendPageLink(
  tx: Transaction,
  companyId: number,
  { employeeId, bulkActionId }: { employeeId: number; bulkActionId: number },
  actor: Actor,
): Promise<void> {
  const [person] = await selectMailable(tx, companyId, [employeeId]);
  if (!person) throw notFound();
  checkMailable(person);
  await queueMail(tx, companyId, { kind: 'page-link', to: { employeeId }, about: { bulkActionId } });
  await recordChange(tx, companyId, {
    actor,
    action: 'page-link-sent',
    subject: { type: 'employee', id: employeeId },
  });
}
