import pg from 'pg';
import { pgOptions } from '../db/copy-pool.ts';
import type { Target } from '../db/types.ts';

/** The same output on every server, and no limit of time. */
const SETTINGS = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
};

/** One connection: a snapshot, and a transaction, belong to one. */
export async function withConnection<Result>(
  target: Target,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    ...pgOptions(target),
    application_name: 'transit-backup',
    connectionTimeoutMillis: 10_000,
    options: Object.entries(SETTINGS)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  });
  // A lost connection rejects the running query; without a listener its event would end the process as well.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
