/** The seconds after the first, second, … failed attempt. The last one repeats. */
const PAUSES = [5, 30, 2 * 60, 10 * 60, 30 * 60, 3600, 2 * 3600, 4 * 3600, 6 * 3600];

/** After this time of failures an endpoint is disabled. */
export const GIVE_UP_DAYS = 3;

const MAX_RETRY_AFTER = 24 * 3600;

/**
 * The seconds until the next attempt. Up to a tenth is added at random, so that the endpoints of one receiver do not come
 * back at the same moment.
 */
export function pauseAfter(
  failedAttempts: number,
  retryAfterSeconds = 0,
  random: () => number = Math.random,
): number {
  const pause = PAUSES[Math.min(failedAttempts, PAUSES.length) - 1] ?? 0;
  return Math.max(pause * (1 + random() / 10), Math.min(retryAfterSeconds, MAX_RETRY_AFTER));
}

/** Reads `Retry-After`: seconds, or the time of the next attempt. */
export function retryAfterSeconds(header: string | undefined, now = Date.now()): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const moment = Date.parse(header);
  return Number.isNaN(moment) ? undefined : Math.max(0, (moment - now) / 1000);
}
