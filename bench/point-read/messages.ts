import type { Target } from '../../src/platform/db/types.ts';

/** The messages between the parent and its children: the task and the first answer of each. */
export interface ServiceTask {
  target: Target;
  /** As `REQUESTS_AT_ONCE`. */
  requestsAtOnce: number;
}
export interface TextbookTask {
  target: Target;
  companyId: number;
}
export interface Listening {
  port: number;
}
export interface LoadTask {
  port: number;
  authorization: string;
  firstId: number;
  lastId: number;
  connections: number;
  seconds: number;
}
export interface LoadResult {
  requestsPerSecond: number;
  failed: number;
}
