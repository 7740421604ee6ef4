import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../support/program.ts';
import { assertTellsToTryAgain } from '../support/syncing.ts';

/** After this time the service should have been restarted. */
const MAX_MS = 120_000;

/** A client of the service, whose requests fail while the service is down. */
export class Client {
  #isWorking = false;
  #failure: unknown;

  begin(work: () => Promise<void>): void {
    this.#isWorking = true;
    work()
      .catch((error) => {
        this.#failure = error;
      })
      .finally(() => {
        this.#isWorking = false;
      });
  }

  hasEnded(): boolean {
    if (this.#failure) throw this.#failure;
    return !this.#isWorking;
  }
}

/** Sends a request until it is accepted. Any answer but that and "try again" is a failure. */
export async function sendUntil(
  send: () => Promise<Answer | undefined>,
  isAccepted: (answer: Answer | undefined) => boolean,
): Promise<void> {
  const deadline = Date.now() + MAX_MS;
  for (;;) {
    const answer = await send().catch(() => null);
    if (answer !== null && isAccepted(answer)) return;
    assertTellsToTryAgain(answer ?? null);
    assert(Date.now() < deadline, 'a request was not accepted for two minutes');
    await sleep(50);
  }
}
