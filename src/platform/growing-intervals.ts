const FIRST_MS = 60_000;
const MAX_MS = 60 * 60_000;

/** Says when to repeat a message about something that lasts: after a minute, then after twice as long each time, at most an hour. */
export class GrowingIntervals {
  #interval = FIRST_MS;
  #dueAt: number;

  constructor(begun: number) {
    this.#dueAt = begun + FIRST_MS;
  }

  isDue(now: number): boolean {
    if (now < this.#dueAt) return false;
    this.#interval = Math.min(2 * this.#interval, MAX_MS);
    this.#dueAt = now + this.#interval;
    return true;
  }
}
