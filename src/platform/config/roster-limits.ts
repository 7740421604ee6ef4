import { type Variables, wholeNumber } from './variables.ts';

/** Limits of a roster. `GET /limits` shows the values in force. */
export interface RosterLimits {
  readonly entries: number;
  /** Bytes of the body after decompression. */
  readonly bytes: number;
  /** Large bodies that one node receives at the same time. Others wait. */
  readonly uploadsAtOnce: number;
  /** Accepted rosters of one integration that have not been applied yet. */
  readonly unfinishedRuns: number;
  /** A request is aborted when no byte of its body has arrived for this long. */
  readonly idleSeconds: number;
}

const MAX_SIZE_BYTES = 4 * 1024 ** 3;

export function rosterLimits(env: Variables): RosterLimits {
  return {
    entries: wholeNumber(env, 'ROSTER_MAX_ENTRIES', 1_000_000, 1, 10_000_000),
    bytes: wholeNumber(env, 'ROSTER_MAX_BYTES', 512 * 1024 ** 2, 1, MAX_SIZE_BYTES),
    idleSeconds: wholeNumber(env, 'ROSTER_IDLE_SECONDS', 30, 1, 3600),
    uploadsAtOnce: 4,
    unfinishedRuns: 20,
  };
}
