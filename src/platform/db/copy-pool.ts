import pg from 'pg';
import { CONNECTIONS } from '../limits.ts';
import { serverOf } from './server-of.ts';
import type { Target } from './types.ts';

/** Connections are opened on demand. */
export function createCopyPool(target: Target): pg.Pool {
  const pool = new pg.Pool({
    ...pgOptions(target),
    max: CONNECTIONS.copies,
    application_name: 'transit-copy',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    options: '-c TimeZone=UTC -c statement_timeout=60000',
  });
  // An idle connection that breaks has already left the pool.
  pool.on('error', () => {});
  // A busy connection rejects its query. Without a listener, its `error` event would end the process as well.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Converts the target into the options of `pg`. */
export function pgOptions(target: Target) {
  const { username, ...server } = serverOf(target);
  return { ...server, user: username };
}
