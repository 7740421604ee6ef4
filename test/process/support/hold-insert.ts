import type { Pool } from '../../../src/platform/db/types.ts';
import { until } from '../../pure/support/until.ts';

/** An insert of such a row into the table waits until `release`, in the transaction of the process that inserts it. */
export async function holdInsert(
  sql: Pool,
  table: 'contract_offers' | 'audit_log' | 'pulled_people' | 'sync_runs',
  condition: string,
) {
  const session = await sql.reserve();
  await session`select pg_advisory_lock(1, 1)`;
  await sql.unsafe(`
    create or replace function wait_for_test() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(1, 1); return new; end $$;
    create trigger wait_for_test after insert on ${table} for each row
      when (${condition}) execute function wait_for_test()`);
  const waiting = () => sql`
    select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
  return {
    reached: () => until('the job waits', async () => (await waiting()).length > 0),
    release: async () => {
      await session`select pg_advisory_unlock(1, 1)`;
      session.release();
      await until(
        'the connection of the killed process has ended',
        async () => (await waiting()).length === 0,
      );
      await sql.unsafe(`drop trigger wait_for_test on ${table}`);
    },
  };
}
