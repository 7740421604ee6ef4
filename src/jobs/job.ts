import type { WorkLog } from '../platform/claims/worker.ts';
import type { Pool } from '../platform/db/types.ts';

export interface JobContext {
  readonly sql: Pool;
  readonly log: WorkLog;
  /** Aborted when the node shuts down: a job finishes its current step and starts no other. */
  readonly signal: AbortSignal;
}

/** A job may run on several nodes at once and any number of times, so it skips work that is done. */
export type Job = (context: JobContext) => Promise<void>;
