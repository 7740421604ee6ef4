import { type Actor, recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/types.ts';
import { giveNumbers, lockCounter } from '../events/sql.ts';
import type { EventType } from '../events/types.ts';
import { refused } from '../refusals.ts';
import { checkUrl } from './check-url.ts';
import { secretContext } from './secrets.ts';
import { putSecret } from './secrets-sql.ts';
import { newSecret } from './sign.ts';
import { insertWebhook, lockCreation, selectWebhook, type WebhookRecord } from './sql.ts';
import { MOST_ENDPOINTS } from './vocabulary.ts';
import type { Webhooks } from './webhooks.ts';

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
  if ((await lockCreation(tx, companyId)) >= MOST_ENDPOINTS) throw refused('too-many-webhooks');
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
