import { isDeepStrictEqual } from 'node:util';
import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { EventType } from '../../domain/events/event-types.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { checkUrl } from './check-url.ts';
import { newestNumber } from './create-webhook.ts';
import type { Webhooks } from './webhooks.ts';
import { deleteReplays, lockWebhook, updateWebhook, type WebhookRecord } from './webhooks-sql.ts';

/** Settings that are not given stay as they are. */
export interface WebhookChange {
  url?: string | undefined;
  eventTypes?: readonly EventType[] | null | undefined;
  /** True also ends the pause of a failing endpoint. */
  enabled?: boolean | undefined;
  /** Begins with the next event: those that wait are not sent. */
  skipWaiting?: boolean | undefined;
}

export async function setWebhook(
  tx: Transaction,
  companyId: number,
  id: number,
  actor: Actor,
  change: WebhookChange,
  webhooks: Webhooks,
): Promise<WebhookRecord> {
  const before = await lockWebhook(tx, companyId, id);
  if (!before) throw notFound();
  const url = change.url === undefined ? before.url : checkUrl(change.url, webhooks);
  const eventTypes =
    change.eventTypes === undefined
      ? before.eventTypes
      : change.eventTypes && [...new Set(change.eventTypes)].sort();
  const wasOn = before.state === 'active' || before.state === 'failing';
  const isOn = change.enabled ?? wasOn;
  const isSkipped = change.skipWaiting === true;
  await updateWebhook(tx, companyId, id, {
    url,
    eventTypes,
    power: change.enabled === undefined ? 'as it is' : change.enabled ? 'on' : 'off',
    isFresh: (isOn && !wasOn) || url !== before.url || isSkipped,
    isDue: change.enabled === true,
    lastNumber: isSkipped ? await newestNumber(tx, companyId) : null,
  });
  if (isSkipped) await deleteReplays(tx, companyId, id);
  const changed = {
    ...(url !== before.url && { host: new URL(url).host }),
    ...(!isDeepStrictEqual(eventTypes, before.eventTypes) && { eventTypes: eventTypes ?? 'all' }),
    ...(isOn !== wasOn && { enabled: isOn }),
    ...(isSkipped && { skippedWaiting: before.waiting }),
  };
  if (Object.keys(changed).length > 0)
    await recordChange(tx, companyId, {
      actor,
      action: 'webhook-changed',
      subject: { type: 'webhook', id },
      details: changed,
    });
  return (await lockWebhook(tx, companyId, id)) ?? before;
}
