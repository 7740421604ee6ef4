import { queueReminders, selectCompaniesThatRemind } from '../mail/queue-reminders.ts';
import type { JobContext } from './job.ts';

/** Reminds people of contracts that they have not answered. */
export async function remindOfContracts({ sql, log, signal }: JobContext): Promise<void> {
  for (const companyId of await selectCompaniesThatRemind(sql)) {
    if (signal.aborted) return;
    const queued = await queueReminders(sql, companyId);
    if (queued > 0) log.info({ companyId, queued }, 'reminders of contracts queued');
  }
}
