import { setTimeout as sleep } from 'node:timers/promises';

/** After work that took so long, others have the processor for longer. */
const TURN_MS = 3;
const REST_MS = 10;

/** Long work calls `next` again and again, after parts that take less than a turn. */
export class WorkInTurns {
  #began = performance.now();

  async next(): Promise<void> {
    if (performance.now() - this.#began < TURN_MS) return;
    await sleep(REST_MS);
    this.#began = performance.now();
  }
}

const BATCH = 250;

/** The items of a long list in batches, with turns in between. */
export async function* inBatches<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
  const work = new WorkInTurns();
  for (let from = 0; from < items.length; from += BATCH) {
    yield items.slice(from, from + BATCH);
    await work.next();
  }
}
