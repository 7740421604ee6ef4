import { AppError } from '../errors.ts';
import { isLocked } from './failures.ts';
import type { Sql } from './types.ts';

/** How long a request waits while a shard is moved. */
const SHORT_MS = 5_000;

/**
 * Keeps the shards of a cluster where they are until the end of the transaction, and waits for a move that is about to end.
 * Called before a transaction locks rows: Citus moves a shard although a row of it is locked, and the next transaction would lock
 * the row's copy. It keeps all shards, not only the company's, because an INSERT … SELECT does so later. A transaction that
 * waited for another shard then, with rows locked, could wait in a circle.
 *
 * A plain server has no shards.
 */
export async function keepShardsInPlace(sql: Sql, patience: 'short' | 'unlimited'): Promise<void> {
  if (!sql.isDistributed) return;
  const limit = patience === 'short' ? `${SHORT_MS}ms` : '0';
  try {
    // By `set_config`, which stays on this server: the company's server keeps the limit that the transaction has set.
    await sql.unsafe(`
      select set_config('transit.lock_timeout', current_setting('lock_timeout'), true), set_config('lock_timeout', '${limit}', true);
      select lock_shard_metadata(${SHARE_LOCK}, array_agg(shardid order by shardid))
      from pg_dist_shard where logicalrelid = 'companies'::regclass;
      select set_config('lock_timeout', current_setting('transit.lock_timeout', true), true)`);
  } catch (error) {
    throw isLocked(error) ? beingMoved() : error;
  }
}

/** PostgreSQL's number of the lock that writes of shards take. A move takes an exclusive one. */
const SHARE_LOCK = 5;

const beingMoved = () =>
  new AppError(
    'database-unavailable',
    'Data is being moved to another server. Please try again in a moment.',
    {
      retryAfterSeconds: 5,
    },
  );
