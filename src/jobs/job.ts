import type { Pool } from '../platform/db/types.ts';

/** The log of a job. Ids and counts only, no personal data. */
export interface JobLog {
  info(values: object, message: string): void;
  error(values: object, message: string): void;
}

export interface JobContext {
  readonly sql: Pool;
  readonly log: JobLog;
  /** Aborted when the node shuts down: a job finishes its current step and starts no other. */
  readonly signal: AbortSignal;
}

/** A job may run on several nodes at once and any number of times, so it skips work that is done. */
export type Job = (context: JobContext) => Promise<void>;
