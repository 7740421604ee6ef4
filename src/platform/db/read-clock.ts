import type { Sql } from './types.ts';

/**
 * The present moment, for updates in a transaction that began long ago. As text, because dates of JavaScript have no
 * microseconds. An update on a cluster must not call `clock_timestamp()` itself.
 */
export async function readClock(sql: Sql): Promise<string> {
  const [clock] = await sql<{ now: string }[]>`select clock_timestamp()::text as now`;
  if (!clock) throw new Error('the clock gave no time');
  return clock.now;
}
