import { connect } from '../../../src/platform/db/connect.ts';
import { until } from '../../pure/support/until.ts';
import type { Installation } from './installation.ts';

/** A named moment of the work. Mostly the work waits there, in the transaction of the process that does it. */
export interface Held {
  isReached(): Promise<boolean>;
  /** Lets it go on. The session of a killed process ends then. */
  release(): Promise<void>;
}

let holds = 0;

/** A statement that inserts such a row, or changes one, waits until `release`, or until the database is killed. */
export async function holdStatement(
  { sql, target }: Installation,
  event: 'insert' | 'update',
  table: string,
  condition: string,
): Promise<Held> {
  const number = ++holds;
  const name = `wait_for_kill_${number}`;
  // Not of a pool: a killed database ends the connection, and the driver would give a lost one to the next statement.
  const holder = connect(target);
  const session = await holder.sql.reserve();
  await session`select pg_advisory_lock(1, ${number})`;
  // Without a limit: others may take long to reach their moments, and a day that is opened waits two seconds for locks.
  await sql.unsafe(`
    create function ${name}() returns trigger language plpgsql set lock_timeout = 0 as
      $$ begin perform pg_advisory_xact_lock(1, ${number}); return new; end $$;
    create trigger ${name} after ${event} on ${table} for each row when (${condition}) execute function ${name}()`);
  const isReached = async () => {
    const waiting = await sql`
      select 1 from pg_locks where locktype = 'advisory' and classid = 1 and objid = ${number} and not granted
        and database = (select oid from pg_database where datname = current_database())`;
    return waiting.length > 0;
  };
  return {
    isReached,
    release: async () => {
      await holder.close();
      await until('the killed process has ended its session', async () => !(await isReached()));
      await sql.unsafe(`drop trigger ${name} on ${table}; drop function ${name}()`);
    },
  };
}

/** The moment when so many requests have arrived. Nothing waits. */
export function reaching(count: () => number, goal: number): Held {
  return { isReached: async () => count() >= goal, release: async () => {} };
}
