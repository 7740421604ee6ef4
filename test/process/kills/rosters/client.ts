import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertTellsToTryAgain, type SyncingCompany, sendRoster, slowly } from '../../support/syncing.ts';
import { type Generation, Model, makeGeneration } from './rosters.ts';

/** After this time the service should have been restarted. */
const MAX_MS = 120_000;

/** The HR system of a company during the rounds, and its record of sent rosters. */
export class CrashClient {
  readonly company: SyncingCompany;
  readonly isLarge: boolean;
  /** The rosters that were sent and have no verified run. */
  readonly generations = new Map<string, Generation>();
  /** Those of them that were accepted. */
  readonly accepted = new Set<string>();
  readonly model = new Model();
  /** The number of the last run that was compared with the model. */
  verified = 0;
  #made = 0;
  readonly counts = { sent: 0, accepted: 0, lost: 0, refused: 0, givenUp: 0 };

  constructor(company: SyncingCompany, isLarge: boolean) {
    this.company = company;
    this.isLarge = isLarge;
  }

  /** Sends the next roster to any node until it is accepted; gives up if it gets no answer. */
  async sendNext(
    urls: () => readonly string[],
    { mayGiveUp, onSending }: { mayGiveUp: boolean; onSending: () => void },
  ): Promise<void> {
    const people = this.isLarge ? 1_200 : 40;
    const generation = makeGeneration(++this.#made, people, this.isLarge);
    this.generations.set(generation.syncId, generation);
    const deadline = Date.now() + MAX_MS;
    for (let attempt = 0; ; attempt++) {
      const [url = ''] = urls().toSorted(() => Math.random() - 0.5);
      const body = this.isLarge ? slowly(generation.body, 5) : generation.body;
      this.counts.sent++;
      onSending();
      const answer = await sendRoster({ url }, this.company, body).catch(() => null);
      if (answer?.status === 204) {
        this.accepted.add(generation.syncId);
        this.counts.accepted++;
        return;
      }
      assertTellsToTryAgain(answer);
      this.counts[answer ? 'refused' : 'lost']++;
      if (mayGiveUp) {
        this.counts.givenUp++;
        return;
      }
      assert(Date.now() < deadline, `${generation.syncId} was not accepted in ${attempt + 1} attempts`);
      await sleep(100);
    }
  }
}
