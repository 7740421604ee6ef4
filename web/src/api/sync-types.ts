import type { LastSyncStatus, SubscriptionStatus } from './types.ts';

/**
 * Of the routes that come with the sync: docs/portal-api.md, "Wanted by the front end". They are the public API's
 * records with a few names added; once the routes exist, routes.ts has them and these become names for those.
 */

export type Outcome =
  | 'added'
  | 'adopted'
  | 'rehired'
  | 'renumbered'
  | 'updated'
  | 'offboarded'
  | 'unlinked'
  | 'conflict'
  | 'held';

export interface Warning {
  code: string;
  message: string;
  count: number;
  /** Where in the roster: the first of them, as JSON Pointers. */
  pointers: string[];
}

export interface Run {
  id: number;
  syncId: string;
  integrationId: number;
  integrationName: string;
  status: LastSyncStatus;
  entryCount: number;
  counts: Record<string, number>;
  problems: Warning[];
  failure: string | null;
  progress: { step: string; done: number; total: number } | null;
  attempts: number;
  resubmissions: number;
  resubmittedDifferently: boolean;
  bodyDigest: string | null;
  acceptedAt: string;
  startedAt: string | null;
  finishedAt: string | null;
}

interface Terms {
  status: SubscriptionStatus;
  nextTicketAt: string | null;
  contribution: { label: string; value: number };
}

export interface Change {
  /** Of a preview: none, for nothing has happened. */
  id?: number;
  outcome: Outcome;
  reason: string;
  message: string;
  employeeId: number | null;
  firstName: string | null;
  lastName: string | null;
  hrId: string | null;
  pointer: string | null;
  fields: Record<string, { from: unknown; to: unknown }>;
  subscription: {
    action: string;
    startAt: string | null;
    endAt: string | null;
    lastTicketMonth: string | null;
  } | null;
  before?: Terms | null;
  after?: Terms | null;
}

interface Identity {
  firstName: string;
  lastName: string;
  email: string;
  dateOfBirth: string;
}

export interface Conflict {
  id: number;
  hrId: string;
  record: Identity & { employeeId: number };
  entry: Identity & { startDate: string };
}

export interface RosterPreview {
  counts: Record<string, number>;
  wouldBeHeld: boolean;
  unfinishedSyncs: number;
  problems: Warning[];
  changes: Change[];
}
