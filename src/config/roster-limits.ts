import { type Variables, wholeNumber } from './variables.ts';

/** What a roster may be. `GET /limits` tells those in force. */
export interface RosterLimits {
  readonly entries: number;
  /** Of the body, after decompression. */
  readonly bytes: number;
  /** Large bodies that one node takes in at the same time; others wait. */
  readonly uploadsAtOnce: number;
  /** Rosters of one integration that have been accepted and are not applied yet. */
  readonly unfinishedRuns: number;
  /** A body of which nothing arrives for so long is given up. */
  readonly idleSeconds: number;
}

const LARGEST_BYTES = 4 * 1024 ** 3;

export function rosterLimits(env: Variables): RosterLimits {
  return {
    entries: wholeNumber(env, 'ROSTER_MAX_ENTRIES', 1_000_000, 1, 10_000_000),
    bytes: wholeNumber(env, 'ROSTER_MAX_BYTES', 512 * 1024 ** 2, 1, LARGEST_BYTES),
    idleSeconds: wholeNumber(env, 'ROSTER_IDLE_SECONDS', 30, 1, 3600),
    uploadsAtOnce: 4,
    unfinishedRuns: 20,
  };
}
