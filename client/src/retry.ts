import { setTimeout as sleep } from 'node:timers/promises';
import { TransitProblem, TransitUnreachable } from './problem.ts';

/** A failed attempt that is about to be repeated. */
export interface Retry {
  /** The number of the failed attempt, from 1. */
  attempt: number;
  delayMs: number;
  error: TransitProblem | TransitUnreachable;
}

export interface RetryRules {
  /** How often a request is repeated. */
  retries: number;
  /** The first pause. Each further one is twice as long. */
  retryDelayMs: number;
  onRetry: (retry: Retry) => void;
}

const MAX_PAUSE_MS = 30_000;
/** A server that asks for a longer pause gets no more requests: the caller decides. */
const MAX_RETRY_AFTER_MS = 5 * 60_000;

/** With these answers nothing has happened. */
const NOTHING_HAPPENED = new Set([408, 429, 503]);
/** With these answers of a proxy nobody knows what has happened. */
const UNCLEAR = new Set([502, 504]);

export interface Repetition {
  /** Whether a request that may have been carried out can be sent again without doing harm. */
  isRepeatable: boolean;
  /** Whether the body can be made again. */
  hasBody?: () => boolean;
  signal?: AbortSignal | undefined;
}

/** Repeats a request that failed for a passing reason. */
export async function repeating<Result>(
  rules: RetryRules,
  { isRepeatable, hasBody = () => true, signal }: Repetition,
  send: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (attempt > rules.retries || !isPassing(error, isRepeatable) || !hasBody()) throw error;
      const delayMs = pauseAfter(attempt, rules.retryDelayMs, error);
      if (delayMs > MAX_RETRY_AFTER_MS) throw error;
      rules.onRetry({ attempt, delayMs, error });
      await sleep(delayMs, undefined, { ...(signal && { signal }) });
    }
  }
}

function isPassing(error: unknown, isRepeatable: boolean): error is TransitProblem | TransitUnreachable {
  if (error instanceof TransitUnreachable)
    return !error.isPermanent && (isRepeatable || hasNeverConnected(error));
  if (!(error instanceof TransitProblem)) return false;
  if (NOTHING_HAPPENED.has(error.status) || error.code === 'sync-in-progress') return true;
  return isRepeatable && UNCLEAR.has(error.status);
}

function hasNeverConnected({ cause }: TransitUnreachable): boolean {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code);
}

/** Pauses differ by chance, so that many clients do not come back at the same moment. */
function pauseAfter(attempt: number, firstMs: number, error: TransitProblem | TransitUnreachable): number {
  const longest = Math.min(MAX_PAUSE_MS, firstMs * 2 ** (attempt - 1));
  const asked = error instanceof TransitProblem ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return asked + longest * (0.5 + Math.random() / 2);
}
