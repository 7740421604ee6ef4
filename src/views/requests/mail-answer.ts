import { queueMail } from '../../domain/mail-queue/queue-mail.ts';
import type { Transaction } from '../../platform/db/types.ts';

/** The employee waits for the answer, so it is mailed also if the company mails its employees nothing else. */
export async function mailAnswer(
  tx: Transaction,
  companyId: number,
  employeeId: number,
  requestId: number,
): Promise<void> {
  const [installation] = await tx`select from installation where mail is not null`;
  if (installation)
    await queueMail(tx, companyId, { kind: 'request-answered', to: { employeeId }, about: { requestId } });
}
