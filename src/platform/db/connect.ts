import { randomBytes } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import postgres from 'postgres';
import type { DatabaseServer } from '../config/database-url.ts';
import { CONNECTIONS, TIMES } from '../limits.ts';
import { createCopyPool } from './copy-pool.ts';
import { createLists, type ListConnection, type ListLimits } from './lists.ts';
import { type PoolEvents, renewablePool } from './renewable-pool.ts';
import { serverOf } from './server-of.ts';
import type { Database, Pool, Server, Target, Types } from './types.ts';

/**
 * Dates stay text. Ids stay below 2^53 and become numbers. A time that is given as text keeps its microseconds: the driver alone
 * would cut it to milliseconds, so that an update could be older than what it follows.
 */
const types = {
  timestamptz: {
    to: 1184,
    from: [1184],
    serialize: (value: Date | string) => (value instanceof Date ? value.toISOString() : value),
    parse: (value: string) => new Date(value),
  },
  date: {
    to: 1082,
    from: [1082],
    serialize: (value: string) => value,
    parse: (value: string) => value,
  },
  bigint: {
    to: 20,
    from: [20],
    serialize: (value: number) => String(value),
    parse: (value: string) => Number(value),
  },
};

/** Every statement with its values, for a test that looks at them. Costs nothing without a subscriber. */
const statements = channel('transit:statements');

const IDLE_MS = 60_000;

interface Options {
  listLimits?: Partial<ListLimits> | undefined;
}

export function connect(target: Target, { listLimits }: Options = {}): Database {
  const server: Server = { target };
  const sql = pool(server, CONNECTIONS.short, {
    statement_timeout: TIMES.statementMs,
    idle_in_transaction_session_timeout: TIMES.stalledTransactionMs,
  });
  const lists = createLists(listConnections(server), { short: sql, limits: listLimits });
  const bulk = bulkPool(server, CONNECTIONS.bulk, '64MB');
  const copies = createCopyPool(target);
  return {
    sql,
    lists,
    bulk,
    copies,
    server,
    close: async () => {
      await Promise.all([...[sql, bulk].map((each) => each.end({ timeout: 5 })), lists.end(), copies.end()]);
    },
  };
}

/** Pools of one connection each: a shared pool would send the statements of one read to several connections. */
function listConnections(server: Server): ListConnection[] {
  const node = randomBytes(6).toString('hex');
  return Array.from({ length: CONNECTIONS.lists }, (_, index) => {
    const applicationName = `transit-list-${node}-${index}`;
    const sql = pool(server, 1, {
      application_name: applicationName,
      statement_timeout: TIMES.listStatementMs,
      // Lists are planned with their values: a generic plan took up to twice as long.
      plan_cache_mode: 'force_custom_plan',
      // Enough to sort a million people in memory; the default of 4 MB spills to disk.
      work_mem: '16MB',
    });
    return { sql, applicationName };
  });
}

/**
 * A pool of one connection for applying rosters, so that a lost connection of another pool does not affect
 * it.
 */
export function connectWorker(server: Server): Pool {
  // Enough for joins of a company of a million; the default of 4 MB spills to files.
  return bulkPool(server, 1, '128MB');
}

/**
 * As `connectWorker`, for rosters about few people. Planning their statements took longer than executing them, so these are
 * prepared.
 */
export function connectSmallWorker(server: Server): Pool {
  return pool(server, 1, BULK);
}

/**
 * For webhooks: thousands of deliveries that wait to be noted must not delay requests of the API, nor the other way
 * round.
 */
export function connectSender(server: Server): Pool {
  return pool(server, CONNECTIONS.webhooks, { statement_timeout: TIMES.statementMs });
}

/**
 * No prepared statements: PostgreSQL's generic plan took 25 s instead of 1 s to begin 10,000 subscriptions.
 * `plan_cache_mode` is no alternative, because it would make every foreign-key check plan anew. The server
 * checks every two seconds whether its client is connected, so the locks of a dead node are released soon.
 */
function bulkPool(server: Server, max: number, workMem: string): Pool {
  return pool(server, max, { ...BULK, work_mem: workMem }, { prepare: false });
}

const BULK = { statement_timeout: 0, client_connection_check_interval: 2_000 };

interface Settings {
  application_name?: string;
  statement_timeout: number;
  plan_cache_mode?: 'force_custom_plan';
  client_connection_check_interval?: number;
  work_mem?: string;
  idle_in_transaction_session_timeout?: number;
}

function pool(server: Server, max: number, settings: Settings, driver: Driver = {}): Pool {
  const found = serverOf(server.target);
  return renewablePool(server, (events) => openPool(found, max, settings, { ...driver, ...events }));
}

interface Driver {
  prepare?: boolean;
}

function openPool(
  server: DatabaseServer,
  max: number,
  settings: Settings,
  driver: Driver & PoolEvents,
): postgres.Sql<Types> {
  const options = {
    ...driver,
    max,
    types,
    connect_timeout: 10,
    // Connections are kept open: a lost connection indicates a problem of the server.
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => {},
    ...(statements.hasSubscribers && {
      debug: (_connection: number, text: string, values: unknown[], oids: unknown[]) =>
        statements.publish({ text, values, oids }),
    }),
    // Reconnect soon: the database may be restarting.
    backoff: () => 0.2,
    connection: {
      application_name: 'transit',
      idle_in_transaction_session_timeout: IDLE_MS,
      ...settings,
      TimeZone: 'UTC',
      // JIT compilation is on by default: moving a clock by 120 months took 153 s with it and 5 s without.
      jit: 'off',
    },
  };
  const { host, port, database, username, password, ssl } = server;
  // The driver would take an IPv6 address in a string for a host with a port. Its types do not know lists.
  const address: object = host.startsWith('/') ? { host, port } : { host: [host], port: [port] };
  return postgres({
    ...options,
    ...address,
    ...(database !== undefined && { database }),
    username,
    password,
    ssl,
  });
}
