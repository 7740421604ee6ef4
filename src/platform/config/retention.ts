import { type Variables, wholeNumber } from './variables.ts';

interface Period {
  readonly variable: string;
  readonly days: number;
  /** A shorter time is refused. */
  readonly minDays: number;
}

/** Records that grow with time are deleted after these days (docs/operating.md, "What is deleted"). */
export const PERIODS = {
  deliveries: { variable: 'KEEP_DELIVERIES_DAYS', days: 30, minDays: 1 },
  mails: { variable: 'KEEP_MAILS_DAYS', days: 90, minDays: 1 },
  // A receiver of webhooks that is down is tried for three days.
  events: { variable: 'KEEP_EVENTS_DAYS', days: 90, minDays: 7 },
  bulkActions: { variable: 'KEEP_BULK_ACTIONS_DAYS', days: 90, minDays: 1 },
  attempts: { variable: 'KEEP_ATTEMPTS_DAYS', days: 365, minDays: 1 },
  pulls: { variable: 'KEEP_PULLS_DAYS', days: 365, minDays: 1 },
  // Passes that were replaced, with the devices that have them. Phones that are off for long should get to know that they are void.
  passes: { variable: 'KEEP_PASSES_DAYS', days: 90, minDays: 7 },
  syncChanges: { variable: 'KEEP_SYNC_CHANGES_DAYS', days: 3 * 365, minDays: 30 },
  // The database itself refuses to delete entries of the last year.
  auditLog: { variable: 'KEEP_AUDIT_LOG_DAYS', days: 10 * 365, minDays: 400 },
} as const satisfies Record<string, Period>;

export type Kept = keyof typeof PERIODS;

/** For how many days each is kept. */
export type Retention = Readonly<Record<Kept, number>>;

const A_CENTURY_DAYS = 36_500;

export function retention(env: Variables): Retention {
  const entries = Object.entries(PERIODS).map(([kept, { variable, days, minDays }]) => [
    kept,
    wholeNumber(env, variable, days, minDays, A_CENTURY_DAYS),
  ]);
  return Object.fromEntries(entries);
}
