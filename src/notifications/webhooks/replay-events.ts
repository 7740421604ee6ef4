import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';
import { newestNumber } from './create-webhook.ts';
import { countReplays, countWanted, insertReplay, lockWebhook } from './webhooks-sql.ts';

const MAX_REPLAYS = 100;

/** Sends events once more: from a number to another one, or to the newest. Returns how many that are. */
export async function replayEvents(
  tx: Transaction,
  companyId: number,
  id: number,
  actor: Actor,
  { from, to }: { from: number; to?: number | undefined },
): Promise<number> {
  const webhook = await lockWebhook(tx, companyId, id);
  if (!webhook) throw notFound();
  if (webhook.state === 'off' || webhook.state === 'disabled') throw refused('webhook-off');
  if ((await countReplays(tx, companyId, id)) >= MAX_REPLAYS) throw refused('too-many-replays');
  const through = Math.min(to ?? Number.MAX_SAFE_INTEGER, await newestNumber(tx, companyId));
  const count = await countWanted(tx, companyId, { endpointId: id, from, through });
  if (count === 0) throw refused('nothing-to-replay');
  await insertReplay(tx, companyId, { endpointId: id, from, through });
  await recordChange(tx, companyId, {
    actor,
    action: 'webhook-replayed',
    subject: { type: 'webhook', id },
    details: { from, to: through, events: count },
  });
  return count;
}
