import { setTimeout as sleep } from 'node:timers/promises';
import { beginServing, get, type Place, type Service, type Variables } from './program.ts';

/** A limit for this machine, not of the service: these rounds run beside other work. */
const MAX_START_MS = 120_000;
/** Of earlier processes, in characters. */
const MAX_LOGS = 200_000;

const isHealthy = ({ url }: Service) =>
  get(`${url}/health`).then(
    ({ status }) => status === 200,
    () => false,
  );

/** A process of the service that is killed and started again. */
export class Node {
  readonly place: Place;
  readonly #role: string[];
  readonly #variables: Variables;
  #service: Service | undefined;
  #killed = false;
  #hasServed = false;
  #lacksDatabase = false;
  #logs = '';

  constructor(place: Place, role: string[] = [], variables: Variables = {}) {
    this.place = place;
    this.#role = role;
    this.#variables = variables;
  }

  isRunning(): boolean {
    return this.#service?.isRunning() ?? false;
  }

  /** Starts the process, unless it runs. Only killed processes may end; any other exit is a failure. */
  begin(): void {
    if (this.isRunning()) return;
    if (this.#service && !this.#killed && !this.#lacksDatabase)
      throw new Error(`a node ended by itself:\n${this.logs()}`);
    this.#logs = this.logs().slice(-MAX_LOGS);
    this.#killed = false;
    this.#hasServed = false;
    this.#lacksDatabase = false;
    this.#service = beginServing(this.place, this.#variables, '--no-demo', ...this.#role);
  }

  async revive(): Promise<void> {
    this.begin();
    await this.untilHealthy();
  }

  async untilHealthy(): Promise<void> {
    const deadline = Date.now() + MAX_START_MS;
    for (;;) {
      const service = this.#service;
      if (!service) throw new Error('the node was not started');
      if (await isHealthy(service)) break;
      if (Date.now() > deadline) throw new Error('a node is not healthy in time');
      if (!service.isRunning()) {
        if (!this.#lacksDatabase) throw new Error(`a node does not start:\n${service.stderr()}`);
        this.begin();
      }
      await sleep(25);
    }
    this.#hasServed = true;
    this.#lacksDatabase = false;
  }

  /** Its database was killed. A node that is starting says so and ends, and its supervisor starts it again. */
  loseDatabase(): void {
    this.#lacksDatabase = !this.#hasServed;
  }

  lacksDatabase(): boolean {
    return this.#lacksDatabase;
  }

  async kill(): Promise<void> {
    this.#killed = true;
    await this.#service?.killHard();
  }

  logs(): string {
    return this.#logs + (this.#service?.stdout() ?? '') + (this.#service?.stderr() ?? '');
  }
}

export const QUIET = { LOG_LEVEL: 'warn' };
