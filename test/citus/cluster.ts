import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chownSync, existsSync } from 'node:fs';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { connect } from '../../src/platform/db/connect.ts';
import type { Pool, Sql } from '../../src/platform/db/types.ts';
import { formCluster } from '../database/support/test-cluster.ts';
import { killHard } from '../process/support/embedded.ts';

const execute = promisify(execFile);

/** The environment variable through which the run tells its tests where the cluster is. */
const CLUSTER = 'TRANSIT_TEST_CLUSTER';
const DATABASE = 'transit';

/** A coordinator and two workers on loopback, with ports in a row. */
interface Place {
  /** The folder of PostgreSQL's programs. */
  bin: string;
  folder: string;
  firstPort: number;
}

const SETTINGS = `
listen_addresses = '127.0.0.1'
shared_preload_libraries = 'citus'
# Shards are moved by logical replication.
wal_level = logical
# Each test file has a database of its own, in which Citus keeps a process.
max_worker_processes = 100
max_connections = 400
max_prepared_transactions = 400
citus.shard_count = 8
# Some tests make a row fail by a trigger.
citus.enable_unsafe_triggers = on
jit = off
# Citus would encrypt connections between servers, which takes most of the time to open one.
citus.node_conninfo = 'sslmode=disable'
# Tests kill processes, not the machine: what was written to files is there afterwards.
fsync = off
`;

export class Cluster {
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  /** The cluster of this test run. */
  static fromEnvironment(): Cluster {
    const place = process.env[CLUSTER];
    if (!place) throw new Error('Run these tests with npm run test:citus, which starts a cluster');
    return new Cluster(JSON.parse(place));
  }

  get variables(): Record<string, string> {
    return { [CLUSTER]: JSON.stringify(this.#place), TEST_DATABASE_URL: this.url(DATABASE) };
  }

  /** The address of a database on the coordinator. */
  url(database: string): string {
    return urlAt(this.#place.firstPort, database);
  }

  get workerPorts(): number[] {
    return this.#ports().slice(1);
  }

  async create(): Promise<void> {
    await mkdir(this.#place.folder, { recursive: true });
    if (process.getuid?.() === 0) chownSync(this.#place.folder, ...(await postgresUser()));
    const created = await Promise.allSettled(this.#ports().map((port) => this.#createServer(port)));
    for (const result of created) if (result.status === 'rejected') throw result.reason;
    await this.createDatabase(DATABASE);
  }

  /** Creates a database that is a cluster of its own. */
  async createDatabase(name: string): Promise<void> {
    const [server = '', ...workers] = this.#ports().map((port) => urlAt(port, 'postgres'));
    for (const url of [server, ...workers]) {
      const { sql, close } = connect(url);
      await sql.unsafe(`create database "${name}"`);
      await close();
    }
    await formCluster({ server, workers, template: '' }, name);
  }

  /** Starts a server that was stopped or killed. */
  async start(port: number): Promise<void> {
    const log = join(this.#place.folder, `${port}.log`);
    const deadline = Date.now() + 60_000;
    for (;;)
      try {
        await this.#control(port, 'start', '-w', '-t', '120', '-l', log);
        return;
      } catch (error) {
        // Processes of a killed server take a moment to end.
        if (Date.now() > deadline) throw error;
        await sleep(200);
      }
  }

  /** Kills a server with -9. Its other processes notice and end. */
  async kill(port: number): Promise<void> {
    const lines = await readFile(join(this.#dataOf(port), 'postmaster.pid'), 'utf8');
    const pid = Number(lines.split('\n')[0]);
    assert(pid > 1);
    await killHard(pid);
  }

  /**
   * Rolls back what is still prepared of databases whose tests are over or were killed. Their coordinator forgot about
   * it. What the present test has prepared is left alone: it is finished in a moment.
   */
  async rollBackOrphans(): Promise<void> {
    const present = await this.#namesAt(this.#place.firstPort, 'select datname as name from pg_database');
    for (const port of this.workerPorts) {
      const prepared = await this.#namesAt(port, 'select database as name from pg_prepared_xacts');
      for (const name of new Set(prepared)) {
        const { sql, close } = connect(urlAt(port, name));
        const left = present.includes(name)
          ? []
          : await sql<{ gid: string }[]>`select gid from pg_prepared_xacts where database = ${name}`;
        for (const { gid } of left) await sql.unsafe(`rollback prepared '${gid}'`);
        await close();
      }
    }
  }

  async #namesAt(port: number, query: string): Promise<string[]> {
    const { sql, close } = connect(urlAt(port, 'postgres'));
    try {
      const rows = await sql.unsafe<{ name: string }[]>(query);
      return rows.map(({ name }) => name);
    } finally {
      await close();
    }
  }

  async stop(): Promise<void> {
    for (const port of this.#ports())
      if (existsSync(join(this.#dataOf(port), 'postmaster.pid')))
        await this.#control(port, 'stop', '-m', 'immediate').catch(() => {});
  }

  #ports(): number[] {
    return [0, 1, 2].map((offset) => this.#place.firstPort + offset);
  }

  #dataOf(port: number): string {
    return join(this.#place.folder, String(port));
  }

  async #createServer(port: number): Promise<void> {
    const data = this.#dataOf(port);
    await this.#execute(
      'initdb',
      '-D',
      data,
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--auth=trust',
      '-U',
      'postgres',
    );
    const own = `port = ${port}\nunix_socket_directories = '${this.#place.folder}'\n`;
    await appendFile(join(data, 'postgresql.conf'), `${SETTINGS}${own}`);
    await this.start(port);
  }

  async #control(port: number, command: string, ...more: string[]): Promise<void> {
    await this.#execute('pg_ctl', '-D', this.#dataOf(port), command, ...more);
  }

  /** PostgreSQL refuses to run as root. */
  async #execute(program: string, ...args: string[]): Promise<void> {
    const [uid, gid] = process.getuid?.() === 0 ? await postgresUser() : [];
    await execute(join(this.#place.bin, program), args, {
      cwd: '/',
      ...(uid !== undefined && { uid, gid }),
      env: { ...process.env, HOME: this.#place.folder },
    });
  }
}

/** Each shard has rows of the same companies in all tables, and they are moved together. */
export interface Shard {
  id: number;
  port: number;
}

export const selectShards = (sql: Sql) => sql<Shard[]>`
  select shardid as id, nodeport as port from citus_shards where table_name = 'companies'::regclass order by 1`;

/** Moves a shard to the other worker. `patience` is for locks. */
export async function moveShard(
  sql: Pool,
  { id, port }: Shard,
  how: 'block_writes' | 'force_logical',
  patience = '0',
): Promise<void> {
  const { workerPorts } = Cluster.fromEnvironment();
  const to = workerPorts.find((other) => other !== port) ?? 0;
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx.unsafe(`set local lock_timeout = '${patience}'`);
    await tx`
      select citus_move_shard_placement(${id}, '127.0.0.1', ${port}, '127.0.0.1', ${to}, ${how}::citus.shard_transfer_mode)`;
  });
}

export async function shardOf(sql: Sql, companyId: number): Promise<Shard> {
  const [shard] = await sql<Shard[]>`
    select shardid as id, nodeport as port from pg_dist_shard_placement
    where shardid = get_shard_id_for_distribution_column('companies', ${companyId}::bigint)`;
  assert(shard);
  return shard;
}

/** Makes companies until each server has this many. Returns them by server. */
export async function companiesOnEach(
  sql: Sql,
  ports: readonly number[],
  count: number,
  make: () => Promise<number>,
): Promise<Map<number, number[]>> {
  const companies = new Map<number, number[]>(ports.map((port) => [port, []]));
  while ([...companies.values()].some((ids) => ids.length < count)) {
    const id = await make();
    companies.get((await shardOf(sql, id)).port)?.push(id);
  }
  return companies;
}

function urlAt(port: number, database: string): string {
  return `postgres://postgres@127.0.0.1:${port}/${database}`;
}

async function postgresUser(): Promise<[uid: number, gid: number]> {
  const id = async (flag: string) => Number((await execute('id', [flag, 'postgres'])).stdout);
  return [await id('-u'), await id('-g')];
}
