import type { Pool } from '../../platform/db/types.ts';
import type { IncomingRoster } from '../receive/incoming-roster.ts';
import { type Acceptance, type AcceptedRoster, acceptRoster } from './accept-roster.ts';
import { acceptUnchanged } from './accept-unchanged.ts';
import type { MarkedRun } from './mark-sql.ts';

/** A roster that was taken: its run waits to be applied, or nothing has changed and its run is over. */
export type TakenRoster = AcceptedRoster & { syncId: string } & (
    | { outcome: 'accepted' }
    | { outcome: 'unchanged'; seconds: number }
  );

/** Receives the whole body, then accepts the roster. A body that equals that of the marked run is not read. */
export async function takeRoster(
  sql: Pool,
  acceptance: Acceptance,
  incoming: IncomingRoster,
  body: AsyncIterable<Buffer>,
  mark: MarkedRun | null,
): Promise<TakenRoster> {
  const { unchanged, read } = await incoming.readUnlessUnchanged(body, mark);
  if (mark && unchanged) {
    const start = performance.now();
    const accepted = await acceptUnchanged(sql, acceptance, mark, unchanged);
    const seconds = (performance.now() - start) / 1000;
    if (accepted) return { outcome: 'unchanged', seconds, syncId: unchanged.syncId, ...accepted };
  }
  const roster = read ?? (await incoming.readAnyway(unchanged));
  const accepted = await sql.begin(async (tx) => {
    const done = await acceptRoster(tx, acceptance, roster);
    await acceptance.onAccept?.(tx, done.runId);
    return done;
  });
  incoming.setAccepted();
  return { outcome: 'accepted', syncId: roster.syncId, ...accepted };
}
