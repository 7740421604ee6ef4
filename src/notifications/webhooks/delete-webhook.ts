import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { deleteWebhookRow, lockWebhook, type WebhookRecord } from './webhooks-sql.ts';

/** Deletes the endpoint with its secrets and the log of its requests. */
export async function deleteWebhook(
  tx: Transaction,
  companyId: number,
  id: number,
  actor: Actor,
): Promise<WebhookRecord> {
  const webhook = await lockWebhook(tx, companyId, id);
  if (!webhook) throw notFound();
  await deleteWebhookRow(tx, companyId, id);
  await recordChange(tx, companyId, {
    actor,
    action: 'webhook-deleted',
    subject: { type: 'webhook', id },
    details: { host: new URL(webhook.url).host },
  });
  return webhook;
}
