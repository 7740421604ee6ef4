/** For the metrics. */
export const UPDATE_OUTCOMES = [
  'delivered',
  'gone',
  'failed',
] as const satisfies readonly Delivery['outcome'][];

/**
 * What became of an attempt to deliver the news of a change.
 * - `gone`: the device has removed the pass, or nobody has saved Google's object.
 * - `failed`: it is tried again. The problem is for the log and names nobody.
 */
export type Delivery =
  | { outcome: 'delivered' | 'gone' }
  | { outcome: 'failed'; problem: string; retryAfter?: string | undefined };
