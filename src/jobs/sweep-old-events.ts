import { sweepEvents } from '../events/sweep-events.ts';
import type { JobContext } from './job.ts';

export async function sweepOldEvents({ sql, log, signal }: JobContext): Promise<void> {
  const deleted = await sweepEvents(sql, signal);
  if (deleted > 0) log.info({ deleted }, 'old events deleted');
}
