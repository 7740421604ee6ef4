import { hashesOfTests } from '../support/hashes-of-tests.ts';
import { begin, type Place, type Service, type Variables } from '../support/program.ts';
import type { Held } from './hold.ts';

/** A command that is started again until it succeeds, as an operator does. */
export class Command {
  readonly #place: Place;
  readonly #isInTheMiddle: () => Promise<boolean>;
  #args: readonly string[] = [];
  #variables: Variables = {};
  #running: Service | undefined;
  #failures = 0;
  #wasInTheMiddle = false;

  /** `isInTheMiddle` says whether the running command has begun its work and not ended it. */
  constructor(place: Place, isInTheMiddle: () => Promise<boolean>) {
    this.#place = place;
    this.#isInTheMiddle = isInTheMiddle;
  }

  start(args: readonly string[], variables: Variables): void {
    this.#args = args;
    this.#variables = { ...variables, ...hashesOfTests() };
    this.#failures = 0;
    this.#begin();
  }

  #begin(): void {
    this.#running = begin(this.#place, this.#args, this.#variables);
  }

  /** A kill that is to come in the middle only waits for it: the work is long enough. */
  async hold(): Promise<Held> {
    return { isReached: this.#isInTheMiddle, release: async () => {} };
  }

  async look(): Promise<void> {
    this.#wasInTheMiddle = this.isRunning() && (await this.#isInTheMiddle().catch(() => false));
  }

  /** Whether the last look saw it in the middle of its work. */
  wasInterrupted(): boolean {
    const interrupted = this.#wasInTheMiddle;
    this.#wasInTheMiddle = false;
    return interrupted;
  }

  isRunning(): boolean {
    return this.#running?.isRunning() ?? false;
  }

  async kill(): Promise<void> {
    await this.#running?.killHard();
  }

  /** Starts it again if it was killed or has failed. */
  async hasSucceeded(): Promise<boolean> {
    const running = this.#running;
    if (!running || running.isRunning()) return false;
    const code = await running.exitCode();
    if (code === 0) return true;
    // Killed processes have no code. A database that is down is a failure that the operator tries again.
    if (code !== null && ++this.#failures > 20)
      throw new Error(`${this.#args.join(' ')}: ${running.stderr()}`);
    this.#begin();
    return false;
  }
}
