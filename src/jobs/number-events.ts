import { selectCompaniesToNumber } from '../domain/events/events-sql.ts';
import { numberEvents } from '../domain/events/number-events.ts';
import { eachOnItsOwn } from './each-company.ts';
import type { JobContext } from './job.ts';

/** Numbers the events that nobody has read since they were committed. Readers number a company's events before they read. */
export async function numberNewEvents(context: JobContext): Promise<void> {
  const companyIds = await selectCompaniesToNumber(context.sql);
  await eachOnItsOwn(context, companyIds, 'events could not be numbered', async (companyId) => {
    await numberEvents(context.sql, companyId);
  });
}
