import { announceExpiringKeys } from './announce-expiring-keys.ts';
import { announceReadyMonths } from './announce-ready-months.ts';
import { deleteDeadChanges } from './delete-dead-running-changes.ts';
import { followPriceChanges } from './follow-price-changes.ts';
import { issueDueTickets } from './issue-due-tickets.ts';
import type { Job } from './job.ts';
import { deleteJoinRequests, lapseRequestsOfLeavers } from './lapse-requests.ts';
import { numberNewEvents } from './number-events.ts';
import { queueAllDuePulls } from './queue-due-pulls.ts';
import { remindOfContracts } from './remind-of-contracts.ts';
import { sweepAbandonedUploads } from './sweep-abandoned-uploads.ts';
import { sweepExpiredSessions } from './sweep-expired-sessions.ts';
import { watchAllIntegrations } from './watch-integrations.ts';

/** The scheduled jobs. */
export const JOBS = {
  'issue-due-tickets': issueDueTickets,
  'follow-price-changes': followPriceChanges,
  'watch-integrations': watchAllIntegrations,
  'announce-expiring-keys': announceExpiringKeys,
  'announce-ready-months': announceReadyMonths,
  'queue-due-pulls': queueAllDuePulls,
  'remind-of-contracts': remindOfContracts,
  'lapse-requests': lapseRequestsOfLeavers,
  'delete-join-requests': deleteJoinRequests,
  'delete-dead-running-changes': deleteDeadChanges,
  'sweep-abandoned-uploads': sweepAbandonedUploads,
  'sweep-expired-sessions': sweepExpiredSessions,
} as const satisfies Record<string, Job>;

/** Run by a separate ticker: the month's tickets may take minutes, and events must not wait for them. */
export const NUMBERING_JOBS = { 'number-events': numberNewEvents } as const satisfies Record<string, Job>;
