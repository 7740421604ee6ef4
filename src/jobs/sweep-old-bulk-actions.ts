import { deleteOldBulkActions } from '../bulk-actions/sql.ts';
import type { JobContext } from './job.ts';

export async function sweepOldBulkActions({ sql }: JobContext): Promise<void> {
  await deleteOldBulkActions(sql);
}
