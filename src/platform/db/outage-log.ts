import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../errors.ts';
import { GrowingIntervals } from '../growing-intervals.ts';
import { isDatabaseUnavailable } from './failures.ts';

/** The database does not answer if a statement has had no result for this long. */
const PATIENCE_MS = 10_000;
const ASK_EVERY_MS = 1_000;
/** Errors that are logged this soon after an outage are its consequences. */
const AFTERMATH_MS = 10_000;

interface Log {
  warn(values: object, message: string): void;
  error(values: object, message: string): void;
}

interface Outage {
  begun: number;
  /** Lines that were left out. */
  leftOut: number;
}

/**
 * All workers, tickers and requests of a node fail while its database is away. The node logs that once, then at growing
 * intervals, and once when the database answers again. A line about an unreachable database waits until the database has been asked:
 * only if it does not answer either, the line is left out.
 */
export class OutageLog {
  readonly #ask: () => Promise<unknown>;
  readonly #stopping = new AbortController();
  #log: Log | undefined;
  #isSpeaking = false;
  #waiting: { error: unknown; write: () => void }[] = [];
  #outage: Outage | undefined;
  #endedAt = Number.NEGATIVE_INFINITY;

  /** `ask` sends a statement to the database. */
  constructor(ask: () => Promise<unknown>) {
    this.#ask = ask;
  }

  /** The log comes with the app, which needs the filter first. */
  setLog(log: Log): void {
    this.#log = log;
  }

  /** Every line of the log passes here. */
  readonly filter = (values: unknown, write: () => void): void => {
    const error = errorOf(values);
    if (this.#isSpeaking || !isAboutDatabase(error)) write();
    else if (this.#outage) this.#outage.leftOut++;
    else if (this.#stopping.signal.aborted) write();
    else {
      this.#waiting.push({ error, write });
      if (this.#waiting.length === 1) void this.#look(performance.now());
    }
  };

  stop(): void {
    this.#stopping.abort();
    this.#writeWaiting();
  }

  async #look(begun: number): Promise<void> {
    const isAway = !(await this.#answers());
    if (this.#stopping.signal.aborted) return;
    const isAftermath = begun < this.#endedAt + AFTERMATH_MS;
    if (!isAway && !isAftermath) this.#writeWaiting();
    const [first, ...others] = this.#waiting.splice(0);
    if (!isAway) return;
    this.#outage = { begun, leftOut: others.length };
    this.#say('error', { err: first?.error }, 'the database does not answer');
    await this.#untilBack(this.#outage);
  }

  async #untilBack(outage: Outage): Promise<void> {
    const repeats = new GrowingIntervals(outage.begun);
    const { signal } = this.#stopping;
    for (;;) {
      await sleep(ASK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      if (await this.#answers()) break;
      if (repeats.isDue(performance.now()))
        this.#say('error', describe(outage), 'the database still does not answer');
    }
    this.#outage = undefined;
    this.#endedAt = performance.now();
    this.#say('warn', describe(outage), 'the database answers again');
  }

  async #answers(): Promise<boolean> {
    const tooLate = new AbortController();
    const answered = this.#ask().then(
      () => true,
      (error) => !isDatabaseUnavailable(error),
    );
    const waited = sleep(PATIENCE_MS, false, { signal: tooLate.signal, ref: false }).catch(() => false);
    const isThere = await Promise.race([answered, waited]);
    tooLate.abort();
    return isThere;
  }

  #writeWaiting(): void {
    for (const { write } of this.#waiting.splice(0)) write();
  }

  #say(level: keyof Log, values: object, message: string): void {
    this.#isSpeaking = true;
    this.#log?.[level](values, message);
    this.#isSpeaking = false;
  }
}

function describe({ begun, leftOut }: Outage): object {
  return { seconds: Math.round((performance.now() - begun) / 1000), linesLeftOut: leftOut };
}

function errorOf(values: unknown): unknown {
  if (values instanceof Error) return values;
  return typeof values === 'object' && values !== null && 'err' in values ? values.err : undefined;
}

function isAboutDatabase(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'database-unavailable';
  return error !== undefined && isDatabaseUnavailable(error);
}
