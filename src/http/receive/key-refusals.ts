import type { Pool } from '../../platform/db/types.ts';
import { WINDOWS } from '../../platform/limits.ts';
import type { Refusal } from '../../rosters/runs/attempts-sql.ts';
import { recordAttempt } from '../../rosters/runs/record-attempt.ts';

const { ms: WINDOW_MS, max: MAX_WINDOWS, maxEach: MAX_WINDOWS_OF_COMPANY } = WINDOWS.keyRefusals;

/** A roster of a key that may not be used. */
export interface KeyRefusal extends Pick<Refusal, 'requestId' | 'status' | 'code' | 'detail'> {
  companyId: number;
  integrationId: number;
  keyId: number;
}

interface Window {
  latest: KeyRefusal;
  /** Refusals that have not been written. */
  count: number;
  timer: NodeJS.Timeout;
}

/**
 * Records refusals of keys in the background. No rate limit applies to a key that may not be used, so its refusals must cost almost
 * nothing: the first is written at once, equal ones later and together, and one after the other.
 */
export class KeyRefusals {
  readonly #sql: Pool;
  readonly #onError: (error: unknown) => void;
  /** By company. */
  readonly #windows = new Map<number, Map<string, Window>>();
  #open = 0;
  #writing = Promise.resolve();

  constructor(sql: Pool, onError: (error: unknown) => void) {
    this.#sql = sql;
    this.#onError = onError;
  }

  add(refusal: KeyRefusal): void {
    const { companyId, integrationId, keyId, code } = refusal;
    const windows = this.#windows.get(companyId) ?? new Map<string, Window>();
    const name = `${integrationId} ${keyId} ${code}`;
    const window = windows.get(name);
    if (window) {
      window.latest = refusal;
      window.count++;
    } else if (windows.size < MAX_WINDOWS_OF_COMPANY && this.#open < MAX_WINDOWS) {
      this.#windows.set(companyId, windows);
      windows.set(name, { latest: refusal, count: 0, timer: this.#endLater(companyId, name) });
      this.#open++;
      this.#write(refusal, 1);
    }
  }

  /** Writes what is left. */
  async close(): Promise<void> {
    for (const windows of this.#windows.values())
      for (const { latest, count, timer } of windows.values()) {
        clearTimeout(timer);
        if (count > 0) this.#write(latest, count);
      }
    this.#windows.clear();
    await this.#writing;
  }

  #endLater(companyId: number, name: string): NodeJS.Timeout {
    return setTimeout(() => this.#end(companyId, name), WINDOW_MS).unref();
  }

  /** A window in which nothing came is closed. Otherwise the next one begins. */
  #end(companyId: number, name: string): void {
    const windows = this.#windows.get(companyId);
    const window = windows?.get(name);
    if (!windows || !window) return;
    if (window.count > 0) {
      this.#write(window.latest, window.count);
      window.count = 0;
      window.timer = this.#endLater(companyId, name);
      return;
    }
    windows.delete(name);
    this.#open--;
    if (windows.size === 0) this.#windows.delete(companyId);
  }

  #write({ companyId, integrationId, ...refusal }: KeyRefusal, count: number): void {
    this.#writing = this.#writing
      .then(() =>
        recordAttempt(this.#sql, companyId, integrationId, {
          ...refusal,
          userId: null,
          isKeyRefusal: true,
          count,
          syncId: null,
          errors: [],
          errorCount: 0,
        }),
      )
      .catch(this.#onError);
  }
}
