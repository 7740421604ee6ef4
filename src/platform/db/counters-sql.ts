import { hash } from 'node:crypto';
import type { Rate } from '../limits.ts';
import type { Sql } from './types.ts';

interface Counted {
  attempts: number;
  /** The seconds to wait, if there were too many. */
  wait: number | undefined;
}

/** Only a digest is stored: strangers may type anything. */
export function counterOf(subject: string): Buffer {
  return hash('sha256', subject, 'buffer');
}

/** An attempt that has to wait is not counted. */
export async function countUp(sql: Sql, counter: Buffer, { max, seconds }: Rate): Promise<Counted> {
  const [row] = await sql<{ attempts: number; seconds: number }[]>`
    insert into portal_attempts as a (subject, attempts, window_ends_at)
    values (${counter}, 1, now() + make_interval(secs => ${seconds}))
    on conflict (subject) do update set
      attempts = case when a.window_ends_at <= now() then 1 else least(a.attempts, ${max}) + 1 end,
      window_ends_at = case when a.window_ends_at <= now() then excluded.window_ends_at else a.window_ends_at end
    returning attempts, ceil(extract(epoch from window_ends_at - now()))::int as seconds`;
  const attempts = row?.attempts ?? 0;
  return { attempts, wait: row && attempts > max ? Math.max(1, row.seconds) : undefined };
}

/** Takes one attempt back. */
export async function countDown(sql: Sql, counter: Buffer): Promise<void> {
  await sql`
    update portal_attempts set attempts = attempts - 1 where subject = ${counter} and attempts > 0`;
}

/** Counts from zero again. The window stays. */
export async function forgetCounter(sql: Sql, counter: Buffer): Promise<void> {
  await sql`update portal_attempts set attempts = 0 where subject = ${counter}`;
}
