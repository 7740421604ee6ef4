import pg from 'pg';
import type { Target } from './types.ts';

const SIZE = 4;

/** Connections are made when they are needed. */
export function createCopyPool(target: Target): pg.Pool {
  const pool = new pg.Pool({
    ...pgOptions(target),
    max: SIZE,
    application_name: 'transit-copy',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    options: '-c TimeZone=UTC -c statement_timeout=60000',
  });
  // A connection that breaks while nobody uses it has left the pool already.
  pool.on('error', () => {});
  // While somebody does, the query it breaks is rejected; an event that nobody hears would end the process besides.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** The same place, in the words of the other driver. */
export function pgOptions(target: Target) {
  if (typeof target === 'string') return { connectionString: target };
  const { host, port, database, username, password } = target;
  return { host, port, database, user: username, password };
}
