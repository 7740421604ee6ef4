import type { Scope } from '../../domain/access/scope.ts';
import type { WorkingRun } from './working-tables.ts';

/** A roster that is to be applied. */
export interface RosterToApply {
  companyId: number;
  runId: number;
  syncId: string;
  integrationId: number;
  uploadId: number;
  entryCount: number;
  /** Several entries have the same e-mail address. */
  repeatsEmails: boolean;
  /** The integrations that the sender is restricted to. */
  scope: Scope;
  /** Somebody employed who is missing is held: the HR system also lists people who have left. */
  holdsMissing: boolean;
}

/** The roster with the number of its rows in the working tables: while its changes are planned, and while they are applied. */
export type WorkingRoster = RosterToApply & WorkingRun;
