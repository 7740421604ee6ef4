import { ROSTER_SIZES } from '../limits.ts';
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
    entries: wholeNumber(env, 'ROSTER_MAX_ENTRIES', ROSTER_SIZES.entries, 1, 10_000_000),
    bytes: wholeNumber(env, 'ROSTER_MAX_BYTES', ROSTER_SIZES.bytes, 1, MAX_SIZE_BYTES),
    idleSeconds: wholeNumber(env, 'ROSTER_IDLE_SECONDS', ROSTER_SIZES.idleSeconds, 1, 3600),
    uploadsAtOnce: ROSTER_SIZES.uploadsAtOnce,
    unfinishedRuns: ROSTER_SIZES.unfinishedRuns,
  };
}
