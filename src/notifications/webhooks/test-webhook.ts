import { randomBytes } from 'node:crypto';
import type { ShownType } from '../../domain/events/event-types.ts';
import { exampleEvent } from '../../domain/events/example-event.ts';
import { showEvent } from '../../domain/events/show-event.ts';
import type { Pool } from '../../platform/db/types.ts';
import { insertDelivery, type StoredDelivery } from './deliveries-sql.ts';
import { requireWebhook } from './require-webhook.ts';
import { openSecrets } from './secrets.ts';
import { selectValidSecrets } from './secrets-sql.ts';
import { sendMessage } from './send-message.ts';
import { TEST_TYPE } from './webhook-types.ts';
import type { Webhooks } from './webhooks.ts';

/**
 * Sends a test at once, or an example of a type of events: also to an endpoint that is switched off or does not want that type. The
 * endpoint's state stays as it is.
 */
export async function testWebhook(
  sql: Pool,
  companyId: number,
  id: number,
  { open, seal, userAgent, baseUrl }: Webhooks,
  type?: ShownType,
): Promise<StoredDelivery> {
  const { url } = await requireWebhook(sql, companyId, id);
  const secrets = openSecrets(seal, await selectValidSecrets(sql, companyId, id));
  const event = type ? showEvent(exampleEvent(type), baseUrl) : testEvent(id);
  const line = open(url);
  try {
    const { delivery } = await sendMessage(
      { line, secrets, userAgent },
      {
        kind: 'test',
        messageId: `test_${companyId}_${randomBytes(8).toString('hex')}`,
        eventNumber: null,
        eventType: event.type,
        attempt: 1,
        body: JSON.stringify(event),
      },
    );
    return (await insertDelivery(sql, companyId, id, delivery)) ?? { ...delivery, id: 0, at: new Date() };
  } finally {
    line.close();
  }
}

const testEvent = (webhookId: number) => ({
  id: 0,
  type: TEST_TYPE,
  time: new Date().toISOString(),
  resource: 'event',
  data: { webhookId },
  _links: {},
});
