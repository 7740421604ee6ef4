import { numberEvents } from '../events/number-events.ts';
import { selectCompaniesToNumber } from '../events/sql.ts';
import type { JobContext } from './job.ts';

/** Numbers the events that have been committed. */
export async function numberNewEvents({ sql, signal }: JobContext): Promise<void> {
  for (const companyId of await selectCompaniesToNumber(sql)) {
    if (signal.aborted) return;
    await numberEvents(sql, companyId);
  }
}
