import type { RetryPauses } from '../../platform/retry-pauses.ts';

export const RETRIES: RetryPauses = {
  seconds: [5, 30, 2 * 60, 10 * 60, 30 * 60, 3600, 2 * 3600, 4 * 3600, 6 * 3600],
  maxAsked: 24 * 3600,
};

/** After this time of failures an endpoint is disabled. */
export const GIVE_UP_DAYS = 3;
