import type { Pool } from '../db/types.ts';

/** Where a job says what it did. Ids and counts only: nothing here is about a person. */
export interface JobLog {
  info(values: object, message: string): void;
  error(values: object, message: string): void;
}

export interface JobContext {
  readonly sql: Pool;
  readonly log: JobLog;
  /** Aborted when the node shuts down: finish what has begun, and begin nothing more. */
  readonly signal: AbortSignal;
}

/** Work that may run on several nodes at once and any number of times: what is done is found done. */
export type Job = (context: JobContext) => Promise<void>;
