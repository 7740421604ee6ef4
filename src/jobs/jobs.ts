import { followPriceChanges } from './follow-price-changes.ts';
import { issueDueTickets } from './issue-due-tickets.ts';
import type { Job } from './job.ts';
import { sweepAbandonedUploads } from './sweep-abandoned-uploads.ts';
import { sweepExpiredSessions } from './sweep-expired-sessions.ts';

/** The scheduled jobs that need only the database. `background.ts` adds the one that needs the queue. */
export const JOBS = {
  'issue-due-tickets': issueDueTickets,
  'follow-price-changes': followPriceChanges,
  'sweep-abandoned-uploads': sweepAbandonedUploads,
  'sweep-expired-sessions': sweepExpiredSessions,
} as const satisfies Record<string, Job>;
