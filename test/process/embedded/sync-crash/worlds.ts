import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../../../../src/platform/db/types.ts';
import { killHard } from '../../support/embedded.ts';
import { startPostgres } from '../../support/postgres-server.ts';
import {
  anotherPort,
  beginServing,
  databasePid,
  get,
  makePlace,
  makePreparedPlace,
  type Place,
  type Service,
} from '../../support/program.ts';
import { lookInto, lookIntoPlace } from '../../support/syncing.ts';

/** An installation that is killed repeatedly. */
export interface World {
  readonly sql: Pool;
  /** The nodes that accept rosters now. */
  urls(): readonly string[];
  /** Functions that kill a process, by name. Each returns a function that restarts the process. */
  readonly kills: Readonly<Record<string, () => Promise<void>>>;
  revive(): Promise<void>;
  /** The logs of all processes, running and killed. */
  logs(): string;
}

/** A limit for this machine, not of the service: these rounds run beside other work. */
const MAX_START_MS = 120_000;

const isHealthy = ({ url }: Service) =>
  get(`${url}/health`).then(
    ({ status }) => status === 200,
    () => false,
  );

/** A process of the service that is killed and started again. */
export class Node {
  readonly place: Place;
  readonly #role: string[];
  #service: Service | undefined;
  #killed = false;
  #logs = '';

  constructor(place: Place, role: string[] = []) {
    this.place = place;
    this.#role = role;
  }

  /** Only killed processes may end; any other exit is a failure. */
  async revive(): Promise<void> {
    if (this.#service?.isRunning()) return;
    if (this.#service && !this.#killed) throw new Error(`a node ended by itself:\n${this.logs()}`);
    this.#logs = this.logs();
    this.#killed = false;
    const service = beginServing(this.place, {}, '--no-demo', ...this.#role);
    this.#service = service;
    const deadline = Date.now() + MAX_START_MS;
    while (!(await isHealthy(service))) {
      if (!service.isRunning()) throw new Error(`a node does not start:\n${service.stderr()}`);
      if (Date.now() > deadline) throw new Error('a node is not healthy in time');
      await sleep(50);
    }
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

/** Starts one process with an embedded database. */
export async function embeddedWorld(): Promise<World> {
  const place = await makePreparedPlace(QUIET);
  const node = new Node(place);
  await node.revive();
  const killDatabase = () => killHard(databasePid(place));
  return {
    sql: (await lookIntoPlace(place)).sql,
    urls: () => [place.url],
    kills: {
      service: () => node.kill(),
      database: killDatabase,
      both: async () => {
        await Promise.all([node.kill(), killDatabase()]);
      },
    },
    revive: () => node.revive(),
    logs: () => node.logs(),
  };
}

/** Starts two nodes that accept rosters and two that apply them, on one server. */
export async function serverWorld(): Promise<World> {
  const server = await startPostgres();
  const first = await makePlace({ ...server.variables, ...QUIET });
  const nodes: Record<'api' | 'worker', Node[]> = { api: [], worker: [] };
  for (const role of ['api', 'worker'] as const)
    for (let count = 0; count < 2; count++)
      nodes[role].push(new Node(await anotherPort(first), ['--role', role]));
  const all = [...nodes.api, ...nodes.worker];
  for (const node of all) await node.revive();
  let isDown = false;
  const one = (of: Node[]) => of[Math.floor(Math.random() * of.length)];
  return {
    sql: lookInto(server.target).sql,
    urls: () => nodes.api.map(({ place }) => place.url),
    kills: {
      'api node': async () => one(nodes.api)?.kill(),
      'worker node': async () => one(nodes.worker)?.kill(),
      'all workers': async () => {
        await Promise.all(nodes.worker.map((node) => node.kill()));
      },
      'database (-9)': async () => {
        isDown = true;
        await server.killHard();
      },
      'database (immediate)': async () => {
        isDown = true;
        await server.stopAtOnce();
      },
      everything: async () => {
        isDown = true;
        await Promise.all([server.killHard(), ...all.map((node) => node.kill())]);
      },
    },
    async revive() {
      if (isDown) await server.start();
      isDown = false;
      await Promise.all(all.map((node) => node.revive()));
    },
    logs: () => all.map((node) => node.logs()).join(''),
  };
}
