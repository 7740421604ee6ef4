import type { Target } from '../../src/db/types.ts';

/** What the parent tells its three children, and what they answer: the first message each way. */
export interface ServiceTask {
  target: Target;
}
export interface TextbookTask extends ServiceTask {
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
