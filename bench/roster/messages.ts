import type { Target } from '../../src/platform/db/types.ts';

export interface ServiceTask {
  target: Target;
  /** Environment variables of the service. */
  environment: Record<string, string>;
}
export interface Listening {
  port: number;
}
/** The peak memory of the process so far. */
export interface PeakMemory {
  bytes: number;
}
export interface LatencyTask {
  port: number;
  authorization: string;
  first: number;
  last: number;
}
export interface LatencyResult {
  p99: number;
  requests: number;
}
