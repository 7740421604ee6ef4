import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { EventType } from '../../domain/events/event-types.ts';
import { giveNumbers, lockCounter } from '../../domain/events/events-sql.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { refused } from '../../platform/refusals.ts';
import { checkUrl } from './check-url.ts';
import { secretContext } from './secrets.ts';
import { putSecret } from './secrets-sql.ts';
import { newSecret } from './sign.ts';
import { MAX_ENDPOINTS } from './webhook-types.ts';
import type { Webhooks } from './webhooks.ts';
import { insertWebhook, lockCreation, selectWebhook, type WebhookRecord } from './webhooks-sql.ts';

/** Only the result contains the secret in plain text. */
export async function createWebhook(
  tx: Transaction,
  companyId: number,
  actor: Actor,
  given: { url: string; eventTypes: readonly EventType[] | null },
  webhooks: Webhooks,
): Promise<WebhookRecord & { secret: string }> {
  const url = checkUrl(given.url, webhooks);
  const eventTypes = given.eventTypes && [...new Set(given.eventTypes)].sort();
  if ((await lockCreation(tx, companyId)) >= MAX_ENDPOINTS) throw refused('too-many-webhooks');
  const id = await insertWebhook(tx, companyId, {
    url,
    eventTypes,
    lastNumber: await newestNumber(tx, companyId),
  });
  const secret = newSecret();
  const sealed = webhooks.seal.close(secret, secretContext({ companyId, endpointId: id }));
  await putSecret(tx, companyId, id, sealed, 0);
  await recordChange(tx, companyId, {
    actor,
    action: 'webhook-created',
    subject: { type: 'webhook', id },
    details: { host: new URL(url).host, ...(eventTypes && { eventTypes }) },
  });
  const record = await selectWebhook(tx, companyId, id);
  if (!record) throw new Error('the webhook that was just inserted is not there');
  return { ...record, secret };
}

/** Events that are committed by now are numbered first: they are from before. */
export async function newestNumber(tx: Transaction, companyId: number): Promise<number> {
  const last = await lockCounter(tx, companyId);
  return last + (await giveNumbers(tx, companyId, last));
}
