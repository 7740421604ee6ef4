import { sweepDeliveries } from '../webhooks/sweep-deliveries.ts';
import type { JobContext } from './job.ts';

export async function sweepOldDeliveries({ sql, log, signal }: JobContext): Promise<void> {
  const deleted = await sweepDeliveries(sql, signal);
  if (deleted > 0) log.info({ deleted }, 'old webhook deliveries deleted');
}
