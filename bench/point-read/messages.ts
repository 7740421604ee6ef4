import type { Target } from '../../src/platform/db/types.ts';

/** The messages between the parent and its three children: the task and the first answer of each. */
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
