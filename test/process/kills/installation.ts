import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '../../../src/platform/db/connect.ts';
import { openEmbeddedDatabase } from '../../../src/platform/db/embedded/open.ts';
import type { Pool, Target } from '../../../src/platform/db/types.ts';
import { createTestDatabase } from '../../database/support/test-database.ts';
import { urlOf } from '../../database/support/test-server.ts';
import { until } from '../../pure/support/until.ts';
import { killHard } from '../support/embedded.ts';
import { Node, QUIET } from '../support/node.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { anotherPort, databasePid, makePlace, makePreparedPlace, type Place } from '../support/program.ts';
import type { Random } from '../support/random.ts';
import { lookInto, lookIntoPlace } from '../support/syncing.ts';
import { WHO, type Who } from './names.ts';

export const SECRET_KEY = 'Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U';

/** The service with its database, killed and started again many times. */
export interface Installation {
  readonly name: string;
  readonly who: readonly Who[];
  readonly sql: Pool;
  readonly target: Target;
  readonly place: Place;
  /** The environment variables of the nodes. Kinds of work add theirs before the first start. */
  readonly variables: Record<string, string>;
  /** The nodes that receive requests. */
  urls(): readonly string[];
  /** Returns whether a process that does background work was killed. */
  kill(who: Who, random: Random): Promise<boolean>;
  /** Resolves when statements are executed again. */
  untilDatabaseRuns(): Promise<void>;
  begin(): void;
  untilHealthy(): Promise<void>;
  logs(): string;
  /** Other databases on the same server. Undefined: the server is somebody else's. */
  readonly databases?: Databases;
}

/** Databases beside that of the nodes, made by the superuser for the role of the service. */
export interface Databases {
  create(name: string, template?: string): Promise<void>;
  drop(name: string): Promise<void>;
  target(name: string): Target;
}

const VARIABLES = { ...QUIET, SECRET_KEY, WEBHOOKS_ALLOW_LOOPBACK: '1', PULL_ALLOW_LOOPBACK: '1' };

type Connection = Exclude<Target, string>;

async function databasesOn(dataDir: string, connection: Connection): Promise<Databases> {
  const password = (await readFile(join(dataDir, 'secrets', 'superuser-password'), 'utf8')).trim();
  const admin = lookInto({ ...connection, username: 'postgres', password, database: 'postgres' });
  return {
    create: async (name, template = 'template0') => {
      // Not by copying files: PostgreSQL cannot replay that after a kill if the template has unlogged tables.
      await admin.sql.unsafe(
        `create database "${name}" owner "${connection.username}" template "${template}" strategy wal_log`,
      );
    },
    drop: async (name) => {
      await admin.sql.unsafe(`drop database if exists "${name}" with (force)`);
    },
    target: (database) => ({ ...connection, database }),
  };
}

function untilRuns(sql: Pool): Promise<void> {
  return until('the database is back', () =>
    sql`select 1`.then(
      () => true,
      () => false,
    ),
  );
}

/** One process with an embedded database, which restarts the database if it was killed. */
export async function embeddedInstallation(): Promise<Installation> {
  const place = await makePreparedPlace(VARIABLES);
  const { dataDir } = place;
  const { sql, server } = await lookIntoPlace(place);
  const variables = {};
  const node = new Node(place, [], variables);
  return {
    name: 'embedded',
    who: WHO,
    sql,
    target: server.target,
    place,
    variables,
    urls: () => [place.url],
    kill: async (who) => {
      if (who !== 'node') node.loseDatabase();
      await Promise.all([who !== 'database' && node.kill(), who !== 'node' && killHard(databasePid(place))]);
      return who !== 'database';
    },
    untilDatabaseRuns: async () => {
      // A node restarts it, unless it was starting itself: then it may end, and with it the database. Without a node, a command does.
      if (node.isRunning() && node.lacksDatabase()) await node.untilHealthy();
      else if (!node.isRunning()) await openEmbeddedDatabase({ dataDir, purpose: 'command' });
      await untilRuns(sql);
    },
    begin: () => node.begin(),
    untilHealthy: () => node.untilHealthy(),
    logs: () => node.logs(),
    databases: await databasesOn(dataDir, server.target as Connection),
  };
}

/** A node that receives requests and one that does the background work, on a server that somebody else restarts. */
export async function serverInstallation(): Promise<Installation> {
  const server = await startPostgres();
  const place = await makePlace({ ...VARIABLES, ...server.variables });
  const variables = {};
  const api = new Node(place, ['--role', 'api'], variables);
  const worker = new Node(await anotherPort(place), ['--role', 'worker'], variables);
  const { sql } = lookInto(server.target);
  let isDown = false;
  return {
    name: 'server',
    who: WHO,
    sql,
    target: server.target,
    place,
    variables,
    urls: () => [place.url],
    kill: async (who, random) => {
      const nodes = who === 'database' ? [] : random.pick([[api], [worker], [worker], [api, worker]]);
      isDown = who !== 'node';
      const atOnce = isDown && random.chance(0.3);
      if (isDown) for (const node of [api, worker]) node.loseDatabase();
      await Promise.all([
        ...nodes.map((node) => node.kill()),
        isDown && (atOnce ? server.stopAtOnce() : server.killHard()),
      ]);
      return nodes.includes(worker);
    },
    untilDatabaseRuns: async () => {
      if (isDown) await server.start();
      isDown = false;
      await untilRuns(sql);
    },
    begin: () => {
      for (const node of [api, worker]) node.begin();
    },
    untilHealthy: async () => {
      await Promise.all([api, worker].map((node) => node.untilHealthy()));
    },
    logs: () => api.logs() + worker.logs(),
    databases: await databasesOn(server.dataDir, server.target),
  };
}

/** One node on the server of the test run. Only the node is killed. */
export async function givenInstallation(): Promise<Installation> {
  const { sql, server } = await createTestDatabase();
  const place = await makePlace({ ...VARIABLES, DATABASE_URL: urlOf(server.target) });
  const variables = {};
  const node = new Node(place, [], variables);
  return {
    name: 'given server',
    who: ['node'],
    sql,
    target: server.target,
    place,
    variables,
    urls: () => [place.url],
    kill: async () => {
      await node.kill();
      return true;
    },
    untilDatabaseRuns: () => untilRuns(sql),
    begin: () => node.begin(),
    untilHealthy: () => node.untilHealthy(),
    logs: () => node.logs(),
  };
}

export async function connectTo<Result>(
  target: Target,
  use: (sql: Pool) => Promise<Result>,
): Promise<Result> {
  const database = connect(target);
  try {
    return await use(database.sql);
  } finally {
    await database.close();
  }
}

/** Whether another session of the database is in a transaction. */
export async function isInTransaction(target: Target): Promise<boolean> {
  const sessions = await connectTo(
    target,
    (sql) => sql`
      select 1 from pg_stat_activity
      where datname = current_database() and xact_start is not null and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  return sessions.length > 0;
}
