import { randomBytes } from 'node:crypto';
import type { Pool } from '../db/types.ts';
import { insertDelivery, type StoredDelivery } from './deliveries-sql.ts';
import { requireWebhook } from './require-webhook.ts';
import { openSecrets } from './secrets.ts';
import { selectValidSecrets } from './secrets-sql.ts';
import { sendMessage } from './send-message.ts';
import { TEST_TYPE } from './vocabulary.ts';
import type { Webhooks } from './webhooks.ts';

/** Sends an event for a try at once, also to an endpoint that is switched off. The endpoint's state stays as it is. */
export async function testWebhook(
  sql: Pool,
  companyId: number,
  id: number,
  { open, seal, userAgent }: Webhooks,
): Promise<StoredDelivery> {
  const { url } = await requireWebhook(sql, companyId, id);
  const secrets = openSecrets(seal, await selectValidSecrets(sql, companyId, id));
  const event = {
    id: 0,
    type: TEST_TYPE,
    time: new Date().toISOString(),
    resource: 'event',
    data: { webhookId: id },
    _links: {},
  };
  const line = open(url);
  try {
    const { delivery } = await sendMessage(
      { line, secrets, userAgent },
      {
        kind: 'test',
        messageId: `test_${companyId}_${randomBytes(8).toString('hex')}`,
        eventNumber: null,
        eventType: TEST_TYPE,
        attempt: 1,
        body: JSON.stringify(event),
      },
    );
    return (await insertDelivery(sql, companyId, id, delivery)) ?? { ...delivery, id: 0, at: new Date() };
  } finally {
    line.close();
  }
}
