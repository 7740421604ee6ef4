import type { Pool } from '../../platform/db/types.ts';
import type { Event } from './event-types.ts';
import { selectEvents, selectOldestNumber } from './events-sql.ts';
import { numberEvents } from './number-events.ts';

export interface EventPage {
  events: Event[];
  /** Whether there are later ones. */
  hasMore: boolean;
  /** Older events have been deleted. Null without events. */
  oldest: number | null;
}

/** The events after a number, oldest first. */
export async function readEvents(
  sql: Pool,
  companyId: number,
  { after, perPage }: { after: number; perPage: number },
): Promise<EventPage> {
  await numberEvents(sql, companyId);
  const found = await selectEvents(sql, companyId, { after, limit: perPage + 1 });
  return {
    events: found.slice(0, perPage),
    hasMore: found.length > perPage,
    oldest: await selectOldestNumber(sql, companyId),
  };
}
