import postgres from 'postgres';
import { createCopyPool } from './copy-pool.ts';
import { type PoolEvents, renewablePool } from './renewable-pool.ts';
import type { Database, Pool, Target } from './types.ts';

/** Dates stay calendar dates as text, and ids, which stay far below 2^53, are plain numbers. */
const types = {
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

const SHORT_TIMEOUT_MS = 30_000;
const LIST_TIMEOUT_MS = 15_000;
const POOL_SIZES = { sql: 10, lists: 4, bulk: 4 } as const;

export function connect(target: Target): Database {
  const sql = pool(target, POOL_SIZES.sql, { statement_timeout: SHORT_TIMEOUT_MS });
  const lists = pool(target, POOL_SIZES.lists, {
    statement_timeout: LIST_TIMEOUT_MS,
    // The best way through a list depends on what is asked for: a plan for any value took up to twice as long.
    plan_cache_mode: 'force_custom_plan',
    // So that a million people fit: with the usual 4 MB such a list is first written to disk in parts.
    work_mem: '16MB',
  });
  const bulk = bulkPool(target, POOL_SIZES.bulk, '64MB');
  const copies = createCopyPool(target);
  return {
    sql,
    lists,
    bulk,
    copies,
    target,
    close: async () => {
      await Promise.all([...[sql, lists, bulk].map((each) => each.end({ timeout: 5 })), copies.end()]);
    },
  };
}

/** One connection to apply rosters with, a pool of its own: when another one is lost, this one goes on. */
export function connectWorker(target: Target): Pool {
  // Enough for the tables of a company of a million: with the 4 MB that are usual, their joins go through files.
  return bulkPool(target, 1, '128MB');
}

/**
 * Every statement is planned for the people at hand. A plan for any number of them, which PostgreSQL makes of one that is
 * prepared, took 25 s to begin 10,000 subscriptions instead of 1. Not by plan_cache_mode: foreign keys would obey it
 * too, and have each of their checks planned anew. The server looks every two seconds whether its client is still
 * there, so that the locks of a dead node are not held any longer.
 */
function bulkPool(target: Target, max: number, workMem: string): Pool {
  const settings = { statement_timeout: 0, client_connection_check_interval: 2_000, work_mem: workMem };
  return pool(target, max, settings, { prepare: false });
}

interface Settings {
  statement_timeout: number;
  plan_cache_mode?: 'force_custom_plan';
  client_connection_check_interval?: number;
  work_mem?: string;
}

function pool(target: Target, max: number, settings: Settings, driver: Driver = {}): Pool {
  return renewablePool((events) => openPool(target, max, settings, { ...driver, ...events }));
}

interface Driver {
  prepare?: boolean;
}

function openPool(target: Target, max: number, settings: Settings, driver: Driver & PoolEvents): Pool {
  const options = {
    ...driver,
    max,
    types,
    connect_timeout: 10,
    // Connections stay: to lose one means that something is wrong with the server.
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => {},
    // A database that is away is asked again soon: it may be restarting.
    backoff: () => 0.2,
    connection: {
      application_name: 'transit',
      ...settings,
      idle_in_transaction_session_timeout: 60_000,
      TimeZone: 'UTC',
      // On by default, it compiles whatever looks costly: moving a clock by 120 months took 153 s with it, 5 s without.
      jit: 'off',
    },
  };
  return typeof target === 'string'
    ? postgres(...withSocketFolder(target, options))
    : postgres({ ...options, ...target, ssl: false });
}

/** `?host=/run/postgresql` names the folder of a socket everywhere else; this driver would send it on as a setting. */
function withSocketFolder<Options extends object>(target: string, options: Options): [string, Options] {
  const host = /[?&]host=(?<folder>[^&]*)/.exec(target)?.groups?.['folder'];
  if (host === undefined) return [target, options];
  const url = new URL(target);
  url.searchParams.delete('host');
  return [url.href, { ...options, host: decodeURIComponent(host) }];
}
