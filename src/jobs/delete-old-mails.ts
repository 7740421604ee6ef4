import { deleteSettledMails } from '../mail/sql.ts';
import type { JobContext } from './job.ts';

export async function deleteOldMails({ sql, log }: JobContext): Promise<void> {
  const deleted = await deleteSettledMails(sql);
  if (deleted > 0) log.info({ deleted }, 'old mails deleted');
}
