import type { RunLine } from './types.ts';

/** Of the routes that come with the sync: docs/portal-api.md, "Wanted by the front end". */

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
  count: number;
  /** Where in the roster: the first of them, as JSON Pointers. */
  pointers: string[];
}

export interface Run extends RunLine {
  startedAt: string | null;
  attempts: number;
  resubmissions: number;
  resubmittedDifferently: boolean;
  bodyDigest: string | null;
  warnings: Warning[];
  progress: { done: number; total: number } | null;
  heldPeople: number;
}

export interface Change {
  id: number;
  employeeId: number | null;
  firstName: string | null;
  lastName: string | null;
  hrId: string | null;
  outcome: Outcome;
  reason: string;
  fields: Record<string, unknown>;
  consequence: { action: string; start: string | null; end: string | null } | null;
}

interface Identity {
  firstName: string;
  lastName: string;
  email: string;
  dateOfBirth: string;
}

export interface Conflict {
  hrId: string;
  runId: number;
  record: Identity & { employeeId: number };
  entry: Identity & { startDate: string };
}

export interface RosterPreview {
  counts: Record<string, number>;
  wouldBeHeld: boolean;
  warnings: Warning[];
  changes: Change[];
}
