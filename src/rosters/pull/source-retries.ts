import { OutgoingError } from '../../platform/outgoing/outgoing-error.ts';
import { retryAfterSeconds } from '../../platform/retry-pauses.ts';
import { SourceError, unreadable } from './source-error.ts';

const SECOND = 1000;
/** After these pauses, a request that failed is sent again; a system that asks for a longer one gets it. */
const PAUSES = [1, 4, 15, 60].map((seconds) => seconds * SECOND);
/** A system that asks to wait longer is asked again at the next pull. */
const MAX_PAUSE_MS = 15 * 60 * SECOND;

/** Why the outcome is not final, and how long the system asks to wait, in milliseconds. */
export interface Later {
  error: unknown;
  wanted: number;
}

interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
}

interface Options<T> {
  later?: (outcome: T) => Later | undefined;
  /** Throws if there is no time left. */
  pause(ms: number): Promise<void>;
}

/** Does the work again if it may succeed later: after an error of the connection, or if `later` says so. */
export async function tryRepeatedly<T>(work: () => Promise<T>, options: Options<T>): Promise<T> {
  const { later = () => undefined, pause } = options;
  for (let tries = 0; ; tries++) {
    const outcome = await work().then(
      (value) => ({ value, later: later(value) }),
      (error) => ({ later: afterError(error) }),
    );
    if ('value' in outcome && !outcome.later) return outcome.value;
    const { wanted = 0, error } = outcome.later ?? {};
    const usual = PAUSES[tries];
    const wait = Math.max(wanted, usual ?? 0);
    if (usual === undefined || wait > MAX_PAUSE_MS) throw error;
    await pause(wait);
  }
}

/** Throws if the error is final. */
function afterError(error: unknown): Later {
  if (!isTransient(error)) throw asSourceError(error);
  return { error: asSourceError(error), wanted: 0 };
}

/** 429 and 5xx: the same request may succeed later. */
export function refusedForNow({ status, headers }: Answer): Later | undefined {
  if (status !== 429 && status < 500) return undefined;
  return {
    error: stillLater(status),
    wanted: (retryAfterSeconds(headers['retry-after']?.trim()) ?? 0) * SECOND,
  };
}

const isTransient = (error: unknown) =>
  error instanceof BrokenOff ||
  (error instanceof OutgoingError && (error.problem === 'unreachable' || error.problem === 'timed-out'));

/** The connection was lost within an answer. */
export class BrokenOff extends Error {}

const stillLater = (status: number) =>
  status === 429
    ? new SourceError('source-throttled', { detail: 'The system answered 429: too many requests.' })
    : new SourceError('source-unreachable', { detail: `The system answered ${status}, several times.` });

function asSourceError(error: unknown): unknown {
  if (error instanceof BrokenOff) return unreadable(error.message);
  if (!(error instanceof OutgoingError)) return error;
  const { problem } = error;
  if (problem === 'too-large') return unreadable('The answer is too large.');
  const detail = `No answer: ${problem}.`;
  return new SourceError('source-unreachable', { detail, problem, cause: error });
}
