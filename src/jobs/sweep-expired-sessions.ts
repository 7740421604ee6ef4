import { deleteExpiredSessions } from '../accounts/delete-expired-sessions.ts';
import type { JobContext } from './job.ts';

export async function sweepExpiredSessions({ sql, log }: JobContext): Promise<void> {
  const deleted = await deleteExpiredSessions(sql);
  if (deleted > 0) log.info({ deleted }, 'expired portal sessions deleted');
}
