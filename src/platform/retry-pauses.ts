/** When something that failed is tried again. */
export interface RetryPauses {
  /** The seconds after the first, second, … failed attempt. The last one repeats. */
  seconds: readonly number[];
  /** The receiver may ask for a longer pause, up to so many seconds. */
  maxAsked: number;
}

/** The seconds until the next attempt. */
export const pauseAfter = (seconds: readonly number[], failedAttempts: number): number =>
  seconds[Math.min(failedAttempts, seconds.length) - 1] ?? 0;

/**
 * The seconds until a receiver is asked again. Up to a tenth is added at random, so that the endpoints or devices behind one
 * receiver do not come back at the same moment.
 */
export function pauseForReceiver(
  { seconds, maxAsked }: RetryPauses,
  failedAttempts: number,
  askedSeconds = 0,
  random: () => number = Math.random,
): number {
  return Math.max(
    pauseAfter(seconds, failedAttempts) * (1 + random() / 10),
    Math.min(askedSeconds, maxAsked),
  );
}

/** Reads `Retry-After`: seconds, or the time of the next attempt. */
export function retryAfterSeconds(header: string | undefined, now = Date.now()): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const moment = Date.parse(header);
  return Number.isNaN(moment) ? undefined : Math.max(0, (moment - now) / 1000);
}
