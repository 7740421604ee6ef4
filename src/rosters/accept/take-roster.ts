import type { Pool, Transaction } from '../../platform/db/types.ts';
import type { IncomingRoster } from '../receive/incoming-roster.ts';
import { type Acceptance, type AcceptedRoster, acceptRoster } from './accept-roster.ts';
import { acceptUnchanged } from './accept-unchanged.ts';
import type { MarkedRun } from './mark-sql.ts';

/** A roster that was taken: its run waits to be applied, or nothing has changed and its run is over. */
export type TakenRoster = AcceptedRoster & { syncId: string } & (
    | { outcome: 'accepted' }
    | { outcome: 'unchanged'; seconds: number }
  );

interface Taking {
  /** A body that equals the marked one is not read. */
  mark: MarkedRun | null;
  /** In the transaction that accepts a roster whose run waits. */
  onAccept?: ((tx: Transaction) => Promise<void>) | undefined;
}

/** Takes the whole body, then accepts the roster. */
export async function takeRoster(
  sql: Pool,
  acceptance: Acceptance,
  incoming: IncomingRoster,
  body: AsyncIterable<Buffer>,
  { mark, onAccept }: Taking,
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
    await onAccept?.(tx);
    return done;
  });
  incoming.setAccepted();
  return { outcome: 'accepted', syncId: roster.syncId, ...accepted };
}
