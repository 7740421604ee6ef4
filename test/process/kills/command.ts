import { begin, type Place, type Service, type Variables } from '../support/program.ts';

/** A command that is started again until it succeeds, as an operator does. */
export class Command {
  readonly #place: Place;
  readonly #variables: Variables;
  #args: readonly string[] = [];
  #running: Service | undefined;
  #failures = 0;

  constructor(place: Place, variables: Variables) {
    this.#place = place;
    this.#variables = { ...variables, ...withHashesOfTests() };
  }

  start(args: readonly string[], variables: Variables = {}): void {
    this.#args = args;
    this.#failures = 0;
    this.#again(variables);
  }

  #last: Variables = {};

  #again(variables: Variables): void {
    this.#last = variables;
    this.#running = begin(this.#place, this.#args, { ...this.#variables, ...variables });
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
    this.#again(this.#last);
    return false;
  }
}

/** In `npm test`, hashes take less time than outside. A backup that this process has made could not be read with others. */
function withHashesOfTests(): Variables {
  const module = process.execArgv.find((argument) => argument.endsWith('/cheap-hashes.ts'));
  return module ? { NODE_OPTIONS: `--import=${module}` } : {};
}
