import { queueReminders, selectCompaniesThatRemind } from '../domain/mail-queue/queue-reminders.ts';
import { eachOnItsOwn } from './each-company.ts';
import type { JobContext } from './job.ts';

/** Reminds people of contracts that they have not answered. */
export async function remindOfContracts(context: JobContext): Promise<void> {
  const { sql, log } = context;
  const companyIds = await selectCompaniesThatRemind(sql);
  await eachOnItsOwn(context, companyIds, 'reminders of contracts could not be queued', async (companyId) => {
    const queued = await queueReminders(sql, companyId);
    if (queued > 0) log.info({ companyId, queued }, 'reminders of contracts queued');
  });
}
