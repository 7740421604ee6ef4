import assert from 'node:assert/strict';
import { createCompany } from '../../../../src/company/companies/create-company.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { emit } from '../../../../src/domain/events/emit.ts';
import type { EventType } from '../../../../src/domain/events/event-types.ts';
import { startWebhookSender } from '../../../../src/jobs/webhook-sender.ts';
import { createWebhook } from '../../../../src/notifications/webhooks/create-webhook.ts';
import type { StoredDelivery } from '../../../../src/notifications/webhooks/deliveries-sql.ts';
import { listDeliveries } from '../../../../src/notifications/webhooks/deliveries-sql.ts';
import { requireWebhook } from '../../../../src/notifications/webhooks/require-webhook.ts';
import { createWebhooks, type Webhooks } from '../../../../src/notifications/webhooks/webhooks.ts';
import type { Worker } from '../../../../src/platform/claims/worker.ts';
import type { Pool } from '../../../../src/platform/db/types.ts';
import { until } from '../../../pure/support/until.ts';
import { stopBefore, type TestDatabase } from '../../support/test-database.ts';
import { timePasses } from '../../support/time-passes.ts';
import { type Receiver, startReceiver } from '../../support/webhook-receiver.ts';

export const SECRET_KEYS = ['Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U'];

export function testWebhooks(answerSeconds?: number, dnsServers?: string[]): Webhooks {
  return createWebhooks({
    config: { baseUrl: 'https://tickets.example.com', webhooksAllowLoopback: true, dnsServers },
    secretKeys: SECRET_KEYS,
    ...(answerSeconds !== undefined && { answerSeconds }),
  });
}

/** Starts a sender as a node does, with shorter pauses between its looks. */
export function startTestSender(
  database: TestDatabase,
  webhooks: Webhooks,
  more: { slots?: number; everyMs?: number } = {},
): Pick<Worker, 'stop'> & { errors: unknown[] } {
  const errors: unknown[] = [];
  const log = { info: () => {}, error: (values: object) => errors.push(values) };
  const sender = startWebhookSender({ server: database.server, webhooks, log, everyMs: 20, ...more });
  stopBefore(database, () => sender.stop(0));
  return { ...sender, errors };
}

/** A company with one endpoint and its receiver. */
export class WebhookCompany {
  readonly sql: Pool;
  readonly companyId: number;
  readonly id: number;
  readonly receiver: Receiver;
  told = 0;

  private constructor(sql: Pool, companyId: number, id: number, receiver: Receiver) {
    this.sql = sql;
    this.companyId = companyId;
    this.id = id;
    this.receiver = receiver;
  }

  static async create(
    sql: Pool,
    webhooks: Webhooks,
    eventTypes: EventType[] | null = null,
    hostname = '127.0.0.1',
  ): Promise<WebhookCompany> {
    const { id: companyId } = await createCompany(sql, OPERATOR, { name: 'Beispiel GmbH' });
    const receiver = await startReceiver();
    const given = { url: receiver.url.replace('127.0.0.1', hostname), eventTypes };
    const made = await sql.begin((tx) => createWebhook(tx, companyId, OPERATOR, given, webhooks));
    receiver.secret = made.secret;
    return new WebhookCompany(sql, companyId, made.id, receiver);
  }

  async emit(count: number, type: EventType = 'ticket.issued'): Promise<void> {
    for (let left = count; left > 0; left -= 500) {
      const data = Array.from({ length: Math.min(left, 500) }, () => ({ employeeId: ++this.told }));
      await this.sql.begin((tx) => emit(tx, this.companyId, type, data));
    }
  }

  read() {
    return requireWebhook(this.sql, this.companyId, this.id);
  }

  async deliveries(): Promise<StoredDelivery[]> {
    const page = { page: 1, perPage: 100 };
    const { items } = await listDeliveries(this.sql, this.companyId, this.id, {}, page);
    return items.reverse();
  }

  async countDeliveries(): Promise<number> {
    const [row] = await this.sql<{ count: number }[]>`
      select count(*) from webhook_deliveries where company_id = ${this.companyId} and endpoint_id = ${this.id}`;
    return row?.count ?? 0;
  }

  /** Waits until everything that was told has been accepted, and checks the order. */
  async untilDelivered(): Promise<void> {
    await until(`all ${this.told} events are delivered`, () => this.receiver.accepted().length >= this.told);
    await until('the last one is noted', async () => (await this.lastNumber()) >= this.told);
    this.assertInOrder();
  }

  assertInOrder(): void {
    assert.deepEqual(
      this.receiver.accepted(),
      Array.from({ length: this.told }, (_, index) => index + 1),
      'every event, in order',
    );
    assert.equal(this.receiver.forged, 0, 'every signature is right');
    for (const { messageId, event } of this.receiver.received)
      assert.equal(messageId, `evt_${this.companyId}_${event.id}`);
  }

  async lastNumber(): Promise<number> {
    const [row] = await this.sql<{ number: number }[]>`
      select last_number as number from webhook_endpoints where company_id = ${this.companyId} and id = ${this.id}`;
    return row?.number ?? 0;
  }

  /** Moves the times of the endpoint into the past: so time passes, and no test waits. */
  async pass(interval: string): Promise<void> {
    const { sql, companyId } = this;
    await timePasses(sql, companyId, interval, {
      webhook_endpoints: ['next_attempt_at', 'failing_since', 'claimed_until'],
      webhook_replays: ['next_attempt_at', 'failing_since'],
      webhook_secrets: ['expires_at'],
    });
  }
}
