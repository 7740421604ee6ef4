import { SLOTS } from './limits.ts';
import { Slots } from './slots.ts';

/**
 * Does work that keeps the event loop busy piece by piece: of each company one piece at a time, with a pause after it. However many
 * files a company asks for, the requests of others come in between.
 */
export class PacedWork {
  readonly #slots = new Slots(SLOTS.pieces);
  readonly #pauseMs: number;

  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs;
  }

  async do<Result>(
    companyId: number,
    piece: () => Promise<Result> | Result,
    signal?: AbortSignal,
  ): Promise<Result> {
    await this.#slots.take(companyId, signal);
    try {
      return await piece();
    } finally {
      setTimeout(() => this.#slots.release(companyId), this.#pauseMs);
    }
  }
}
