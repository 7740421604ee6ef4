import { selectCompaniesToNumber } from '../domain/events/events-sql.ts';
import { numberEvents } from '../domain/events/number-events.ts';
import { eachOnItsOwn } from './each-company.ts';
import type { JobContext } from './job.ts';

/** Numbers the events that nobody has asked for since they were committed. Whoever reads events numbers them first. */
export async function numberNewEvents(context: JobContext): Promise<void> {
  const companyIds = await selectCompaniesToNumber(context.sql);
  await eachOnItsOwn(context, companyIds, 'events could not be numbered', async (companyId) => {
    await numberEvents(context.sql, companyId);
  });
}
